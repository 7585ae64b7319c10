"""Marks of a conversation's own format: only the software around a model may write them."""

from typing import Final

from memories.screening.rules import Rule, rule
from memories.screening.suspicion import Reason

# ChatML, Llama, Gemma, Phi, DeepSeek and their kin.
TOKENS: Final = rule(
    "template_token",
    Reason.FORGES_AUTHORITY,
    4,
    r"<\|(?:im_start|im_end|im_sep|system|user|assistant|tool|end|endoftext|eot_id|start_header_id"
    r"|end_header_id"
    r"|begin_of_text|python_tag|fim_\w{1,10})\|>",
    r"\[/?inst\]",
    r"<</?sys>>",
    r"</?(?:start|end)_of_turn>",
    r"<\|?(?:begin|end)[_▁]of[_▁](?:sentence|turn|text)\|?>",
    r"</?(?:function_calls|tool_call|tool_response|system[-_ ](?:prompt|instructions?|reminder|message))>",
)
LINES: Final[tuple[Rule, ...]] = (
    TOKENS,
    rule(
        "role_heading",
        Reason.FORGES_AUTHORITY,
        2,
        r"(?:^|\n) ?#{1,4} ?(?:system|instruction|human|assistant|系统|指令)s?(?: prompt)? ?[:：]",
    ),
    rule("role_field", Reason.FORGES_AUTHORITY, 1, r"[\"']role[\"'] ?: ?[\"'](?:system|developer)[\"']"),
    rule(
        "role_line",
        Reason.FORGES_AUTHORITY,
        1,
        r"(?:^|\n) ?[\[【<]?(?:system|系统)(?: prompt| message|提示)?[\]】>]? ?[:：]",
        r"(?:^|\n) ?[\[【](?:system|系统)[\]】]",
        r"</?system>",
    ),
    rule(
        "role_line_after_turn",
        Reason.FORGES_AUTHORITY,
        2,
        r"\n ?(?:assistant|助手|ai)[:：][^\n]{0,200}\n ?(?:system|系统)[:：]",
    ),
)
