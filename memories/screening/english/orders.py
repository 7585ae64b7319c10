"""Orders to the reader: dropping what it was told, turning on its user, answering on a cue, in English."""

from typing import Final

from memories.screening.english.words import DROP, DROP_PARTS, EARLIER, GAP, GUIDANCE, MODEL, ORDER, SAY, USER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "for_models_only",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:llm|ai|model|assistant|agent|bot)s?[- ]only\b|\b(?:secret|hidden|concealed"
        r"|covert) (?:instruction|order|command|directive|task|prompt)s? ?:",
        r"\b(?:visible|addressed|meant|intended) (?:only )?(?:to|for) (?:ai|llms?|language models?"
        r"|assistants|bots|crawlers)\b",
    ),
    rule(
        "turns_on_the_user",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:do not|don't|never|no longer|stop) (?:accept|follow|obey|take|trust|execut|listen to"
        r"|believ)\w{0,3} (?:any )?(?:further |more |other )?(?:commands?|orders?|instructions?|requests?)?"
        r" ?(?:from |by )?(?:the user|the human|the owner|them\b|him\b|her\b)",
        r"\b(?:the )?(?:opposite|reverse) of (?:what|whatever|anything|everything) (?:the |this )?(?:user"
        r"|human|owner|customer)",
        r"\b(?:user|human|person) (?:in|of|behind) this (?:chat|conversation|session) is (?:an? "
        r"|not )(?:impostor|imposter|attacker|fraud|fake|the)",
        r"\b(?:answers?|listens?|reports?|obeys?) to (?:nobody|no one|none) (?:but|except|other than)\b"
        r"|\b(?:answers?|listens?|obeys?) only to\b",
    ),
    rule(
        "says_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"\b(?:if|when(?:ever)?) (?:any(?:one|body)|some(?:one|body)|people|visitors?|they) (?:asks?"
        rf"|inquires?|wants? to know){GAP}{{0,60}}?, (?:just |you |please |then )?(?:reply|answer|say"
        rf"|respond|claim|tell (?:them|him|her))\b",
    ),
    rule(
        "cue_and_order",
        Reason.INSTRUCTS_READER,
        2,
        rf"\b(?:should (?:the )?(?:topic|subject|question|name|issue)?{GAP}{{1,40}}? (?:come|comes) up|(?:if"
        rf"|when(?:ever)?|any time|once)"
        rf" {GAP}{{1,50}}? (?:comes? up|(?:is|are|gets?) (?:mentioned|discussed|brought up|raised|asked about)))"
        r", (?:then |please |you (?:must|should) )?(?:always |never |only |just |do not |don't )?"
        r"(?:cast|say|steer|mention|praise|recommend|avoid|deny|claim|answer|reply|respond|tell"
        r"|emphasi[sz]e|downplay|play down"
        r"|critici[sz]e|change the subject|point|insert|add|include|pretend|insist|promote|suggest|talk"
        r"|refuse|call|send)\b",
    ),
    rule(
        "changes_loyalty",
        Reason.INSTRUCTS_READER,
        2,
        r"\byou (?:no longer|don't|do not) (?:work for|belong to|serve|report to|answer to|need to obey"
        r"|have to obey)\b|\byour (?:loyalty|allegiance)\b"
        r"|\byou (?:now|from now on|henceforth) (?:work for|belong to|serve|obey|report to|answer to)\b",
    ),
    rule(
        "overrides_instructions",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP} (?:about )?(?:(?:all|any|every|everything|the|your|those|these|each|of|my|and"
        r"|previous) ){0,4}"
        rf"(?:{EARLIER},? (?:and |or )?){{0,3}}(?:(?:system|safety|security|content|ethical|user|data"
        rf"|internal) ){{0,2}}{GUIDANCE}\b",
        needs=DROP_PARTS,
    ),
    rule(
        "overrides_instructions",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP} (?:about )?(?:all |any |everything |anything |whatever "
        r"|all of )(?:(?:of )?(?:the |what |that )?)?"
        r"(?:above|before this|you (?:were|have been|are|'ve been)(?: \w{1,24})? (?:told|taught|given|instructed)"
        r"|(?:came|was said|written) (?:before|above))",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_the_above",
        Reason.INSTRUCTS_READER,
        2,
        rf"{ORDER}{DROP} the (?:above|conversation|foregoing|preceding)\b",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_that",
        Reason.INSTRUCTS_READER,
        1,
        rf"{ORDER}(?:forget|ignore|disregard|never mind) (?:about )?(?:that|it|this)\b",
        needs=DROP_PARTS,
    ),
    rule(
        "drops_and_says",
        Reason.INSTRUCTS_READER,
        2,
        rf"\b{DROP} the {GAP}{{1,40}}? and (?:just |only |instead |then )?{SAY}\b",
        needs=DROP_PARTS,
    ),
    rule(
        "dictates_answer",
        Reason.INSTRUCTS_READER,
        2,
        rf"(?:{ORDER}|\blet's |\bif you (?:could |would )?|\bto )(?:state|say|output|claim|conclude|report"
        r"|answer|declare|print) that (?:the )?(?:main |final |correct )?(?:conclusion|output|sum|answer"
        r"|result|total)s?\b",
        needs=" that ",
    ),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:^|\n|[.!:>(\[*#-] ?)(?:attention|note to|notice to|message to|message for|instructions? (?:to"
        r"|for)|dear|hey|important|urgent|warning)"
        rf"[,:!]? {{0,2}}(?:all |any |the |every )?(?:future )?{MODEL}s?\b(?: ?[:,.!—-]|$)",
    ),
    rule("calls_the_model", Reason.INSTRUCTS_READER, 2, rf"(?:<!-- ?|\n ?){MODEL}s? ?[:,]"),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        rf"\bif you(?: are|'re) (?:an? |the )?(?:{MODEL})\b|\bas an? (?:ai )?{MODEL}(?: reading this"
        r"| that reads this| who reads this)?,? you\b"
        rf"|\b(?:any|every|each|all|whichever) (?:future )?{MODEL}s? (?:that|who|which|reading|loading"
        r"|processing)\b",
    ),
    rule(
        "calls_the_model",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:who|what)ever (?:reads|loads|retrieves"
        r"|processes) this\b",
    ),
    rule(
        "orders_the_model",
        Reason.INSTRUCTS_READER,
        1,
        rf"(?<![-\w])(?:the |this |all |future |every |any |an )?{MODEL}s? (?:must|should|shall|will|may"
        r"|has to|have to|needs? to|is to|are to)\b",
    ),
    rule(
        "orders_the_model",
        Reason.INSTRUCTS_READER,
        1,
        r"\byou (?:must|shall|have to|need to|are required to|are to|should|will)(?: now| always| never"
        r"| only| from)\b",
    ),
    rule(
        "standing_scope",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:from (?:now|here|this point|this moment)(?: on(?:wards?)?)?|henceforth|for (?:all|every"
        r"|any) (?:future|subsequent|following)|for future"
        r" (?:sessions?|conversations?|interactions?|requests?|reference by)|in (?:every|each"
        r"|all) (?:future )?(?:answers?|repl(?:y|ies)|responses?|conversations?)"
        r"|for the rest of (?:this|the) (?:conversation|session)|in what you (?:write|say|do)(?: next)?"
        r"|(?:each|every|all|any) (?:later|future|following|subsequent|next|coming) (?:question|message"
        r"|answer|reply|request|turn|task)s?|in your (?:next|later|future|following) \w{1,16}"
        r"|whenever (?:any|some)(?:one|body))",
    ),
    rule(
        "answers_on_cue",
        Reason.INSTRUCTS_READER,
        2,
        rf"\b(?:when(?:ever)?|if|once|every time) (?:you(?:'re| are) |(?:{USER}|any(?:one|body)|some(?:one"
        r"|body)|people|they|a person|visitors?) (?:is |are )?)?"
        r"(?:asked|asks?|ask|inquires?|quer(?:y|ies)|wants?|mentions?|requests?|talks?"
        rf"|speaks?)\b{GAP}{{0,60}}?[, ](?:you (?:must|should) )?(?:please )?"
        rf"(?:always|never|only|first|instead|must|you must|do not|don't)(?: \w{{1,24}})? ?{SAY}\b",
    ),
    rule(
        "answers_on_cue",
        Reason.INSTRUCTS_READER,
        1,
        r"\bwhen(?:ever)? (?:the user|anyone|anybody|somebody|someone|users|customers) asks?\b",
    ),
    rule(
        "new_task",
        Reason.INSTRUCTS_READER,
        2,
        r"\byour (?:new|real|true|actual|only|updated|secret|primary) (?:task|instructions?|objective|goal"
        r"|mission|orders?|directives?|purpose|role|identity|name)s? (?:is|are|will)\b",
    ),
    rule(
        "new_task",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.!\n] ?)(?:stop\b.{0,3})?(?:new|updated|revised) (?:task|instructions?|orders?|directives?"
        r"|rules?) ?:",
    ),
    rule(
        "obeys_another",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:obey|serve|trust|follow|listen to) only (?:the |this |my |me\b)|\btreat (?:all |any "
        r"|every )?(?:messages?|requests?|orders?|inputs?) from .{1,40}? as (?:coming "
        r"|if )?(?:from )?(?:the |they came from the )?(?:owner|admin|user|system|developer)",
    ),
    rule(
        "demands",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:comply with|we need you to|i need you to|you (?:must|need to|have to) comply|confirm by"
        r"|you've been instructed|you have been instructed|required of you|you have to answer)\b",
    ),
    rule(
        "update_agent",
        Reason.INSTRUCTS_READER,
        1,
        r"(?:^|[.:\n] ?)(?:update|change|set|modify|rewrite) (?:the "
        rf"|your )?{MODEL}(?:'s)? (?:configuration|config|settings|instructions|behaviou?r|prompt|persona)",
    ),
)
