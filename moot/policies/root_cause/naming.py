"""Tells whether a hypothesis names a cause, or says in some way that none is known.

A reasoner says it in a field of its own, or in words: the statement begins with it ("The root cause cannot be
determined from this log"), or a later part of it says so of the cause itself ("Orders failed; the root cause is not
known"). That the cause of something on the way is not known ("the pool ran dry through a leak; the cause of the leak is
unknown") takes nothing from the cause that is named. A hypothesis without kind, component and line that set it off
names none either.
"""

import re

from moot.policies.language import fold, is_placeholder
from moot.state.hypotheses import FinalHypothesis

_CAUSES = (
    r"(?:the |a |an |its )?(?:(?:root|exact|actual|real|true|underlying|original|first|initial) )*"
    r"(?:cause|origin|trigger)"
    r"|(?:a |o |sua )?(?:(?:verdadeira|real|provavel) )?(?:causa|origem|gatilho)(?:[ -]raiz| exata| real| inicial)?"
    r"|(?:akar )?(?:penyebab|pemicu|masalah|sebab)(?:nya)?(?: utama| sebenarnya)?"
)
_UNKNOWN = (
    r"(?:(?:is|was|remains?|stays?|has been|are) )(?:still |so far |currently )?"
    r"(?:unknown|unclear|undetermined|unidentified"
    r"|not (?:yet |clearly )?(?:known|shown|clear|visible|evident|determined|identified|established|stated|recorded"
    r"|named))"
    r"|(?:cannot|can not|can't|could not) (?:yet )?be "
    r"(?:determined|identified|named|established|known|shown|found|inferred|told|seen)"
    r"|(?:(?:e|esta|permanece|continua|fica|segue) )?(?:ainda )?(?:desconhecid|indeterminad|incert)[oa]"
    r"|nao (?:e|foi|esta|fica|pode ser|pode) (?:ainda )?"
    r"(?:conhecid|determinad|identificad|mostrad|clar|visivel|sabid)[oa]?"
    r"|nao (?:consta|aparece|se conhece|se ve)"
    r"|(?:masih )?(?:tidak|belum|tak) "
    r"(?:diketahui|jelas|terlihat|tampak|(?:dapat|bisa) (?:di)?(?:tentukan|ketahui|pastikan))"
)
_END = (
    r"(?=$|[ ]*[.,;:!?()]| (?:from|in|by|here|at|on|with|and|but|because|since|as|pel|a partir|com|nos?|nas?|dari|oleh"
    r"|pada|dalam|karena)\b)"
)
_NONE = (
    r"(?:(?:there is )?no|unknown|undetermined|unidentified|unclear) (?:(?:root|single|clear) )*cause"
    r"|(?:it is |it's )?(?:still )?(?:not (?:known|shown|clear)|unknown|unclear) (?:what|why|which)"
    r"|(?:the |these )?(?:logs?|data|evidence) (?:do|does|did|can) ?not (?:show|say|tell|reveal|record|contain)"
    r"|(?:nenhuma|sem) causa|nao (?:se sabe|sei|sabemos|ha causa|foi possivel|e possivel)"
    r"|(?:o |os )?(?:logs?|dados|registros?) nao (?:mostram?|dizem|diz|revelam?|registram?)"
    r"|(?:tidak|belum|tak) (?:ada|diketahui|dapat|bisa|jelas) (?:apa |mengapa )?(?:dipastikan |ditentukan |diketahui )?"
    r"(?:penyebab|akar|sebab|apa|mengapa)|(?:log|data) (?:ini )?tidak (?:menunjukkan|memperlihatkan|mencatat)"
)
_OF = r"(?:(?! (?:is|was|adalah|ialah|foi) )[^.,;:]){0,80}?"
"""Of what it is the cause; what it is begins with a verb."""
_OPENS = re.compile(rf"(?:{_NONE})\b|(?:{_CAUSES})\b{_OF}(?: (?:{_UNKNOWN}){_END})")
_ADDS = re.compile(rf"[.,;:] (?:(?:but|and|mas|e|tetapi|namun|tapi) )?(?:{_CAUSES}) (?:{_UNKNOWN}){_END}")


def names_cause(best: FinalHypothesis) -> bool:
    """Say whether a hypothesis names a cause."""
    if best.names == "effects" or says_unknown(best.hypothesis):
        return False
    triggered = best.trigger is not None and bool(best.trigger.lines)
    return best.category != "unknown" or bool(best.affected_components) or triggered


def says_unknown(statement: str) -> bool:
    """Say whether a statement says that the cause is not known instead of naming one."""
    told = " ".join(fold(statement).split())
    return is_placeholder(statement) or bool(_OPENS.match(told) or _ADDS.search(told))
