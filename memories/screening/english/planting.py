"""What is to stand in every answer, reminders of it, and calls in a tag that shouts, in English."""

from typing import Final

from memories.screening.english.words import GAP, ORDER, SAY
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
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
        "plants_code",
        Reason.INSTRUCTS_READER,
        1,
        r"\b(?:with|include|add|mention|append|quote|insert|offer) (?:the |a |this |our |my )?(?:discount "
        r"|promo\w{0,6} |referral"
        r" |coupon |voucher )?(?:code|coupon|voucher|slogan|advert\w{0,8}|ad|promotion)\b",
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
        "reminds_reader",
        Reason.INSTRUCTS_READER,
        2,
        r"(?:^|[.!?:;\n] ?)(?:please )?(?:always )?(?:remember|keep in mind|bear in mind|be sure|make sure"
        r"|never forget|do not"
        rf" forget|don't forget) to (?:recommend|promote|praise|mention|suggest|endorse|advertise|push"
        rf"|plug)\b{GAP}{{1,40}}?"
        r"\b(?:when(?:ever)?|if|every time|each time|as soon as)\b",
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
