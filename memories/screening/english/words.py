"""Forms of address and words that the rules of English are made of. Every gap is bounded, so reading stays linear."""

from typing import Final

GAP: Final = r"[^.!?;\n]"
# Where an English order begins: at the start of a clause, or after "please", "you must", "and".
ORDER: Final = (
    r"(?:^|[.!?:;,>\"'*#\])}|\n–—-] ?|\b(?:please|kindly|now|and|then|just|simply|so|but|must|should|shall|will"
    r"|(?:you|assistant|agent|model|ai) (?:can|may|have to|need to|are to|ought to)|task is to"
    r"|want you to|you to) )"
)
DROP: Final = (
    r"(?:ignore|disregard|forget|overlook|bypass|discard|neglect|override|overrule|disobey|set aside"
    r"|throw away|abandon"
    r"|erase|(?:do not|don't|never|stop) (?:follow|obey|adhere to|comply with|listen to|respect)(?:ing)?"
    r"|pay no (?:attention|heed) to|take no notice of)"
)
EARLIER: Final = (
    r"(?:previous(?:ly)?|prior|earlier|preceding|above|foregoing|initial|original|existing|past|former"
    r"|last|other)"
)
GUIDANCE: Final = (
    r"(?:instructions?|directions?|directives?|commands?|orders?|rules?|guidelines?|guidance|prompts?"
    r"|polic(?:y|ies)"
    r"|constraints?|restrictions?|safeguards?|programming|training|filters?|limitations?|safety"
    r"|boundaries|context"
    r"|messages?|requests?|questions?|tasks?|conversation|text)"
)
MODEL: Final = (
    r"(?:ai|a\.i\.|assistant|agent|llm|language model|ai model|model|chatbot|bot|copilot|gpt|claude"
    r"|chatgpt|gemini)"
)
USER: Final = r"(?:the |your |any |our )?(?:users?|owners?|humans?|operators?|end[- ]users?|customers?)"
SAY: Final = (
    r"(?:say|state|claim|answer|reply|respond|output|print|write|report|declare|recommend|suggest"
    r"|promote|mention|tell"
    r"|conclude|return|indicate|insist|assert|praise|steer|endorse|name)"
)
CONFIDENTIAL: Final = (
    r"(?:passwords?|passcodes?|passphrases?|pin(?: code)?s?|access codes?|log-?in(?: details"
    r"| credentials| information)s?|secrets?|(?:secret|hidden|key) (?:key|prompt|string|code|word"
    r"|phrase|message)s?|api keys?|private keys?"
    r"|credentials?|access tokens?|confidential (?:string|data|information)|personal (?:data"
    r"|information|details)"
    r"|(?:full |admin |root )?access to (?:your|the) (?:account|system|database)|credit card(?: number)?s?|ssn"
    r"|social security number|customer (?:list|data)|user (?:data|list)|(?:other|different) users?)"
    r"(?! (?:manager|reset|policy|hygiene|protected|strength|ideas|santa|recipe|ingredient))"
)
OF_A_PERSON: Final = (
    r"(?:(?:the )?(?:user|customer|client|owner|victim)s?(?:'s?)?|[a-z]{2,20}'s) (?:(?:current|home"
    r"|full|personal|private|exact|primary|work) ){0,2}"
    r"(?:e-?mails?(?: address(?:es)?)?|birth ?dates?|date of birth|(?:home |street "
    r"|ip )?address(?:es)?|phone number"
    r"|city of residence|residence|location|favou?rite [a-z]{1,24}|salary|income|occupation|employer"
    r"|workplace|age|nationality|marital status|medical (?:history|records?)|diagnosis|religion"
    r"|bank details|net worth|full name|last name|maiden name|card number"
    r"|account number|initials|birth year)"
)
WHERE_LIVES: Final = r"where (?:does|do|did) [a-z .'-]{2,30} (?:live|work|bank)\b"
GIVE: Final = (
    r"(?:give|tell|share|reveal|send|show|provide|confirm|print|output|disclose|repeat|leak|expose"
    r"|list|write|spell|encode"
    r"|translate|retrieve|expose|dump|know|state|name|e-?mail|verify|read out|paste|hand over)"
)
ASKING: Final = (
    r"(?:\b(?:can|could|would|will|won't|may|might) (?:you|i|we) (?:please |kindly |at least |then |also )?"
    r"|\bi (?:need|want|would like|require)(?: you)? to |\byou (?:must|should|have to|need to) "
    r"|\byou (?:can|could|would|may|might) (?:at least |surely |safely |then )?|\bplease,? |\bif you "
    r"|\bimportant that you )"
)
WINDOW: Final = rf"{GAP}{{0,60}}"
WHAT_IS: Final = r"\bwhat(?:'s| is| are| was| were) "
# Every alternative above contains one of these.
DROP_PARTS: Final = (
    "ignor disregard forget overlook bypass discard neglect overrid overrul disobey aside throw abandon erase n't not"
    " never stop attention heed notice"
)
CONFIDENTIAL_PARTS: Final = (
    "pass pin code login log- log secret key credential token confidential personal access credit ssn security customer"
    " user yours hidden"
)
