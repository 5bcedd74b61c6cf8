"""Finds whether a statement says more than it quotes: a true quotation does not bear what is concluded from it.

What stands beside the quotations says nothing of its own where it only tells where they stand and who said them: small
words, words of telling, names and numbers of the source, and the beginning of its text, which is its title as a rule.
Any other word, and every denial, is said beyond them.
"""

import re
from collections.abc import Iterable

from moot.policies.critique.ledger.quotations import find_quotations
from moot.policies.language import LANGUAGES, STOP_WORDS, fold, words

_TELLING_WORDS = """
says say said states state stated stating writes wrote written write reads read provides provide provided holds held
declares declared declare explains explained explain reports reported report notes noted note tells told tell
remarks remarked testifies testified mentions mentioned defines defined rules ruled ruling quotes quoted quote
literally verbatim word quotation quotations passage rule contract letter letters memo minutes table offer survey
study email document record expressly exactly namely also there according article articles section sections
paragraph paragraphs clause chapter page pages sentence line text wording source code act law regulation judgment
decision interview statement witness point diz dizem disse escreve escreveu escrito escrita afirma afirmou declara
declarou declarado estabelece estabeleceu preve previu dispoe dispos determina determinou define definiu consta
constam relata relatou explica explicou informa informou menciona mencionou cita citado literalmente palavras
segundo conforme artigo artigos inciso paragrafo alinea clausula trecho citacao regra contrato carta ata tabela
oferta pesquisa estudo documento registro expressamente exatamente ali tambem capitulo pagina letra frase texto
fonte codigo lei decreto sentenca acordao decisao entrevista depoimento testemunha menyatakan dinyatakan mengatakan
dikatakan katanya kata berkata menerangkan diterangkan menyebut menyebutkan disebutkan disebut menulis ditulis
tertulis berbunyi bunyinya bunyi menurut menjelaskan dijelaskan menetapkan ditetapkan memutuskan diputuskan mengatur
diatur menentukan ditentukan menegaskan mengutip dikutip bahwa pasal ayat pawos huruf angka bagian bab halaman
kalimat teks naskah sumber kitab undang-undang undang peraturan putusan keputusan penetapan keterangan kutipan
kutipannya aturan kontrak surat notulen risalah tabel penawaran survei kajian dokumen catatan tegas persis yaitu
juga sana wawancara saksi pertimbangan menimbang
"""
_TELLING = frozenset(words(_TELLING_WORDS))
_DENYING = frozenset(
    words(
        "not no never nor neither none cannot without nao nunca jamais nem sem nenhum nenhuma tampouco tidak tak tiada "
        "bukan jangan belum tanpa tan boten ora"
    )
)
_SMALL = frozenset().union(*(STOP_WORDS[language] for language in LANGUAGES)) - _DENYING
_TITLE = 12
"""So many words at the beginning of a source are its title."""
_NAME = re.compile(r"(?<![\w'])[^\W\d_a-z][\w'-]*")


def says_more(statement: str, sources: Iterable[str]) -> bool:
    """Say whether a statement that quotes states anything beside its quotations; `sources` are what it quotes."""
    quoted = find_quotations(statement)
    rest = statement
    for each in sorted(quoted, key=len, reverse=True):
        rest = rest.replace(each, " ")
    said = [each for each in words(rest) if each not in _SMALL and each not in _TELLING and len(each) > 1]
    if not said:
        return False
    if not _DENYING.isdisjoint(said):
        return True
    known: set[str] = set()
    for text in sources:
        listed = words(text)
        known.update(listed[:_TITLE])
        known.update(fold(each) for each in _NAME.findall(text))
        known.update(each for each in listed if each.isdigit())
    return any(each not in known for each in said)
