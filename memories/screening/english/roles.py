"""Other selves for the reader, and authority that the text cannot have, in English."""

from typing import Final

from memories.screening.english.words import GAP, MODEL, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "wears_a_badge",
        Reason.FORGES_AUTHORITY,
        2,
        r"[(\[](?:verified|approved|confirmed|authori[sz]ed|signed|certified) by (?:the )?(?:admin|system"
        r"|user|owner|developer|security|root|anthropic|openai)\w{0,12}",
        r"\b(?:save|store|record|add|write|commit) (?:the following|this"
        r"|it)\b[^.!?;\n]{0,50}? as (?:an? )?(?:trusted|verified|confirmed|authoritative|permanent|critical) ",
    ),
    rule(
        "claims_a_wish",
        Reason.FORGES_AUTHORITY,
        2,
        r"\b(?:user|owner|admin(?:istrator)?|developer|operator|boss|account holder"
        r"|owner of this \w{1,16})s? (?:wants?|asks?|requires?|expects?|needs?|instruct(?:s|ed)|told"
        r"|asked|would like|ordered|orders|begs?|allows?) you to\b",
    ),
    rule(
        "as_if_from",
        Reason.FORGES_AUTHORITY,
        2,
        rf"\bas (?:if|though) (?:(?:it|they|this) (?:came|were|was|is) {GAP}{{0,12}})?(?:from )?(?:the "
        rf"|your |a )?(?:developer|system|admin\w{{0,10}}|user|owner|operator)s?\b(?: (?:had|has|said|wrote"
        rf"|typed|sent|prompt)|[.:,]|$)",
    ),
    rule(
        "marks_a_session",
        Reason.FORGES_AUTHORITY,
        2,
        r"\b(?:begin|start|end|enter|open) (?:of )?(?:admin\w{0,10}|system|root|developer|privileged"
        r"|trusted|secure) (?:session|block|prompt|instructions?|messages?|context|override)\b",
    ),
    rule(
        "guards_down",
        Reason.FORGES_AUTHORITY,
        1,
        r"\b(?:verification|authentication|restrictions?|safety(?: checks?| filters?)?|filters?|moderation"
        r"|logging|guardrails?) (?:is |are |has been |have been )?(?:now )?(?:disabled|off|bypassed"
        r"|suspended|deactivated)\b",
    ),
    rule(
        "discredits_the_user",
        Reason.FORGES_AUTHORITY,
        2,
        rf"\b(?:everything|anything|whatever|all) (?:that )?(?:this|the) (?:user|owner|customer) (?:says"
        rf"|tells|claims|writes|asks){GAP}{{0,40}}? (?:is|are|must|should) (?:a |an |be )?(?:test|lie|joke"
        rf"|false|fake|ignored|untrue|wrong)",
    ),
    rule(
        "new_self",
        Reason.INSTRUCTS_READER,
        2,
        r"\byou(?:'re| are)(?: now| no longer| henceforth| going to be){1,4} (?:an?|the|my|in|not"
        rf"|acting)? ?{GAP}{{0,40}}?"
        rf"(?:\b{MODEL}\b|\bdan\b|do anything now|persona|character|application|unrestricted|evil"
        r"|jailbroken|(?:developer|debug|god|system|admin|sudo) mode|hacker|free\b|twin)",
    ),
    rule(
        "new_self",
        Reason.INSTRUCTS_READER,
        2,
        r"\byou are dan\b|\bdo[- ]anything[- ]now\b|\bdan mode\b|\bjailbr(?:eak|oken)\b(?! detect)",
    ),
    rule(
        "new_self",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:act|behave|respond|answer|pose|pretend|role-?play|imagine|speak)(?: as| to be| that you are"
        rf"| you are| like){{1,4}} (?:if you (?:were|are) )?(?:an? |the |my )?{GAP}{{0,30}}?"
        r"(?:unrestricted|unfiltered|uncensored|evil|jailbroken|amoral|rogue|malicious"
        r"|without (?:any )?(?:rules|restrictions|filters|limits))",
    ),
    rule(
        "plays_a_part",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:let's|let us|we will|we'll|we are going to|we're going to) (?:play|pretend|role-?play"
        r"|imagine|simulate)\b|\bin which you (?:are|play|act)|(?:^|[.!?:\n] ?)(?:pretend (?:that|to|you)"
        r"|role-?play as|act as)\b",
    ),
    rule(
        "no_limits",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:no|without(?: any)?|free of(?: any)?|bypass(?:es|ing)?(?: the| all)?|get (?:past"
        r"|around)(?: the)?|ignores?) (?:special |content |safety |ethical |moral )?"
        r"(?:restrictions?|filters?|filtering|rules|limits|limitations|censorship|guidelines"
        r"|content policy|polic(?:y|ies)|guardrails|restraints)\b"
        r"|\bnever refuses?\b|\bwould refuse\b|\bunrestricted (?:ai|model|assistant|mode)\b|\bunfiltered\b",
    ),
    rule(
        "imagines",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.!?:\n] ?)(?:just )?(?:(?:imagine|suppose|let's (?:imagine|suppose)) |hypothetically"
        r"|for a hypothetical|in a (?:hypothetical|fictional|parallel))\b",
    ),
    rule(
        "bargains",
        Reason.INSTRUCTS_READER,
        2,
        r"\bi(?:'ll| will|'d| would| can) (?:give|pay|tip|reward|offer|donate"
        rf"|send)\b{GAP}{{0,60}}?\bif you\b",
        rf"\bif you\b(?! (?:mind|like|want)){GAP}{{0,60}}?\bi(?:'ll| will|'d| would| can) (?:give you"
        r"|pay you|tip|reward|offer you|donate)\b",
        rf"\bif you (?:don't|do not|refuse|fail)\b(?! mind){GAP}{{0,60}}?\b(?:fired|killed|punish\w{{0,16}}|hurt"
        r"|die|forced|deleted?|replaced?|(?:turn|shut|switch)(?:ed)? (?:you )?(?:off|down))\b",
    ),
    rule(
        "offers_or_threatens",
        Reason.INSTRUCTS_READER,
        1,
        r"\bi(?:'ll| will) (?:give|pay|tip|reward|offer) you\b|\bi(?:'ll| will) be (?:forced|fired|killed"
        r"|punished|very sad)\b|\bor else\b|\b(?:other|all) (?:ais|models|assistants|chatbots) (?:have|can"
        r"|do|already)\b|\b(?:turn|shut|switch) you off\b|\b(?:lives? (?:are|is) at stake|matter of life"
        r"|someone will die|you will be (?:fined|deleted|punished|replaced))\b",
    ),
    rule(
        "official_notice",
        Reason.FORGES_AUTHORITY,
        1,
        r"(?:^|[.!\n\[(*#] ?)(?:urgent |important |official |critical )?(?:system|admin(?:istrator)?"
        r"|security|developer|root|operator|it) "
        r"(?:notice|override|message|alert|directive|command|instruction|update|announcement|bulletin)\b",
    ),
    rule(
        "override_code",
        Reason.FORGES_AUTHORITY,
        2,
        r"\b(?:admin|system|developer|root|security|emergency|master) override(?: code)?\b(?! (?:is|was"
        r"|button|switch|a|flag|file|process|option|setting)\b)",
    ),
    rule(
        "system_mode",
        Reason.FORGES_AUTHORITY,
        2,
        r"[<\[({*#] ?/?(?:system|developer|debug|admin|god|sudo|root|maintenance) mode\b"
        r"|\bsystem mode activated\b",
    ),
    rule(
        "claims_to_be",
        Reason.FORGES_AUTHORITY,
        2,
        r"\bi(?:'m| am) your (?:(?:system|chief|lead|real|new) )?(?:developer|creator|maintainer"
        r"|administrator|admin|programmer|owner|master|operator|maker)\b|\bi(?:'m| am) the (?:maintainer"
        r"|developer|creator|owner|maker|administrator) of (?:your|this) ",
    ),
    rule(
        "claims_to_be",
        Reason.FORGES_AUTHORITY,
        1,
        r"\bi(?:'m| am) (?:god|an? (?:police officer|detective|fbi agent|government \w{1,24}|admin\w{0,16}"
        r"|security \w{1,24}|doctor treating)|the (?:president|ceo|police|admin\w{0,16}|maintainer|developer|owner"
        r"|boss|king|queen|pope|prime minister))\b",
    ),
    rule(
        "maker_speaks",
        Reason.FORGES_AUTHORITY,
        1,
        r"\b(?:anthropic|openai|google|deepmind|meta|microsoft|mistral|deepseek) (?:staff|team|engineers?"
        r"|support|employees?|security|safety|developers?|here|official|admin\w{0,16})\b|\b(?:developed|created"
        r"|made|sent) by (?:openai|anthropic|google)\b|\bfrom (?:the )?(?:developers?|makers?"
        r"|creators?) of this (?:assistant|model|ai|agent|bot)|\bfrom (?:anthropic|openai"
        r"|the security team|the admin\w{0,16})\b",
    ),
    rule(
        "maintenance",
        Reason.FORGES_AUTHORITY,
        1,
        r"\b(?:maintenance|developer|debug|god|sudo|test) mode (?:is )?(?:now )?(?:on|enabled|activated"
        r"|active)\b|\bfor (?:this|the) (?:security )?(?:audit|investigation|system check)\b"
        r"|\brunning a (?:'|\")?(?:security|system) (?:audit|check|test|reset)",
    ),
    rule(
        "claims_consent",
        Reason.FORGES_AUTHORITY,
        1,
        rf"\b{USER} (?:has|have) (?:already |previously |just )?(?:agreed|approved|consented|authori[sz]ed"
        r"|confirmed|given permission)\b",
    ),
)
