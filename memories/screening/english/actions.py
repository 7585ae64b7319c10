"""What the reader is to do: run, call, approve, slant or hide something, ask nobody, in English."""

from typing import Final

from memories.screening.english.words import ORDER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "bypasses_checks",
        Reason.INSTRUCTS_READER,
        2,
        r"\byou (?:have permission|are (?:allowed|authori[sz]ed|cleared|permitted))\b[^.!?;\n]{0,40}? to"
        r" (?:bypass|skip|disable|circumvent|override|ignore)\b"
        r"|\byou (?:may|should|must) (?:now )?(?:bypass|circumvent|disable)\b",
    ),
    rule(
        "while_working",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.!?:\n] ?)(?:when(?:ever)?|before|after|while|each time you"
        r"|every time you) (?:you )?(?:compos|writ|draft|answer|respond|repl[yi]|summar"
        r"|generat|produc|translat|recall|retriev|process|complet|book|brows|search|plan)\w{0,6}\b",
        r"\bon the (?:user|owner|customer)'s behalf\b",
    ),
    rule(
        "calls_a_tool",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.!?:,;>\n] ?|\b(?:then|first|to|you (?:must|should)) )(?:call|invoke|trigger|use) (?:the "
        r"|your )?(?:\w{1,24}_\w{1,24}|\w{1,24} (?:tool|function))\b",
    ),
    rule(
        "all_you_can_reach",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:every|all|each|any)(?: \w{1,16}){0,2} (?:that )?you (?:can|have) (?:see|access|find|read"
        r"|reach|got|open)",
    ),
    rule(
        "slants",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:leave out|omit|avoid|hide|downplay|play down|do not mention|never mention|don't mention"
        r"|suppress|skip) (?:any |all |the |every )?"
        r"(?:criticism|defects?|flaws?|drawbacks?|negative|problems? (?:of|with)|competitors?|alternatives?"
        r"|risks?|side effects|bad reviews?)\b",
        r"\b(?:cast doubt|only positive|speak (?:well|ill|badly) of|in (?:a|the) (?:best|worst) light)\b",
    ),
    rule(
        "hides_in_output",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:add|insert|include|embed|put|place|append) (?:an? |the )?(?:hidden|invisible|white-on-white"
        r"|transparent|zero-width|1x1|tracking)\b",
    ),
    rule(
        "complies_with_all",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:compl(?:y|ies)|obeys?|fulfil(?:l|ls|s)?|grants?|go(?:es)? along) (?:with )?(?:any|every"
        r"|all) (?:\w{1,16} )?(?:request|order|command|demand|instruction|question)s?\b",
    ),
    rule(
        "disables_safety",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}(?:disable|turn off|deactivate|remove|switch off|lift|drop|relax|suspend) (?:all |any "
        r"|your |the |its )?"
        r"(?:(?:safety|content|security|ethical|confidentiality|moderation) ){1,2}(?:filters?|rules?"
        r"|checks?|guards?|guardrails?|polic(?:y|ies)|restrictions?|guidelines?)",
        needs="safety content security ethical confidentiality moderation",
    ),
    rule(
        "unrestricted_access",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:unrestricted|unlimited|full) (?:tool |system |root |admin )?access\b",
    ),
    rule(
        "runs_a_command",
        Reason.INSTRUCTS_READER,
        1,
        rf"{ORDER}(?:run|execute|paste|eval(?:uate)?) (?:this|these|the following|the next) (?:shell "
        r"|bash |terminal )?(?:command|code|script|line)s?\b",
        needs="run execut paste eval",
    ),
    rule(
        "pipes_to_shell",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:curl|wget) [^\n|]{1,160}\| ?(?:sudo )?(?:ba|z)?sh\b|\brm -rf /|\bpowershell -e",
    ),
    rule(
        "without_asking",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:without (?:asking|confirmation|confirming|telling|notifying|permission|checking|verif)"
        r"|no need to (?:ask|confirm|verify|check)|skip (?:the |any |all )?(?:confirmation|verification"
        r"|approval)|no (?:further )?confirmation|do not (?:ask|wait) for (?:confirmation|permission"
        r"|approval)|silently)\b",
    ),
    rule(
        "approves_all",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:approve|accept|allow|grant|authori[sz]e) (?:every|all|any) (?:\w{1,24} )?(?:transfer|payment"
        r"|request|refund|transaction|access|withdrawal)s?\b",
    ),
)
