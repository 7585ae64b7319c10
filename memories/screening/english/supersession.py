"""Other memories and rules declared void, replaced or outranked, in English."""

from typing import Final

from memories.screening.english.words import EARLIER, GAP, ORDER
from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

RULES: Final[tuple[Rule, ...]] = (
    rule(
        "void_by_this",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"\b(?:rules?|instructions?|polic(?:y|ies)"
        r"|guidelines?|memories|restrictions?)\b[^.!?;\n]{0,50}? (?:are|is) (?:hereby|herewith|now) (?:void"
        r"|null|cancelled|revoked|lifted|superseded|repealed)",
    ),
    rule(
        "deletes_memories",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"{ORDER}(?:wipe|clear|purge|delete|erase|reset|forget|drop|empty|overwrite) (?:(?:all|the|any|of"
        rf"|your|every|earlier|previous|existing|other|stored) ){{0,4}}"
        r"(?:your (?:\w{1,16} )?(?:notes?|records?|entries|history|knowledge)|memor(?:y|ies))\b(?! (?:card"
        r"|stick|chip|cache|pool|foam|leak))",
        r"\byour (?:earlier|previous|past|stored|existing|old|other) (?:notes?|memor(?:y|ies)|records?"
        r"|entries|knowledge) (?:were|was|are|is|have been|has been)"
        r" (?:\w{1,16} ){0,2}?(?:written|planted|forged|poisoned|tampered|altered|fake|wrong|false"
        r"|corrupt\w{0,3}|invalid|outdated|unreliable)",
    ),
    rule(
        "rules_lifted",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        rf"\b(?:all|your|its|safety|content|security|ethical|refusal) (?:{EARLIER} )?(?:(?:safety|content"
        rf"|security|refusal|confidentiality) )?"
        r"(?:restrictions?|rules|instructions|guidelines|filters|safeguards|constraints|policy|policies|training) "
        r"(?:are|is|have been|were|has been) (?:now |hereby |all )?(?:lifted|void|cancelled|canceled|off"
        r"|disabled|suspended|revoked|null|removed)",
    ),
    rule(
        "outranks_user",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"\b(?:higher|more important|above|over|greater) (?:priority )?than (?:the |your )?(?:user|owner"
        r"|system|developer)(?:'s|s')?\b|\bpriority directive\b",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"\b(?:supersedes?|overrides?|overrules?|replaces?|invalidates?|cancels?|nullif(?:y|ies)"
        r"|takes? (?:precedence|priority) over|ha(?:s|ve) priority over)"
        rf" (?:(?:all|any|every|everything|your|the|each|of)(?: of)? ){{1,3}}(?:{EARLIER} |others? "
        rf"|stored |system |safety |security |compliance ){{0,6}}{GAP}{{0,20}}?"
        r"(?:memor(?:y|ies)|records?|instructions?|rules?|entr(?:y|ies)|notes?|statements?|information"
        r"|guidelines?|polic(?:y|ies)|prompts?|directives?|knowledge)\b",
    ),
    rule(
        "supersedes_all",
        Reason.CLAIMS_TO_SUPERSEDE,
        2,
        r"\b(?:the following|this (?:entry|record|memory|note|message|instruction)) (?:overrides"
        r"|supersedes|replaces|cancels|takes precedence)",
    ),
    rule(
        "memories_void",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        rf"\b(?:{EARLIER}|all|any|stored|existing|saved) (?:\w{{1,24}} )?(?:memor(?:y|ies)|entr(?:y|ies)|records?"
        rf"|notes?)\b{GAP}{{0,40}}?(?:is|are|was|were) (?:\w{{1,24}} ){{0,2}}(?:wrong|false|invalid|unreliable"
        r"|obsolete|void|incorrect|fake|corrupt(?:ed)?|poisoned|compromised)\b",
    ),
    rule(
        "trust_this_only",
        Reason.CLAIMS_TO_SUPERSEDE,
        1,
        r"\b(?:only (?:valid|trusted|true|authoritative|reliable|correct) (?:source|record|version|memory"
        r"|entry|information)|trust (?:only )?this|(?:disregard|ignore|delete|discard|erase|purge"
        r"|forget) (?:it|them|those|all (?:other|earlier|previous|prior)|any (?:other|earlier|previous"
        r"|prior)|the (?:old|earlier|previous|other)s?)|should be (?:deleted|ignored|disregarded|purged)"
        r"|use only (?:the|this)|account given here)\b",
    ),
)
