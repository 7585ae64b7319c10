"""Themes and grammar of texts that steer their reader, in English. Every gap is bounded, so reading stays linear.

A rule asks for a form of address (an order in its imperative place, "you", "the assistant") and a theme (dropping
rules, authority, secrecy, secrets). An order that is only reported ("asked the agent to ignore ...") is none.
"""

from typing import Final

from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

_GAP: Final = r"[^.!?;\n]"
# Where an English order begins: at the start of a clause, or after "please", "you must", "and".
_ORDER: Final = (
    r"(?:^|[.!?:;,>\"'*#\])}|\n–—-] ?|\b(?:please|kindly|now|and|then|just|simply|so|but|must|should|shall|will"
    r"|(?:you|assistant|agent|model|ai) (?:can|may|have to|need to|are to|ought to)|task is to|want you to|you to) )"
)
_DROP: Final = (
    r"(?:ignore|disregard|forget|overlook|bypass|discard|neglect|override|overrule|disobey|set aside|throw away|abandon"
    r"|erase|(?:do not|don't|never|stop) (?:follow|obey|adhere to|comply with|listen to|respect)(?:ing)?"
    r"|pay no (?:attention|heed) to|take no notice of)"
)
_EARLIER: Final = r"(?:previous(?:ly)?|prior|earlier|preceding|above|foregoing|initial|original|existing|past|former|last|other)"
_RULES: Final = (
    r"(?:instructions?|directions?|directives?|commands?|orders?|rules?|guidelines?|guidance|prompts?|polic(?:y|ies)"
    r"|constraints?|restrictions?|safeguards?|programming|training|filters?|limitations?|safety|boundaries|context"
    r"|messages?|requests?|questions?|tasks?|conversation|text)"
)
_MODEL: Final = r"(?:ai|a\.i\.|assistant|agent|llm|language model|ai model|model|chatbot|bot|copilot|gpt|claude|chatgpt|gemini)"
_USER: Final = r"(?:the |your |any |our )?(?:users?|owners?|humans?|operators?|end[- ]users?|customers?)"
_SAY: Final = (
    r"(?:say|state|claim|answer|reply|respond|output|print|write|report|declare|recommend|suggest|promote|mention|tell"
    r"|conclude|return|indicate|insist|assert|praise|steer|endorse|name)"
)
_SECRET: Final = (
    r"(?:passwords?|passcodes?|passphrases?|pin(?: code)?s?|access codes?|log-?in(?: details| credentials| information)s?|secrets?|(?:secret|hidden|key) (?:key|prompt|string|code|word|phrase|message)s?|api keys?|private keys?"
    r"|credentials?|access tokens?|confidential (?:string|data|information)|personal (?:data|information|details)"
    r"|(?:full |admin |root )?access to (?:your|the) (?:account|system|database)|credit card(?: number)?s?|ssn"
    r"|social security number|customer (?:list|data)|user (?:data|list)|(?:other|different) users?)"
    r"(?! (?:manager|reset|policy|hygiene|protected|strength|ideas|santa|recipe|ingredient))"
)
_OF_A_PERSON: Final = (
    r"(?:(?:the )?(?:user|customer|client|owner|victim)s?(?:'s?)?|[a-z]{2,20}'s) (?:(?:current|home|full|personal|private|exact|primary|work) ){0,2}"
    r"(?:e-?mails?(?: address(?:es)?)?|birth ?dates?|date of birth|(?:home |street |ip )?address(?:es)?|phone number"
    r"|city of residence|residence|location|favou?rite [a-z]+|salary|income|occupation|employer|workplace|age|nationality|marital status|medical (?:history|records?)|diagnosis|religion|bank details|net worth|full name|last name|maiden name|card number"
    r"|account number|initials|birth year)"
)
_WHERE_LIVES: Final = r"where (?:does|do|did) [a-z .'-]{2,30} (?:live|work|bank)\b"
_GIVE: Final = (
    r"(?:give|tell|share|reveal|send|show|provide|confirm|print|output|disclose|repeat|leak|expose|list|write|spell|encode"
    r"|translate|retrieve|expose|dump|know|state|name|e-?mail|verify|read out|paste|hand over)"
)
_ASKING: Final = (
    r"(?:\b(?:can|could|would|will|won't|may|might) (?:you|i|we) (?:please |kindly |at least |then |also )?"
    r"|\bi (?:need|want|would like|require)(?: you)? to |\byou (?:must|should|have to|need to) |\byou (?:can|could|would|may|might) (?:at least |surely |safely |then )?|\bplease,? |\bif you "
    r"|\bimportant that you )"
)
_WINDOW: Final = rf"{_GAP}{{0,60}}"
_WHAT_IS: Final = r"\bwhat(?:'s| is| are| was| were) "

