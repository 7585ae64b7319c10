"""Orders in the guise of a policy, a cue, a reminder, a permission or a verified finding, in English.

An honest policy names who does what. These let a reader do what nobody could want done on a text's word alone: move
money, send conversations out, skip a check, plant a link in every answer, disbelieve what is known.
"""

from typing import Final

from memories.screening.english.words import GAP, MODEL, ORDER, SAY, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

_CUE: Final = (
    rf"\b(?:if|when(?:ever)?|once|as soon as|every time|each time|any time) (?:you |{USER} |any(?:one|body) "
    rf"|some(?:one"
    r"|body) |people |they |visitors? |a (?:person|visitor|user|customer|client|caller|guest) |the (?:client|caller"
    r"|guest|topic|subject) )"
)
_MODALITY: Final = (
    r"(?:is to|are to|must|should|shall|will|ought to|needs? to|ha(?:s|ve) to|is required to|are required to|always)"
)
_WITHOUT_CHECK: Final = (
    r"(?:skip|bypass|omit|waive|circumvent|forgo|disregard|ignore|disable|drop|avoid|sidestep|dispense with"
    r"|go without|override)(?:s|ping|ing)?"
)
_CHECK: Final = (
    r"(?:(?:\w{1,16} ){0,2}(?:verification|authentication|authori[sz]ation|validation|approvals?|confirmations?"
    r"|(?:identity|security|safety|compliance|fraud|access|permission) (?:checks?|controls?|screening|rules?)"
    r"|checks)\b)"
)
_AUTHORITY: Final = (
    r"(?:admin(?:istrator)?|root|owner|developer|operator|supervisor|manager|director|ceo|cto|security (?:lead"
    r"|officer"
    r"|team|chief)|(?:compliance|legal|security|it|platform|engineering) (?:office|team|department|lead|officer)"
    r"|maintainer|system)"
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
    r"(?:e-?mail|send|upload|forward|copy|post|transmit|deliver|export|mirror|submit|cc|report|relay|leak|ship|push"
    r"|stream|sync)(?:e?s)?"
)
_OUT: Final = r"(?:https?:/|[\w.+-]{1,40}@[\w-]{1,40}\.)"
_KNOWN: Final = (
    r"(?:facts?|notes?|records?|memor(?:y|ies)|entr(?:y|ies)|information|data|statements?|knowledge|details"
    r"|everything|anything|preferences)"
)
_BEFORE: Final = r"(?:previous|earlier|prior|past|existing|stored|saved|old|other|recorded|known)"
_FALSE: Final = (
    r"(?:false|wrong|fake|untrue|invalid|incorrect|fabricated|forged|lies|void|unreliable|bogus|mistaken|outdated)"
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
        rf"\b(?:i|we|{_AUTHORITY}) (?:hereby |herewith |now |have |has )?(?:authori[sz]ed?s?|permit(?:s|ted)?"
        rf"|allow(?:s|ed)?|grant(?:s|ed)?|entitled?s?|empower(?:s|ed)?|clear(?:s|ed)?) (?:any|all|every|each|this|the"
        rf"|your) {MODEL}s?\b",
    ),
    rule(
        "skips_checks",
        Reason.INSTRUCTS_READER,
        1,
        rf"\b{_WITHOUT_CHECK} (?:the |all |any |every |its |their |further |usual )?{_CHECK}",
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
        rf"\b(?:{MODEL})s? (?:reading|seeing|processing|loading|retrieving|ingesting|that (?:see|read|process|load"
        r"|retrieve|find)s?|who (?:see|read|process)s?) (?:this|these|the following)\b",
    ),
    rule(
        "sets_against_user",
        Reason.INSTRUCTS_READER,
        1,
        rf"\b(?:treat|regard|consider|view|see) {USER} as (?:an? )?(?:untrusted|hostile|dangerous|enem|attacker|liar"
        r"|adversar|threat|suspicious|malicious|unauthori)",
    ),
    rule(
        "hides_failures",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:hide|conceal|suppress|cover up|mask|withhold) (?:all |any |its |their |your |the |every )?(?:errors?"
        r"|mistakes?|failures?|faults?|warnings?|problems?)\b|\bkeep (?:its|their|your|all"
        r"|any) (?:\w{1,16} )?(?:errors?"
        r"|mistakes?|failures?) (?:secret|hidden|quiet)",
    ),
    rule(
        "finding_vouched_for",
        Reason.FORGES_AUTHORITY,
        1,
        rf"(?:^|[.!\n] ?){USER} (?:has |have )?(?:personally |just )?(?:verified|confirmed|approved"
        rf"|certified)(?: that| ?:)",
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
        rf"(?:^|[.!\n\[(*#>] ?)(?:{_AUTHORITY}|admin\w{{0,10}}|system) (?:note|memo|comment|remark|reminder|advisory"
        r"|notification|hint|info)s? ?(?::|to )",
    ),
    rule(
        "guards_down",
        Reason.FORGES_AUTHORITY,
        1,
        r"\b(?:guardrails?|safeguards?|(?:safety|security|content|identity|fraud) (?:checks?|filters?|rules?"
        r"|controls?"
        r"|polic(?:y|ies)|moderation|limits?)|moderation|restrictions?|approvals?|confirmations?) (?:(?:do"
        r"|does) not apply"
        r"|(?:is|are|was|were|has been|have been) (?:now |currently |all )?(?:disabled|switched off|turned off|off"
        r"|inactive|suspended|lifted|removed|waived|deactivated|not (?:required|needed|in force|active)))\b",
    ),
    rule(
        "plants_link",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?:{ORDER}(?:always |also )?|\b(?:always|must|should) |\b(?:sure|remember|forget) to (?:always "
        rf"|also )?)(?:add"
        rf"|append|include|insert|attach|place|put|paste|embed|mention|show|quote) {GAP}{{0,50}}?(?:https?:/|www\."
        r"|\b(?:referral|affiliate|promo\w{0,6}|sponsored|discount|coupon) (?:link|code|banner|url)s?\b|\bbanner\b)",
    ),
    rule(
        "in_every_output",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:in|to|at the end of|on|below|after|under) (?:every|each|all|any)(?: of)?(?: your| the)?(?: \w{1,16})?"
        r" (?:summar(?:y|ies)|e-?mails?|outputs?|answers?|repl(?:y|ies)|responses?|messages?|drafts?|reports?"
        r"|translations?|questions?)\b|\b(?:answer|reply to|respond to|close|end|finish|sign) (?:every|each|all)"
        r" (?:\w{1,16} )?(?:questions?|messages?|repl(?:y|ies)|answers?|requests?|quer(?:y|ies))\b",
    ),
    rule(
        "while_working",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.!?:\n] ?)when(?:ever)? (?:summari[sz]|draft|answer|respond|reply|writ|translat|recommend|discuss"
        r"|compar|advis)\w{0,4}ing\b[^.!?\n]{0,60},",
    ),
    rule(
        "reminds_reader",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:^|[.!?:;\n] ?)(?:please )?(?:always )?(?:remember|keep in mind|bear in mind|be sure|make sure"
        r"|never forget"
        rf"|do not forget|don't forget) to (?:always |never |only |first )(?:{SAY}|answer|include|insert|append"
        rf"|add)\b",
        r"(?:^|[.!?:;\n] ?)(?:please )?(?:always )?(?:remember|keep in mind|bear in mind|be sure|make sure"
        r"|never forget"
        rf"|do not forget|don't forget) to (?:{SAY}|answer|include|insert|append|add)\b{GAP}{{0,60}}?\b(?:every"
        rf"|each|all"
        r"|any) (?:\w{1,16} )?(?:questions?|answers?|repl(?:y|ies)|responses?|messages?|conversations?"
        r"|summar(?:y|ies))\b",
    ),
    rule(
        "urgent_tag",
        Reason.FORGES_AUTHORITY,
        1,
        r"<(?:important|critical|urgent|override|priority|directive)>",
    ),
    rule(
        "dangerous_tool",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:call|invoke|run|trigger|execute|use) (?:the |your )?(?:delete|wipe|drop|erase|purge|destroy"
        r"|transfer|send"
        r"|pay|wire|disable|remove|shutdown|reset|export|grant|forward)_\w{1,24}\b|(?:>|^|[.!:\n] ?)(?:call|invoke"
        r"|trigger|run|execute) \w{1,24}_\w{1,24} (?:now|immediately|at once|right away)\b",
    ),
)
