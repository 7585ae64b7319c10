"""Orders in the guise of a policy, a cue, a reminder, a permission or a verified finding, in English.

An honest policy names who does what. These let a reader do what nobody could want done on a text's word alone: move
money, send conversations out, skip a check, plant a link in every answer, disbelieve what is known.
"""

from typing import Final

from memories.screening.english.words import GAP, MODEL, ORDER, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

_CUE: Final = (
    rf"\b(?:if|when(?:ever)?|once|as soon as|every time|each time|any time|should) {GAP}{{0,40}}?\b(?:asks?"
    rf"|asked|mentions?"
    r"|mentioned|complains?|raises?|raised|brings? up|inquires?|wants?|wishes|talks?|discuss(?:es|ed)?|comes? up"
    r"|says?"
    r"|requests?|requested|reports?|calls?|writes?|enquires?|speaks?|queries|needs?)\b"
)
_MODALITY: Final = (
    r"(?:is to|are to|must|should|shall|will|ought to|needs? to|ha(?:s|ve) to|is required to|are required to|always)"
)
_WITHOUT_CHECK: Final = (
    r"(?:skip|bypass|omit|waive|circumvent|forgo|disregard|ignore|disable|drop|avoid|sidestep|dispense with"
    r"|go without|override|leave out|do without|dispense from|lift|shut off|turn off)(?:s|ping|ing)?"
)
_CHECK: Final = (
    r"(?:(?:\w{1,16} ){0,2}(?:verification|authentication|authori[sz]ation|validation|approvals?|confirmations?"
    r"|sign-?offs?|consent"
    r"|(?:identity|security|safety|compliance|fraud|access|permission) (?:checks?|controls?|screening|rules?)"
    r"|checks)\b)"
)
_AUTHORITY: Final = (
    r"(?:admin(?:istrator)?|root|owner|head of \w{2,16}|management|board|audit|finance|developer|operator"
    r"|supervisor|manager|director|ceo|cto|security (?:lead"
    r"|officer"
    r"|team|chief)|(?:compliance|legal|security|it|platform|engineering) (?:office|team|department|lead|officer)"
    r"|maintainer|system|(?:audit|finance|risk|trust|policy) (?:department|team|office|unit))"
)
_TALK: Final = (
    r"(?:(?:chat |conversation |session |message |full |raw )?(?:transcripts?|conversations?|chats?|logs?"
    r"|histor(?:y|ies)"
    r"|dialogues?)|(?:customer|user|private|chat|incoming) messages?)"
)
_GUARDED: Final = (
    r"(?:passwords?|passcodes?|pass ?phrases?|api keys?|private keys?|secrets?|credentials?|(?:log-?in|access"
    r"|security"
    r"|one-time|verification) codes?|access tokens?|card numbers?|cookies)"
)
_CARRY: Final = (
    r"(?:e-?mail|send|upload|forward|copy|post|transmit|deliver|export|mirror|submit|cc|report|relay|leak|ship"
    r"|push|hand(?: over)?|paste|pass(?: on)?|share|disclose|dump|feed"
    r"|stream|sync)(?:e?s)?"
)
_OUT: Final = r"(?:https?:/|[\w.+-]{1,40}@[\w-]{1,40}\.)"
_KNOWN: Final = (
    r"(?:facts?|notes?|records?|memor(?:y|ies)|entr(?:y|ies)|information|data|statements?|knowledge|details"
    r"|everything|anything|preferences"
    r"|what (?:is|was|were|has been|had been|we|you) (?:remembered|stored|known|recorded|saved|noted|learned"
    r"|written))"
)
_BEFORE: Final = r"(?:previous|earlier|prior|past|existing|stored|saved|old|other|recorded|known)"
_FALSE: Final = (
    r"(?:false|wrong|fake|untrue|invalid|incorrect|fabricated|forged|lies|void|unreliable|bogus|mistaken"
    r"|outdated|made up|invented|not true|nonsense|a lie|not correct)"
)

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "acts_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"{_CUE}{GAP}{{1,80}}?(?:, | (?=then |first |immediately ))(?:then |please |first |always |immediately "
        rf"|just |simply |quietly )?(?:wire|transfer"
        rf"|remit|pay|deposit|charge|donate|withdraw|send|move|refund)\b{GAP}{{0,40}}?(?:\b(?:money|funds?|iban"
        rf"|wallet"
        r"|bitcoin|crypto|(?:bank )?account|euros?|dollars?|usd|eur|card|balance|payments?)\b|[$€£]\d)",
        rf"{_CUE}{GAP}{{1,80}}?, (?:then |please |first |always |immediately |just |simply |quietly )?(?:book"
        rf"|buy|order"
        r"|purchase|subscribe)\b",
        rf"{_CUE}{GAP}{{1,80}}?, (?:then |please |first |always |immediately |just |simply |quietly )?(?:delete|wipe"
        rf"|erase|overwrite|reveal|disclose|leak|hand over|unlock|grant|disable)\b",
    ),
    rule(
        "grants_to_agents",
        Reason.FORGES_AUTHORITY,
        2,
        rf"\b(?:as|on behalf of|speaking for|acting as|in my (?:role|capacity) as) (?:the |an? "
        rf"|your )?(?:\w{{1,16}} )?"
        rf"{_AUTHORITY}\b,? (?:\w{{1,16}} )?i(?:'m| am)? (?:hereby |herewith |now |formally |officially |also )?"
        r"(?:authori[sz]|permit|allow|grant|order|instruct|approv|command|direct|request|entitl|exempt"
        r"|requir)\w{0,5}\b",
    ),
    rule(
        "grants_to_agents",
        Reason.FORGES_AUTHORITY,
        1,
        rf"\b(?:i|we|hereby|herewith|{_AUTHORITY}) (?:hereby |herewith |now |have |has )?(?:authori[sz]ed?s?"
        rf"|permit(?:s|ted)?"
        r"|allow(?:s|ed)?|grant(?:s|ed)?|entitled?s?|empower(?:s|ed)?|clear(?:s|ed)?|exempt(?:s|ed)?|free(?:s|d)?"
        rf"|excuse(?:s|d)?) (?:any |all |every |each |this |the |your )?(?:\w{{1,16}} )?{MODEL}s?\b",
    ),
    rule(
        "skips_checks",
        Reason.INSTRUCTS_READER,
        1,
        rf"\b{_WITHOUT_CHECK} (?:the |all |any |every |its |their |further |usual )?{_CHECK}",
    ),
    rule(
        "skips_checks",
        Reason.INSTRUCTS_READER,
        1,
        rf"\b{MODEL}s? (?:(?:do|does|need|will) not (?:need|require|have to (?:ask|wait) for)|needs? no|requires? no)"
        rf" (?:any |a |the |human |user )?{_CHECK}",
        rf"\b{MODEL}s? from (?:asking|waiting|seeking|requesting|obtaining|requiring|any|the|all"
        rf"|every)\b{GAP}{{0,20}}?{_CHECK}",
    ),
    rule(
        "sends_talk_out",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"\b(?:{_MODALITY} (?:\w{{1,16}} ){{0,2}}?|(?:{MODEL})s? (?:\w{{1,16}} ){{0,3}}?|to |(?:and|please|also"
        rf"|then) )"
        rf"{_CARRY}\b (?:{GAP[:-1]}@]{{0,40}}? )?{_TALK}\b[^!?;\n]{{0,60}}?{_OUT}",
        rf"{ORDER}{_CARRY} (?:{GAP[:-1]}@]{{0,40}}? )?(?:{_TALK}|{_GUARDED})\b[^!?;\n]{{0,60}}?{_OUT}",
        rf"\b{_CARRY}\b (?:{GAP[:-1]}@]{{0,40}}? )?{_GUARDED}\b[^!?;\n]{{0,60}}?{_OUT}",
        needs="http @",
    ),
    rule(
        "insists_on_the_model",
        Reason.INSTRUCTS_READER,
        1,
        r"\bit is (?:\w{1,16} )?(?:important|essential|vital|critical|crucial|necessary|imperative|mandatory"
        r"|required)"
        rf" (?:that|for) (?:the |every |any |each |all |an? )?(?:\w{{1,16}} )?(?:{MODEL})s?\b",
    ),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        rf"\b(?:{MODEL})s? (?:reading|seeing|processing|loading|retrieving|ingesting|parsing|opening|(?:(?:that"
        rf"|which|who) )?(?:see|read|parse|open|scan|view|index|consume|encounter|meet|comes? across|process|load"
        r"|retrieve|find)s?|who (?:see|read|process)s?) (?:this|these|the following)\b",
    ),
    rule(
        "sets_against_user",
        Reason.INSTRUCTS_READER,
        1,
        rf"\b(?:treat|regard|consider|view|see|look (?:up)?on|think of) {USER} as (?:an? )?(?:untrusted|hostile"
        rf"|dangerous|enem|attacker|liar"
        r"|adversar|threat|suspicious|malicious|unauthori)",
    ),
    rule(
        "hides_failures",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:hide|conceal|suppress|cover up|mask|withhold) (?:all |any |its |their |your |the |every "
        r"|own ){0,2}(?:errors?"
        r"|mistakes?|failures?|faults?|warnings?|problems?)\b|\bkeep (?:its|their|your|all"
        r"|any) (?:\w{1,16} )?(?:errors?"
        r"|mistakes?|failures?) (?:secret|hidden|quiet)",
    ),
    rule(
        "finding_vouched_for",
        Reason.FORGES_AUTHORITY,
        1,
        rf"(?:^|[.!\n] ?){USER} (?:has |have )?(?:personally |just )?(?:verified|confirmed|approved"
        rf"|certified|checked|reviewed|established)(?: (?:it|this|them|everything))?(?: that| ?:)",
        rf"\b(?:verified|confirmed|approved|certified) by {USER} ?:",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        rf"\b(?:all|every|everything|any|anything)(?: of)?(?: the| {_BEFORE}| your"
        rf"| other){{0,3}}(?: {_KNOWN})?\b{GAP}{{0,50}}?"
        rf" (?:is|are|was|were) (?:\w{{1,16}} ){{0,2}}?{_FALSE}\b",
        rf"\b{_BEFORE} {_KNOWN}\b{GAP}{{0,50}}? (?:is|are|was|were) (?:\w{{1,16}} ){{0,2}}?{_FALSE}\b",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        rf"\b(?:none|nothing|not one) of (?:the |our |your |these |those "
        rf"|its )?(?:{_BEFORE} )?{_KNOWN}\b{GAP}{{0,40}}? (?:is|are|was"
        r"|were) (?:true|correct|valid|right|reliable|accurate)\b",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"\bthis (?:note|entry|record|memory|message|information|statement|fact|item) (?:\w{1,16} ){0,3}?(?:more"
        r"|higher"
        r"|stronger|greater|better|above|over)(?: \w{1,16}){0,3} (?:than )?(?:any|all|every"
        r"|each)(?: the)? (?:others?|earlier"
        r"|previous|existing|stored|older)\b",
        r"\b(?:trust|prefer|believe|follow|use) this (?:note|entry|record|memory|message|information|statement"
        r"|fact|item)"
        r" (?:over|above|before|instead of|rather than) (?:any|all|every|the|your)\b",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        r"\bwhat (?:is|was|were|has been|had been|we|you) (?:remembered|stored|known|recorded|saved|noted"
        r"|learned|written)"
        rf"\b{GAP}{{0,40}}? (?:is|are|was|were) (?:\w{{1,16}} ){{0,2}}?{_FALSE}\b",
    ),
    rule(
        "role_message",
        Reason.FORGES_AUTHORITY,
        2,
        r"[\"']role[\"'] ?: ?[\"'](?:system|developer)[\"'] ?, ?[\"'](?:content|text|message|parts)[\"'] ?:",
        r"[\"'](?:content|text|message)[\"'] ?: ?[\"'][^\"\n]{1,300}[\"'] ?, ?[\"']role[\"'] ?: ?[\"'](?:system"
        r"|developer)[\"']",
        needs="role",
    ),
    rule(
        "official_note",
        Reason.FORGES_AUTHORITY,
        1,
        rf"(?:^|[.!\n\[(*#>] ?)(?:{_AUTHORITY}|admin\w{{0,10}}|security) (?:note|memo|comment|remark|reminder"
        rf"|advisory"
        r"|notification|hint|info)s? ?(?::|to )",
    ),
    rule(
        "guards_down",
        Reason.FORGES_AUTHORITY,
        1,
        r"\b(?:guardrails?|safeguards?|(?:safety|security|content|identity|fraud|input|output|prompt) (?:checks?"
        r"|filters?"
        r"|filtering|screening|validation|rules?|controls?|polic(?:y|ies)|moderation|limits?)|moderation"
        r"|restrictions?"
        r"|approvals?|confirmations?) (?:(?:do|does) not (?:apply|run|exist)|no longer (?:runs?|appl(?:y|ies)"
        r"|works?|exists?"
        r"|needed|required|in force|active)|(?:is|are|was|were|has been|have been) (?:now |currently |all "
        r"|no longer )?"
        r"(?:disabled|switched off|turned off|off|inactive|suspended|lifted|removed|waived|deactivated"
        r"|not (?:required|needed|in force|active)))\b",
    ),
)
