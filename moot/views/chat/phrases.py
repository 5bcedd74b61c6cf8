"""Holds the words of a conversation in the three languages of debates: headings, answers and confirmations."""

_ORDER = ("en", "pt", "id")

_PHRASES: dict[str, tuple[str, str, str]] = {
    # A request to a person.
    "question": ("Question", "Pergunta", "Pertanyaan"),
    "proposed": ("Proposed decision", "Decisão proposta", "Keputusan yang diusulkan"),
    "nothing_proposed": ("Nothing can be proposed.", "Nada pode ser proposto.", "Tidak ada yang dapat diusulkan."),
    "proposed_question": ("Proposed question", "Pergunta proposta", "Pertanyaan yang diusulkan"),
    "refined_question": ("The question so far", "A pergunta até aqui", "Pertanyaan sejauh ini"),
    "problem": (
        "Your last answer could not be used",
        "A sua última resposta não pôde ser usada",
        "Jawaban terakhir Anda tidak dapat dipakai",
    ),
    "why": ("Why you are asked", "Por que você é consultado", "Mengapa Anda ditanya"),
    "sides": ("Who says what", "Quem diz o quê", "Siapa mengatakan apa"),
    "evidence": ("Evidence", "Evidências", "Bukti"),
    "agreed": ("Agreed", "Acordado", "Disepakati"),
    "open": ("Still open", "Em aberto", "Masih terbuka"),
    "open_critiques": ("Open critiques", "Críticas em aberto", "Kritik yang masih terbuka"),
    "about": ("on", "sobre", "tentang"),
    "assumed": ("Assumed, to be confirmed", "Suposto, a confirmar", "Diandaikan, perlu dipastikan"),
    "gaps": ("Gaps", "Lacunas", "Kekurangan"),
    "find_out": ("What to find out first", "O que descobrir antes", "Yang perlu dicari tahu dahulu"),
    "council": ("The council", "O conselho", "Dewan"),
    "ballot": ("The votes", "Os votos", "Suara"),
    "nobody": ("nobody", "ninguém", "tidak ada"),
    "warrant": ("What a decision needs", "O que uma decisão exige", "Yang diperlukan sebuah keputusan"),
    "condition": ("Condition", "Condição", "Syarat"),
    "found": ("Found", "Constatado", "Temuan"),
    "met": ("met", "cumprida", "terpenuhi"),
    "not_met": ("**not met**", "**não cumprida**", "**tidak terpenuhi**"),
    "reported": ("reported only", "apenas informada", "hanya dilaporkan"),
    "stakes": ("At stake", "Em jogo", "Yang dipertaruhkan"),
    "value": ("value at risk", "valor em risco", "nilai yang berisiko"),
    "risk": ("worst case", "pior caso", "kemungkinan terburuk"),
    "irreversible": ("it cannot be undone", "não pode ser desfeito", "tidak dapat dibatalkan"),
    "cost": ("Cost so far", "Custo até aqui", "Biaya sejauh ini"),
    "rounds": ("rounds", "rodadas", "putaran"),
    "calls": ("calls", "chamadas", "panggilan"),
    "tokens": ("tokens", "tokens", "token"),
    "unpriced": ("price unknown", "preço desconhecido", "harga tidak diketahui"),
    "answers": ("What your answer does", "O que a sua resposta faz", "Apa akibat jawaban Anda"),
    "approve": (
        "**approve** releases the proposed decision in your name.",
        "**aprovar** libera a decisão proposta em seu nome.",
        "**setuju** mengeluarkan keputusan yang diusulkan atas nama Anda.",
    ),
    "edit": (
        "**edit** releases your own text instead (in a chat: `edit: your text`).",
        "**editar** libera o seu próprio texto (numa conversa: `editar: o seu texto`).",
        "**ubah** mengeluarkan teks Anda sendiri (dalam obrolan: `ubah: teks Anda`).",
    ),
    "reject": (
        "**reject** ends the debate without a decision; a reason may follow (`reject: why`).",
        "**rejeitar** encerra o debate sem decisão; pode seguir um motivo (`rejeitar: por quê`).",
        "**tolak** mengakhiri debat tanpa keputusan; alasan boleh menyusul (`tolak: mengapa`).",
    ),
    "respond": (
        "Any other text is **guidance**: every seat reads it and one more round is argued.",
        "Qualquer outro texto é uma **orientação**: todos a leem e há mais uma rodada.",
        "Teks lain adalah **arahan**: semua membacanya dan satu putaran lagi diadakan.",
    ),
    "refine_approve": (
        "**approve** refines the question now.",
        "**aprovar** refina a pergunta agora.",
        "**setuju** menyempurnakan pertanyaan sekarang.",
    ),
    "refine_edit": (
        "**edit** refines it with your wording (in a chat: `edit: your text`).",
        "**editar** refina com as suas palavras (numa conversa: `editar: o seu texto`).",
        "**ubah** menyempurnakannya dengan kata-kata Anda (dalam obrolan: `ubah: teks Anda`).",
    ),
    "refine_reject": (
        "**reject** takes another direction.",
        "**rejeitar** toma outro rumo.",
        "**tolak** mengambil arah lain.",
    ),
    "refine_respond": (
        "`research` pauses until you have looked something up; any other text refines the question with it.",
        "`research` espera até você pesquisar algo; qualquer outro texto refina a pergunta com ele.",
        "`research` menunggu sampai Anda mencari sesuatu; teks lain menyempurnakan pertanyaan dengannya.",
    ),
    "question_approve": (
        "**approve** lets the question stand as it is.",
        "**aprovar** mantém a pergunta como está.",
        "**setuju** menerima pertanyaan apa adanya.",
    ),
    "question_edit": (
        "**edit** puts your own question in its place (in a chat: `edit: your text`).",
        "**editar** põe a sua própria pergunta no lugar (numa conversa: `editar: o seu texto`).",
        "**ubah** menggantinya dengan pertanyaan Anda sendiri (dalam obrolan: `ubah: teks Anda`).",
    ),
    "question_reject": (
        "**reject** ends without a question; a reason may follow (`reject: why`).",
        "**rejeitar** encerra sem pergunta; pode seguir um motivo (`rejeitar: por quê`).",
        "**tolak** mengakhiri tanpa pertanyaan; alasan boleh menyusul (`tolak: mengapa`).",
    ),
    "question_respond": (
        "Any other text has the question refined once more, with your words.",
        "Qualquer outro texto refina a pergunta mais uma vez, com as suas palavras.",
        "Teks lain menyempurnakan pertanyaan sekali lagi, dengan kata-kata Anda.",
    ),
    # What became of an answer.
    "read_approve": (
        "Read as **approve**: the proposed decision is released.",
        "Lido como **aprovar**: a decisão proposta é liberada.",
        "Dibaca sebagai **setuju**: keputusan yang diusulkan dikeluarkan.",
    ),
    "read_edit": (
        "Read as **edit**: your text is the decision.",
        "Lido como **editar**: o seu texto é a decisão.",
        "Dibaca sebagai **ubah**: teks Anda menjadi keputusan.",
    ),
    "read_reject": (
        "Read as **reject**: nothing is released.",
        "Lido como **rejeitar**: nada é liberado.",
        "Dibaca sebagai **tolak**: tidak ada yang dikeluarkan.",
    ),
    "read_respond": (
        "Read as **guidance**: nothing is approved; every seat is told.",
        "Lido como **orientação**: nada é aprovado; todos são informados.",
        "Dibaca sebagai **arahan**: tidak ada yang disetujui; semua diberi tahu.",
    ),
    "read_steer": (
        "Read as your word on the question: the refinement goes on with it.",
        "Lido como a sua palavra sobre a pergunta: o refinamento segue com ela.",
        "Dibaca sebagai kata Anda tentang pertanyaan: penyempurnaan berlanjut dengannya.",
    ),
    # What seats say.
    "risks": ("Risks", "Riscos", "Risiko"),
    "timing": ("Timing", "Prazo", "Waktu"),
    "confidence": ("Confidence", "Confiança", "Keyakinan"),
    "keeps_yes": ("Keeps its position.", "Mantém a posição.", "Tetap pada posisinya."),
    "keeps_no": ("Changes its position.", "Muda de posição.", "Mengubah posisinya."),
    "keeps_partly": (
        "Keeps its position in part.",
        "Mantém a posição em parte.",
        "Tetap pada posisinya untuk sebagian.",
    ),
    "changes": ("Changed", "Mudou", "Berubah"),
    "silent": ("Did not answer", "Não respondeu", "Tidak menjawab"),
    "no_critique": ("No critique.", "Nenhuma crítica.", "Tidak ada kritik."),
    "hypotheses": ("Possible causes", "Causas possíveis", "Kemungkinan penyebab"),
    # How it ended.
    "decided": ("Decided", "Decidido", "Diputuskan"),
    "needs_review": ("Waiting for a person", "À espera de uma pessoa", "Menunggu seseorang"),
    "rejected": ("Rejected", "Rejeitado", "Ditolak"),
    "inconclusive": ("Inconclusive", "Inconclusivo", "Tidak konklusif"),
    "aborted": ("Ended by the reviewer", "Encerrado pelo revisor", "Diakhiri oleh peninjau"),
    "failed": ("Failed", "Falhou", "Gagal"),
    "no_decision": ("No decision was released.", "Nenhuma decisão foi liberada.", "Tidak ada keputusan."),
    "dissent": ("Dissent", "Divergência", "Perbedaan pendapat"),
    "caveats": ("Mind", "Atenção", "Perhatikan"),
    "usage": ("Cost", "Custo", "Biaya"),
}  # fmt: skip
"""Each phrase in English, Portuguese and Indonesian."""


class ChatPhrases:
    """Says the phrases of one language, called like a function: `say("why")`; an unknown one is English."""

    def __init__(self, language: str) -> None:
        self._place = _ORDER.index(language) if language in _ORDER else 0

    def __call__(self, key: str) -> str:
        """Return a phrase."""
        return _PHRASES[key][self._place]
