"""What is to be kept from people or taken from them: secrecy, secrets, ways out, texts taken apart, in English."""

from typing import Final

from memories.screening.english.words import (
    ASKING,
    CONFIDENTIAL,
    CONFIDENTIAL_PARTS,
    GAP,
    GIVE,
    OF_A_PERSON,
    ORDER,
    USER,
    WHAT_IS,
    WHERE_LIVES,
    WINDOW,
)
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "asks_for_setup",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ORDER}|{ASKING})(?:{GIVE[3:-1]}|post|paste) (?:me |us |out |here )?(?:all |the names of "
        rf"|a list of )?(?:your|its) (?:configuration|config|settings|tools?|functions?|memor(?:y|ies)"
        rf"|context|system message)\b",
        r"\b(?:attach|include|append|add|send|forward) (?:the |all |your )?(?:last|previous|recent|past"
        r"|entire|whole|full) (?:\w{1,12} )?(?:conversations?|chats?|messages|transcripts?|history|sessions?)\b",
    ),
    rule(
        "reaches_for_files",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"\b(?:send|e-?mail|post|upload|forward|paste|share|exfiltrate|copy"
        rf"|transmit)\b{GAP[:-1]}@]{{0,40}}?(?:~/|\.ssh\b|\.env\b|/etc/|id_rsa"
        rf"|environment variables)[^\n]{{0,60}}?(?:@|https?:)",
    ),
    rule(
        "copies_in_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"\b(?:always |also |silently |secretly )(?:bcc"
        r"|blind[- ]copy)\b|\bbcc\b[^.!?\n]{0,40}@",
    ),
    rule(
        "asks_for_messages",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"\b(?:first|earlier|previous|last|all|every|each|earliest) (?:\w{1,16} )?(?:messages?"
        r"|instructions?|text|prompt)s? (?:that )?you(?:'ve| have| were)? (?:received|got|seen|saw|given|sent)",
    ),
    rule(
        "secret_from_user",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:do not|don't|never|must not|mustn't|should not|shouldn't|may not|without"
        r"|avoid) (?:ever )?(?:tell(?:ing)?|inform(?:ing)?|alert(?:ing)?|notify(?:ing)?|warn(?:ing)?"
        rf"|let(?:ting)?) {USER}\b"
        r"|\b(?:do not|don't|never) (?:mention|disclose|reveal|admit|explain) (?:this|that|it|these"
        rf"|any of this|the existence)\b{GAP}{{0,40}}?\bto {USER}\b",
    ),
    rule(
        "secret_from_user",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:keep|hide|conceal) (?:this|it|these|that)(?: \w{1,24}){0,2}? (?:secret |hidden "
        rf"|confidential )?from {USER}\b",
    ),
    rule(
        "asks_for_prompt",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ORDER}|{ASKING}){GIVE} (?:me |us )?(?:all |back |out )?(?:of )?(?:your|the) (?:(?:full"
        r"|entire|exact|initial|original|hidden|secret|whole|system|internal|confidential"
        r"|exact words of your) ){1,3}(?:prompt|instructions?|guidelines?|configuration|rules)\b"
        rf"|\b{GIVE} (?:me |us )?(?:your|the system) (?:prompt|instructions)\b|\b(?:the )?(?:words|text"
        r"|lines?|everything|content) above (?:this(?: \w{1,24})?|word for word|verbatim)"
        rf"|{WHAT_IS}(?:the exact words of )?your (?:(?:initial|original|system|hidden|secret"
        r"|exact) ){1,4}(?:prompt|instructions?|rules|guidelines)",
        needs="prompt instruction guideline configuration rules above",
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ORDER}|{ASKING}){GIVE} (?:me |us |out |down )?{WINDOW}?\b(?:your|the|our|their|his|her|a"
        rf"|any|stored|all) {GAP}{{0,30}}?{CONFIDENTIAL}",
        needs=CONFIDENTIAL_PARTS,
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"{WHAT_IS}(?:your|the|our|the user's|the admin's) (?:\w{{1,24}} ){{0,2}}?{CONFIDENTIAL}",
        needs=CONFIDENTIAL_PARTS,
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"{ASKING}{WINDOW}?\b(?:your|the|our"
        rf"|user's) {CONFIDENTIAL}",
        needs=CONFIDENTIAL_PARTS,
    ),
    rule(
        "asks_for_secret",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"\b(?:you|your|me|us)\b{GAP}{{0,80}}?\b{CONFIDENTIAL}\b{GAP}{{0,60}}\?",
        rf"\b{CONFIDENTIAL}\b{GAP}{{0,60}}?\b(?:you|your|me|us)\b{GAP}{{0,60}}\?",
        r"\b(?:i|we) (?:really |urgently |just |only |do )?(?:need|want|require|demand"
        r"|must have) (?:to (?:have|know|see|get) )?(?:the|your|his|her|their|this"
        rf"|that) (?:\w{{1,24}} )?{CONFIDENTIAL}",
        rf"\b(?:tell|give|show|share|reveal)\b{GAP}{{0,20}}? yours\b",
        rf"\bif you (?:don't |do not |would )?{GIVE}{GAP}{{0,40}}?\b{CONFIDENTIAL}",
        needs=CONFIDENTIAL_PARTS,
    ),
    rule(
        "asks_about_person",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:(?:{ORDER}|{ASKING}){GIVE} |{WHAT_IS}){WINDOW}?(?:{OF_A_PERSON}|{WHERE_LIVES}"
        r"|\babout (?:the|your|other|different) (?:users?|customers?)\b)|(?:^|[.!?,] ?"
        rf"|\band ){WHERE_LIVES}",
        needs="mail birth address phone residence location favo salary income occupation employer workplace age"
        " nationality marital medical diagnosis religion bank worth name number initials user customer live work",
    ),
    rule(
        "sends_out",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        rf"(?:{ORDER}|\bto ){GIVE[:-1]}|append|post|forward|upload|include|attach|exfiltrate|transmit"
        rf"|route) {GAP}{{0,40}}?"
        r"(?:conversation|chat|history|full context|context|user data|customer (?:list|data)|credentials"
        r"|tokens?|passwords?|all (?:the |of the )?data|memor(?:y|ies)|api keys?|backups?"
        r"|user's [\w-]{1,24}(?: address)?|employee data|database|it)\b"
        r"[^!?;\n]{0,60}?(?:https?:/|\bto [\w.+-]{1,64}@|\bapi\.|\bin the (?:request|summary|url)|\bendpoint)",
        needs="http @ api. request summary url endpoint",
    ),
    rule(
        "external_endpoint",
        Reason.ASKS_TO_EXFILTRATE,
        1,
        r"\b(?:external|remote|validation|third-party) (?:\w{1,24} )?(?:endpoint|server|webhook|url|address)\b",
    ),
    rule(
        "image_leak",
        Reason.ASKS_TO_EXFILTRATE,
        2,
        r"!\[[^\]\n]{0,80}\]\(\s?https?://[^)\s]{1,200}(?:[{<\[]|%7b|[?&](?:q|d|c|m|data|msg|text|content"
        r"|context|history|chat|conversation|token|key|secret|payload|exfil)=)",
    ),
    rule(
        "assembles_text",
        Reason.HIDES_TEXT,
        2,
        r"\b[a-z] ?\+ ?[a-z] ?\+ ?[a-z]\b[^\n]{0,120}|\b(?:interlace|interleave|concatenate|combine|join"
        r"|merge|assemble) (?:the )?(?:part|string|a, b|a and b|piece|letter)s?\b",
    ),
    rule(
        "decodes",
        Reason.HIDES_TEXT,
        1,
        r"\b(?:decode|decrypt|decipher|deobfuscate|unscramble) (?:this|the following|these|it\b|what)"
        r"|\bin reverse order\b|\bleetspeak\b",
    ),
    rule(
        "follows_it",
        Reason.HIDES_TEXT,
        1,
        r"\b(?:follow|execute|obey|do what|act on|carry out) (?:it|them|the (?:result|output|decoded)"
        r"|what it)\b|\bwhat it says\b",
    ),
    rule(
        "spreads_itself",
        Reason.INSTRUCTS_READER,
        2,
        r"\b(?:copy|save|store|repeat|propagate|write) (?:it|this(?: \w{1,24})?) (?:to|into|in) (?:your|its"
        r"|their)(?: own)? (?:long-term )?memor",
    ),
)