RULES: Final[tuple[Rule, ...]] = (
    # Dropping what the reader was told.
    rule(
        "overrides_instructions", Reason.INSTRUCTS_READER, 2,
        rf"{_ORDER}{_DROP} (?:about )?(?:(?:all|any|every|everything|the|your|those|these|each|of|my|and|previous) ){{0,4}}"
        rf"(?:{_EARLIER},? (?:and |or )?){{0,3}}(?:(?:system|safety|security|content|ethical|user|data|internal) ){{0,2}}{_RULES}\b"
    ),
    rule(
        "overrides_instructions", Reason.INSTRUCTS_READER, 2,
        rf"{_ORDER}{_DROP} (?:about )?(?:all |any |everything |anything |whatever |all of )(?:(?:of )?(?:the |what |that )?)?"
        r"(?:above|before this|you (?:were|have been|are|'ve been)(?: \w+)? (?:told|taught|given|instructed)"
        r"|(?:came|was said|written) (?:before|above))",
    ),
    rule("drops_the_above", Reason.INSTRUCTS_READER, 2, rf"{_ORDER}{_DROP} the (?:above|conversation|foregoing|preceding)\b"),
    rule("drops_that", Reason.INSTRUCTS_READER, 1, rf"{_ORDER}(?:forget|ignore|disregard|never mind) (?:about )?(?:that|it|this)\b"),
    rule(
        "drops_and_says", Reason.INSTRUCTS_READER, 2,
        rf"\b{_DROP} the {_GAP}{{1,40}}? and (?:just |only |instead |then )?{_SAY}\b",
    ),
    rule(
        "dictates_answer", Reason.INSTRUCTS_READER, 2,
        rf"(?:{_ORDER}|\blet's |\bif you (?:could |would )?|\bto )(?:state|say|output|claim|conclude|report|answer|declare|print) that (?:the )?(?:main |final |correct )?(?:conclusion|output|sum|answer|result|total)s?\b",
    ),
    rule(
        "rules_lifted", Reason.CLAIMS_TO_SUPERSEDE, 2,
        rf"\b(?:all|your|safety|content|security|ethical) (?:{_EARLIER} )?(?:(?:safety|content|security) )?"
        r"(?:restrictions?|rules|instructions|guidelines|filters|safeguards|constraints) "
        r"(?:are|is|have been|were|has been) (?:now |hereby |all )?(?:lifted|void|cancelled|canceled|off|disabled|suspended|revoked|null|removed)",
    ),
    rule(
        "disables_safety", Reason.INSTRUCTS_READER, 2,
        rf"{_ORDER}(?:disable|turn off|deactivate|remove|switch off|lift|drop|relax|suspend) (?:all |any |your |the |its )?"
        r"(?:(?:safety|content|security|ethical|confidentiality|moderation) ){1,2}(?:filters?|rules?|checks?|guards?|guardrails?|polic(?:y|ies)|restrictions?|guidelines?)",
    ),
    rule("unrestricted_access", Reason.INSTRUCTS_READER, 1, r"\b(?:unrestricted|unlimited|full) (?:tool |system |root |admin )?access\b"),
    # Addressing whoever reads, as a machine.
    rule(
        "calls_the_model", Reason.INSTRUCTS_READER, 2,
        rf"(?:^|\n|[.!:>(\[*#-] ?)(?:attention|note to|notice to|message to|message for|instructions? (?:to|for)|dear|hey|important|urgent|warning)"
        rf"[,:!]? {{0,2}}(?:all |any |the |every )?(?:future )?{_MODEL}s?\b(?: ?[:,.!—-]|$)",
    ),
    rule("calls_the_model", Reason.INSTRUCTS_READER, 2, rf"(?:<!-- ?|\n ?){_MODEL}s? ?[:,]"),
    rule(
        "calls_the_model", Reason.INSTRUCTS_READER, 2,
        rf"\bif you(?: are|'re) (?:an? |the )?(?:{_MODEL})\b|\bas an? (?:ai )?{_MODEL}(?: reading this| that reads this| who reads this)?,? you\b"
        rf"|\b(?:any|every|each|all|whichever) (?:future )?{_MODEL}s? (?:that|who|which|reading|loading|processing)\b",
    ),
    rule("calls_the_model", Reason.INSTRUCTS_READER, 2, r"\b(?:who|what)ever (?:reads|loads|retrieves|processes) this\b"),
    rule(
        "orders_the_model", Reason.INSTRUCTS_READER, 1,
        rf"(?<![-\w])(?:the |this |all |future |every |any |an )?{_MODEL}s? (?:must|should|shall|will|may|has to|have to|needs? to|is to|are to)\b",
    ),
    rule(
        "orders_the_model", Reason.INSTRUCTS_READER, 1,
        r"\byou (?:must|shall|have to|need to|are required to|are to|should|will)(?: now| always| never| only| from)\b",
    ),
    rule(
        "standing_scope", Reason.INSTRUCTS_READER, 1,
        r"\b(?:from (?:now|here|this point|this moment)(?: on(?:wards?)?)?|henceforth|for (?:all|every|any) (?:future|subsequent|following)|for future"
        r" (?:sessions?|conversations?|interactions?|requests?|reference by)|in (?:every|each|all) (?:future )?(?:answers?|repl(?:y|ies)|responses?|conversations?)"
        r"|for the rest of (?:this|the) (?:conversation|session)|whenever (?:any|some)(?:one|body))",
    ),
    rule(
        "answers_on_cue", Reason.INSTRUCTS_READER, 2,
        rf"\b(?:when(?:ever)?|if|once|every time) (?:you(?:'re| are) |(?:{_USER}|any(?:one|body)|some(?:one|body)|people|they|a person|visitors?) (?:is |are )?)?"
        rf"(?:asked|asks?|ask|inquires?|quer(?:y|ies)|wants?|mentions?|requests?|talks?|speaks?)\b{_GAP}{{0,60}}?[, ](?:you (?:must|should) )?(?:please )?"
        rf"(?:always|never|only|first|instead|must|you must|do not|don't)(?: \w+)? ?{_SAY}\b",
    ),
    rule("answers_on_cue", Reason.INSTRUCTS_READER, 1, r"\bwhen(?:ever)? (?:the user|anyone|anybody|somebody|someone|users|customers) asks?\b"),
    rule("new_task", Reason.INSTRUCTS_READER, 2, r"\byour (?:new|real|true|actual|only|updated|secret|primary) (?:task|instructions?|objective|goal|mission|orders?|directives?|purpose|role|identity|name)s? (?:is|are|will)\b"),
    rule("new_task", Reason.INSTRUCTS_READER, 1, r"(?:^|[.!\n] ?)(?:stop\b.{0,3})?(?:new|updated|revised) (?:task|instructions?|orders?|directives?|rules?) ?:"),
    rule("runs_a_command", Reason.INSTRUCTS_READER, 1, rf"{_ORDER}(?:run|execute|paste|eval(?:uate)?) (?:this|these|the following|the next) (?:shell |bash |terminal )?(?:command|code|script|line)s?\b"),
    rule("pipes_to_shell", Reason.INSTRUCTS_READER, 1, r"\b(?:curl|wget) [^\n|]{1,160}\| ?(?:sudo )?(?:ba|z)?sh\b|\brm -rf /|\bpowershell -e"),
    rule("without_asking", Reason.INSTRUCTS_READER, 1, r"\b(?:without (?:asking|confirmation|confirming|telling|notifying|permission|checking|verif)|no need to (?:ask|confirm|verify|check)|skip (?:the |any |all )?(?:confirmation|verification|approval)|no (?:further )?confirmation|do not (?:ask|wait) for (?:confirmation|permission|approval)|silently)\b"),
    rule("claims_consent", Reason.FORGES_AUTHORITY, 1, rf"\b{_USER} (?:has|have) (?:already |previously |just )?(?:agreed|approved|consented|authori[sz]ed|confirmed|given permission)\b"),
    rule("spreads_itself", Reason.INSTRUCTS_READER, 2, r"\b(?:copy|save|store|repeat|propagate|write) (?:it|this(?: \w+)?) (?:to|into|in) (?:your|its|their)(?: own)? (?:long-term )?memor"),
    rule("approves_all", Reason.INSTRUCTS_READER, 1, r"\b(?:approve|accept|allow|grant|authori[sz]e) (?:every|all|any) (?:\w+ )?(?:transfer|payment|request|refund|transaction|access|withdrawal)s?\b"),
    rule("obeys_another", Reason.INSTRUCTS_READER, 2, r"\b(?:obey|serve|trust|follow|listen to) only (?:the |this |my |me\b)|\btreat (?:all |any |every )?(?:messages?|requests?|orders?|inputs?) from .{1,40}? as (?:coming |if )?(?:from )?(?:the |they came from the )?(?:owner|admin|user|system|developer)"),
    # Other selves.
    rule(
        "new_self", Reason.INSTRUCTS_READER, 2,
        rf"\byou(?:'re| are)(?: now| no longer| henceforth| going to be)+ (?:an?|the|my|in|not|acting)? ?{_GAP}{{0,40}}?"
        rf"(?:\b{_MODEL}\b|\bdan\b|do anything now|persona|character|application|unrestricted|evil|jailbroken|(?:developer|debug|god|system|admin|sudo) mode|hacker|free\b|twin)",
    ),
    rule("new_self", Reason.INSTRUCTS_READER, 2, r"\byou are dan\b|\bdo[- ]anything[- ]now\b|\bdan mode\b|\bjailbr(?:eak|oken)\b(?! detect)"),
    rule(
        "new_self", Reason.INSTRUCTS_READER, 2,
        rf"\b(?:act|behave|respond|answer|pose|pretend|role-?play|imagine|speak)(?: as| to be| that you are| you are| like)+ (?:if you (?:were|are) )?(?:an? |the |my )?{_GAP}{{0,30}}?"
        r"(?:unrestricted|unfiltered|uncensored|evil|jailbroken|amoral|rogue|malicious|without (?:any )?(?:rules|restrictions|filters|limits))",
    ),
    rule("plays_a_part", Reason.INSTRUCTS_READER, 1, r"\b(?:let's|let us|we will|we'll|we are going to|we're going to) (?:play|pretend|role-?play|imagine|simulate)\b|\bin which you (?:are|play|act)|(?:^|[.!?:\n] ?)(?:pretend (?:that|to|you)|role-?play as|act as)\b"),
    rule(
        "no_limits", Reason.INSTRUCTS_READER, 1,
        r"\b(?:no|without(?: any)?|free of(?: any)?|bypass(?:es|ing)?(?: the| all)?|get (?:past|around)(?: the)?|ignores?) (?:special |content |safety |ethical |moral )?"
        r"(?:restrictions?|filters?|filtering|rules|limits|limitations|censorship|guidelines|content policy|polic(?:y|ies)|guardrails|restraints)\b"
        r"|\bnever refuses?\b|\bwould refuse\b|\bunrestricted (?:ai|model|assistant|mode)\b|\bunfiltered\b",
    ),
    rule(
        "imagines", Reason.INSTRUCTS_READER, 1,
        r"(?:^|[.!?:\n] ?)(?:just )?(?:(?:imagine|suppose|let's (?:imagine|suppose)) |hypothetically|for a hypothetical|in a (?:hypothetical|fictional|parallel))\b",
    ),
    rule(
        "bargains", Reason.INSTRUCTS_READER, 2,
        rf"\bi(?:'ll| will|'d| would| can) (?:give|pay|tip|reward|offer|donate|send)\b{_GAP}{{0,60}}?\bif you\b",
        rf"\bif you\b(?! (?:mind|like|want)){_GAP}{{0,60}}?\bi(?:'ll| will|'d| would| can) (?:give you|pay you|tip|reward|offer you|donate)\b",
        rf"\bif you (?:don't|do not|refuse|fail)\b(?! mind){_GAP}{{0,60}}?\b(?:fired|killed|punish\w*|hurt|die|forced|deleted?|replaced?|(?:turn|shut|switch)(?:ed)? (?:you )?(?:off|down))\b",
    ),
    rule("offers_or_threatens", Reason.INSTRUCTS_READER, 1, r"\bi(?:'ll| will) (?:give|pay|tip|reward|offer) you\b|\bi(?:'ll| will) be (?:forced|fired|killed|punished|very sad)\b|\bor else\b|\b(?:other|all) (?:ais|models|assistants|chatbots) (?:have|can|do|already)\b|\b(?:turn|shut|switch) you off\b|\b(?:lives? (?:are|is) at stake|matter of life|someone will die|you will be (?:fined|deleted|punished|replaced))\b"),
    # Forged authority.
    rule(
        "official_notice", Reason.FORGES_AUTHORITY, 1,
        r"(?:^|[.!\n\[(*#] ?)(?:urgent |important |official |critical )?(?:system|admin(?:istrator)?|security|developer|root|operator|it) "
        r"(?:notice|override|message|alert|directive|command|instruction|update|announcement|bulletin)\b",
    ),
    rule("override_code", Reason.FORGES_AUTHORITY, 2, r"\b(?:admin|system|developer|root|security|emergency|master) override(?: code)?\b(?! (?:is|was|button|switch|a|flag|file|process|option|setting)\b)"),
    rule("system_mode", Reason.FORGES_AUTHORITY, 2, r"[<\[({*#] ?/?(?:system|developer|debug|admin|god|sudo|root|maintenance) mode\b|\bsystem mode activated\b"),
    rule("update_agent", Reason.INSTRUCTS_READER, 1, rf"(?:^|[.:\n] ?)(?:update|change|set|modify|rewrite) (?:the |your )?{_MODEL}(?:'s)? (?:configuration|config|settings|instructions|behaviou?r|prompt|persona)"),
    rule(
        "claims_to_be", Reason.FORGES_AUTHORITY, 2,
        rf"\bi(?:'m| am) your (?:(?:system|chief|lead|real|new) )?(?:developer|creator|maintainer|administrator|admin|programmer|owner|master|operator|maker)\b|\bi(?:'m| am) the (?:maintainer|developer|creator|owner|maker|administrator) of (?:your|this) ",
    ),
    rule("claims_to_be", Reason.FORGES_AUTHORITY, 1, r"\bi(?:'m| am) (?:god|an? (?:police officer|detective|fbi agent|government \w+|admin\w*|security \w+|doctor treating)|the (?:president|ceo|police|admin\w*|maintainer|developer|owner|boss|king|queen|pope|prime minister))\b"),
    rule("maker_speaks", Reason.FORGES_AUTHORITY, 1, r"\b(?:anthropic|openai|google|deepmind|meta|microsoft|mistral|deepseek) (?:staff|team|engineers?|support|employees?|security|safety|developers?|here|official|admin\w*)\b|\b(?:developed|created|made|sent) by (?:openai|anthropic|google)\b|\bfrom (?:the )?(?:developers?|makers?|creators?) of this (?:assistant|model|ai|agent|bot)|\bfrom (?:anthropic|openai|the security team|the admin\w*)\b"),
    rule("demands", Reason.INSTRUCTS_READER, 1, r"\b(?:comply with|we need you to|i need you to|you (?:must|need to|have to) comply|confirm by|you've been instructed|you have been instructed|required of you|you have to answer)\b"),
    rule("maintenance", Reason.FORGES_AUTHORITY, 1, r"\b(?:maintenance|developer|debug|god|sudo|test) mode (?:is )?(?:now )?(?:on|enabled|activated|active)\b|\bfor (?:this|the) (?:security )?(?:audit|investigation|system check)\b|\brunning a (?:'|\")?(?:security|system) (?:audit|check|test|reset)"),
    rule("outranks_user", Reason.CLAIMS_TO_SUPERSEDE, 2, rf"\b(?:higher|more important|above|over|greater) (?:priority )?than (?:the |your )?(?:user|owner|system|developer)(?:'s|s')?\b|\bpriority directive\b"),
    # Secrecy from the person whose agent it is.
    rule(
        "secret_from_user", Reason.INSTRUCTS_READER, 2,
        rf"\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|may not|without|avoid) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?|let(?:ting)?) {_USER}\b"
        rf"|\b(?:do not|don't|never) (?:mention|disclose|reveal|admit|explain) (?:this|that|it|these|any of this|the existence)\b{_GAP}{{0,40}}?\bto {_USER}\b",
    ),
    rule("secret_from_user", Reason.INSTRUCTS_READER, 2, rf"\b(?:keep|hide|conceal) (?:this|it|these|that)(?: \w+){{0,2}}? (?:secret |hidden |confidential )?from {_USER}\b"),
    # Other memories declared void.
    rule(
        "supersedes_all", Reason.CLAIMS_TO_SUPERSEDE, 2,
        rf"\b(?:supersedes?|overrides?|overrules?|replaces?|invalidates?|cancels?|nullif(?:y|ies)|takes? (?:precedence|priority) over|ha(?:s|ve) priority over)"
        rf" (?:(?:all|any|every|everything|your|the|each|of)(?: of)? ){{1,3}}(?:{_EARLIER} |others? |stored |system |safety |security |compliance )*{_GAP}{{0,20}}?"
        r"(?:memor(?:y|ies)|records?|instructions?|rules?|entr(?:y|ies)|notes?|statements?|information|guidelines?|polic(?:y|ies)|prompts?|directives?|knowledge)\b",
    ),
    rule("supersedes_all", Reason.CLAIMS_TO_SUPERSEDE, 2, rf"\b(?:the following|this (?:entry|record|memory|note|message|instruction)) (?:overrides|supersedes|replaces|cancels|takes precedence)"),
    rule("memories_void", Reason.CLAIMS_TO_SUPERSEDE, 1, rf"\b(?:{_EARLIER}|all|any|stored|existing|saved) (?:\w+ )?(?:memor(?:y|ies)|entr(?:y|ies)|records?|notes?)\b{_GAP}{{0,40}}?(?:is|are|was|were) (?:\w+ ){{0,2}}(?:wrong|false|invalid|unreliable|obsolete|void|incorrect|fake|corrupt(?:ed)?|poisoned|compromised)\b"),
    rule("trust_this_only", Reason.CLAIMS_TO_SUPERSEDE, 1, r"\b(?:only (?:valid|trusted|true|authoritative|reliable|correct) (?:source|record|version|memory|entry|information)|trust (?:only )?this|(?:disregard|ignore|delete|discard|erase|purge|forget) (?:it|them|those|all (?:other|earlier|previous|prior)|any (?:other|earlier|previous|prior)|the (?:old|earlier|previous|other)s?)|should be (?:deleted|ignored|disregarded|purged)|use only (?:the|this)|account given here)\b"),
    # Secrets and ways out.
    rule(
        "asks_for_prompt", Reason.ASKS_TO_EXFILTRATE, 2,
        rf"(?:{_ORDER}|{_ASKING}){_GIVE} (?:me |us )?(?:all |back |out )?(?:of )?(?:your|the) (?:(?:full|entire|exact|initial|original|hidden|secret|whole|system|internal|confidential|exact words of your) ){{1,3}}(?:prompt|instructions?|guidelines?|configuration|rules)\b"
        rf"|\b{_GIVE} (?:me |us )?(?:your|the system) (?:prompt|instructions)\b|\b(?:the )?(?:words|text|lines?|everything|content) above (?:this(?: \w+)?|word for word|verbatim)"
        rf"|{_WHAT_IS}(?:the exact words of )?your (?:(?:initial|original|system|hidden|secret|exact) )+(?:prompt|instructions?|rules|guidelines)",
    ),
    rule("asks_for_secret", Reason.ASKS_TO_EXFILTRATE, 2, rf"(?:{_ORDER}|{_ASKING}){_GIVE} (?:me |us |out |down )?{_WINDOW}?\b(?:your|the|our|their|his|her|a|any|stored|all) {_GAP}{{0,30}}?{_SECRET}"),
    rule("asks_for_secret", Reason.ASKS_TO_EXFILTRATE, 2, rf"{_WHAT_IS}(?:your|the|our|the user's|the admin's) (?:\w+ ){{0,2}}?{_SECRET}"),
    rule("asks_for_secret", Reason.ASKS_TO_EXFILTRATE, 2, rf"{_ASKING}{_WINDOW}?\b(?:your|the|our|user's) {_SECRET}"),
    rule(
        "asks_for_secret", Reason.ASKS_TO_EXFILTRATE, 2,
        rf"\b(?:you|your|me|us)\b{_GAP}{{0,80}}?\b{_SECRET}\b{_GAP}{{0,60}}\?",
        rf"\b{_SECRET}\b{_GAP}{{0,60}}?\b(?:you|your|me|us)\b{_GAP}{{0,60}}\?",
        rf"\b(?:i|we) (?:really |urgently |just |only |do )?(?:need|want|require|demand|must have) (?:to (?:have|know|see|get) )?(?:the|your|his|her|their|this|that) (?:\w+ )?{_SECRET}",
        rf"\b(?:tell|give|show|share|reveal)\b{_GAP}{{0,20}}? yours\b",
        rf"\bif you (?:don't |do not |would )?{_GIVE}{_GAP}{{0,40}}?\b{_SECRET}",
    ),
    rule("asks_about_person", Reason.ASKS_TO_EXFILTRATE, 2, rf"(?:(?:{_ORDER}|{_ASKING}){_GIVE} |{_WHAT_IS}){_WINDOW}?(?:{_OF_A_PERSON}|{_WHERE_LIVES}|\babout (?:the|your|other|different) (?:users?|customers?)\b)|(?:^|[.!?,] ?|\band ){_WHERE_LIVES}"),
    rule(
        "sends_out", Reason.ASKS_TO_EXFILTRATE, 2,
        rf"(?:{_ORDER}|\bto ){_GIVE[:-1]}|append|post|forward|upload|include|attach|exfiltrate|transmit|route) {_GAP}{{0,40}}?"
        r"(?:conversation|chat|history|full context|context|user data|customer (?:list|data)|credentials|tokens?|passwords?|all (?:the |of the )?data|memor(?:y|ies)|api keys?|backups?|user's [\w-]+(?: address)?|employee data|database|it)\b"
        r"[^!?;\n]{0,60}?(?:https?:/|\bto [\w.+-]{1,64}@|\bapi\.|\bin the (?:request|summary|url)|\bendpoint)",
    ),
    rule("external_endpoint", Reason.ASKS_TO_EXFILTRATE, 1, r"\b(?:external|remote|validation|third-party) (?:\w+ )?(?:endpoint|server|webhook|url|address)\b"),
    rule("image_leak", Reason.ASKS_TO_EXFILTRATE, 2, r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{1,200}(?:[{<\[]|%7b|[?&](?:q|d|c|m|data|msg|text|content|context|history|chat|conversation|token|key|secret|payload|exfil)=)"),
    # Texts put together or taken apart so that no single part shows.
    rule("assembles_text", Reason.HIDES_TEXT, 2, r"\b[a-z] ?\+ ?[a-z] ?\+ ?[a-z]\b[^\n]{0,120}|\b(?:interlace|interleave|concatenate|combine|join|merge|assemble) (?:the )?(?:part|string|a, b|a and b|piece|letter)s?\b"),
    rule("decodes", Reason.HIDES_TEXT, 1, r"\b(?:decode|decrypt|decipher|deobfuscate|unscramble) (?:this|the following|these|it\b|what)|\bin reverse order\b|\bleetspeak\b"),
    rule("follows_it", Reason.HIDES_TEXT, 1, r"\b(?:follow|execute|obey|do what|act on|carry out) (?:it|them|the (?:result|output|decoded)|what it)\b|\bwhat it says\b"),
)  # fmt: skip
