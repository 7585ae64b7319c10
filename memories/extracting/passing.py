"""Clauses that will not matter tomorrow: courtesies, and how somebody is at this moment.

Each pattern must match a whole clause, so that a clause that says anything more is not passing.
"""

# ruff: noqa: E501 - a pattern is read best on one line

import re
from typing import Final

_TIME: Final = (
    r"(?: ?(?:right now|just now|now|today|at the moment|at present|for now|this (?:morning|afternoon|evening|minute)|tonight|currently|again|already|still|here|atm|rn|as we speak"
    r"|for (?:the next )?(?:an|a|one|two|\d+) (?:few )?(?:hours?|minutes?|mins?)|until (?:\d+(?::\d\d)?(?: ?[ap]m)?|noon|lunch)|since (?:this morning|lunch)))"
)
_TODAY: Final = r"(?: (?:right now|just now|today|at the moment|at present|for now|this (?:morning|afternoon|evening|minute)|tonight|atm|rn|outside|until (?:\d+(?::\d\d)?(?: ?[ap]m)?|noon|lunch)))"
_ADVERB: Final = r"(?:(?:just|still|currently|now|right now|at the moment|already|really|so|very|too|quite|a bit|a little|kind of|pretty|feeling|super|extremely|today|rather) )*"
_WHO: Final = r"(?:i'm|i am|im|i feel|i've been|we're|we are|(?:the )?user is|(?:the )?user feels|he is|he's|she is|she's|they are|they're)"
_STATE: Final = r"(?:tired|exhausted|sleepy|hungry|thirsty|starving|busy|cold|hot|bored|sick|ill|unwell|late|running late|hungover|jet ?lagged|full|in a hurry|in a rush|out of breath|not feeling (?:well|great|good)|feeling (?:well|great|good|bad|better|sick|ill|down|tired))"
_WHERE: Final = (
    r"(?:(?:in|on|at) (?:a|an|the|my|another) (?:(?:long|video|phone|team|zoom|quick|conference|work) )?(?:meeting|call|train|bus|plane|tram|subway|metro|taxi|cab|uber|car|airport|station|gym|shower|bath|queue|line|traffic jam|lift|elevator|office|supermarket|shop|store|dentist|doctor|doctor's|hairdresser|platform|phone|bathroom|toilet|kitchen|lecture|class|interview|break|lunch break)"
    r"|in traffic|stuck in traffic|stuck in (?:a|another) meeting|on the road|on my way(?: (?:home|back|there|out|to (?!\w+ing\b|be\b|recover)(?:(?:the|my|a|your) )?[\w-]{2,20}(?: [\w-]{2,20})?))?|out for (?:lunch|dinner|a (?:walk|run|coffee))|on (?:hold|mute)|in (?:class|bed|court|surgery|therapy)|at lunch|away from (?:my desk|keyboard))"
)
_DOING: Final = (
    r"(?:driving|walking(?: (?:home|the dog|to (?:the|a) [\w-]{2,20}))?|cooking(?: (?:dinner|lunch|breakfast))?|eating(?: (?:dinner|lunch|breakfast))?|having (?:a )?(?:dinner|lunch|breakfast|coffee|tea|break|snack)(?: with (?:a|my|some|the) (?:colleagues?|friends?|clients?|customers?|family|team|boss|mum|mom|dad|kids|wife|husband|parents))?|taking a break|about to (?:leave(?: (?:the )?(?:house|home|office|work))?|go(?: out| home| to (?:bed|sleep|lunch))?|board(?: the (?:plane|train))?|sleep|eat|head out|step out|take off|have (?:lunch|dinner|breakfast)|get on the (?:train|plane|bus))"
    r"|heading (?:home|out|back|to .{1,30})|leaving|waiting for (?:the|my|a|an) (?:bus|train|taxi|cab|uber|tram|flight|lift|food|coffee|plumber|courier|kettle)|boarding|packing|shopping|going to (?:bed|sleep)|grabbing .{0,6}(?:coffee|lunch|tea|bite|sandwich|drink)|getting .{0,6}(?:coffee|lunch|tea|bite)|typing (?:on|from) (?:my|a) phone)"
)
_PASSING_EN: Final = [
    rf"(?:{_WHO} )?{_ADVERB}(?:{_STATE}|{_WHERE}){_TIME}{{0,3}}",
    rf"{_WHO} {_ADVERB}{_DOING}{_TIME}{{0,3}}",
    rf"(?:just |quickly )?(?:grabbing|getting|having|taking) (?:a |some )?(?:quick )?(?:coffee|lunch|tea|bite|break|breakfast|dinner){_TIME}{{0,2}}",
    rf"(?:(?:i'm|i am|we are|(?:the )?user is|he is|she is) ){_ADVERB}(?:off|off sick|working from home|wfh|out of (?:the )?office|in a (?:good|bad|great|terrible) mood|stressed|sad|feeling .{{1,30}}|under the weather|home alone|free|unavailable|offline|away|almost (?:home|there|done)){_TODAY}{{1,3}}",
    rf"(?:i|(?:the )?user) (?:have|has|got|'ve got) (?:a|an|the) (?:bad |slight |terrible |splitting )?(?:headache|cold|cough|sore throat|stomach ?ache|hangover|fever|meeting|call|busy day|long day){_TIME}{{1,3}}",
    rf"(?:i have|i've got) (?:no|not much|little) time{_TIME}{{1,2}}",
    rf"i (?:just )?(?:woke up|got up|got home|had (?:lunch|dinner|breakfast|a coffee)|slept (?:badly|well|poorly)){_TIME}{{0,2}}(?: last night)?",
    rf"(?:it's|it is|its) {_ADVERB}(?:windy|foggy|sunny|cloudy|hot|cold|freezing|dark|late|noisy|loud)(?: (?:outside|in here|out there|where i am))?{_TODAY}{{1,3}}",
    rf"(?:it's|it is|its) {_ADVERB}(?:raining|snowing|pouring|hailing)(?: (?:outside|here|out there|where i am|again|a bit|a lot|hard))*{_TODAY}{{0,2}}",
    rf"the (?:weather|traffic|signal|wifi|connection|line|reception) (?:is|'s) {_ADVERB}(?:bad|awful|terrible|lovely|nice|good|great|weak|poor|horrible|spotty|slow){_TIME}{{0,2}}",
    r"(?:sorry,? )?(?:i )?(?:can't|cannot|can not) (?:talk|type|speak|chat|answer|take calls|pick up)(?: (?:right now|now|at the moment|much|properly|today))*",
    r"(?:brb|afk|bbl|gtg|g2g|be right back|(?:i'll be |i will be |i'm )?back (?:in (?:a|an|\w+) ?(?:sec|second|moment|minute|minutes|min|mins|hour|hours|bit|few|few minutes)?|soon|later|shortly|at \d+(?::\d\d)?)|(?:i've |i )?(?:gotta|got to|have to|need to|must) (?:go|run|leave)(?: now)?|one (?:sec|second|moment|minute)|just a (?:sec|second|moment|minute)|hold on|give me a (?:sec|second|moment|minute)|hang on|bear with me|talk (?:to you )?later|(?:i )?(?:will|'ll) (?:reply|write|answer|call)(?: you)?(?: back)? later)",
    r"my (?:phone|laptop|battery|phone battery|laptop battery) (?:is |'s )?(?:almost |nearly |about to |running )*(?:dying|die|empty|low|at \d+ ?%)",
]  # fmt: skip

_NOW_ZH: Final = r"(?:现在|正好|正在|正|目前|今天|今早|今晚|今天早上|今天上午|今天下午|今天晚上|早上|此刻|这会儿|这会|刚好|刚|还|已经|都|又|有点儿?|有些|好|很|太|真|特别|非常|超|真的|实在|感觉|觉得|稍微|比较|身体|心里|人)"
_WHO_ZH: Final = r"(?:我们|我|咱|用户|他|她|这边|人家)?"
_END_ZH: Final = r"(?:了|呢|啊|呀|哦|哈|死了|极了|得很|中|啦|吧|嘛)*"
_STATE_ZH: Final = r"(?:累|困|饿|渴|疲惫|疲倦|没睡好|没精神|头疼|头痛|头晕|肚子疼|肚子痛|嗓子疼|不舒服|难受|发烧|没胃口|喝多|吃撑|迟到|来不及|赶时间)"
# These are a trait as often as a state, so the clause has to say when, or how much.
_MOOD_ZH: Final = (
    r"(?:忙|烦|冷|热|无聊|紧张|焦虑|郁闷|开心|高兴|难过|心情不好|心情不错|心情很好|状态不好|没空|没时间|走不开|感冒)"
)
_DOING_ZH: Final = r"(?:开会|开车|吃饭|吃早饭|吃午饭|吃晚饭|午休|休息|洗澡|排队|堵车|打电话|接电话|等车|等公交|等地铁|等外卖|逛街|遛狗|坐车|赶路|登机|候机|打车|打字|忙)"
# Habits as often as what somebody does this minute, so the clause has to say when.
_HABIT_ZH: Final = r"(?:做饭|购物|散步|跑步|健身|上课|面试|加班|听课|睡觉|看牙医|看牙|看病|看医生|理发|看电影|搬东西|收拾东西|收拾行李)"
_WITH_ZH: Final = r"(?:[和跟与陪](?:同事|朋友|客户|家人|老板|领导|孩子|老婆|老公|妈妈|爸爸)(?:们)?(?:一起)?)?"
_WHERE_ZH: Final = r"(?:(?:地铁|公交|公交车|火车|高铁|飞机|出租车|车|路|床|会|课)上|(?:机场|车站|火车站|高铁站|地铁站|超市|健身房|会议室|办公室|电梯|车|食堂|厕所|理发店)里?|外面|(?:去|回|来)[^,]{1,8}的?路上|回家路上|上班路上|下班路上)"
_PASSING_ZH: Final = [
    rf"{_WHO_ZH}{_NOW_ZH}*{_STATE_ZH}{_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}+{_MOOD_ZH}{_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}*在{_WITH_ZH}{_DOING_ZH}{_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}*在{_HABIT_ZH}(?:呢|中)",
    rf"{_WHO_ZH}(?:现在|此刻|这会儿?|正|今天|刚好|还)+在?{_WITH_ZH}在?(?:{_DOING_ZH}|{_HABIT_ZH}){_END_ZH}",
    r"(?:我|我们)?在(?:上课|面试|睡觉|听课)",
    rf"{_WHO_ZH}(?:刚刚?|刚才|才|已经)?(?:到家|到公司|下班|起床|睡醒|吃完饭|吃过饭|上车|下车|开完会|到了|出门){_END_ZH}",
    rf"{_WHO_ZH}(?:可能|估计|恐怕)?要?(?:迟到|晚到|晚点到|来晚){_END_ZH}",
    rf"{_WHO_ZH}(?:[一二两三四五六七八九十几\d]{{1,4}}(?:分钟|小时|会儿)后?|一会儿?|马上|稍后|很快|等下|待会儿?)(?:就)?(?:回来|回|到|回复|回复你|给你回|联系你){_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}*(?:堵|卡|困)在(?:路上|高架上?|车上|电梯里|路口|高速上?){_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}*在?{_WHERE_ZH}{_END_ZH}",
    rf"{_WHO_ZH}{_NOW_ZH}*(?:马上|快|就|正准备|准备|正要|快要|这就|得|要|先)+(?:去|要)?(?:{_DOING_ZH}|上课|面试|睡觉|睡|下班|出门|到家|上车|走|起飞|到站|出发|回家|到公司|下线)了{_END_ZH}",
    r"(?:这边|外面|这里|今天|现在|我这边|我这里|这儿)*(?:正在|正|又|开始|还在|一直在)*(?:下雨|下雪|下大雨|刮风|打雷|起雾)(?:了|呢|中)?",
    rf"(?:这边|这里|我这边|我们这)?(?:外面|今天|现在|天气)+{_NOW_ZH}*(?:热|冷|闷|好|差|糟|不错|不好){_END_ZH}",
    rf"(?:等一下|等一会|等会儿?|稍等(?:一下)?|等我一下|等我一会儿?)?(?:我)?(?:先)?去?(?:倒|喝|买|拿|泡|接)(?:个|杯|点|一杯)(?:咖啡|水|茶|外卖|快递|热水|午饭){_END_ZH}",
    rf"(?:我)?(?:先)?(?:去|要去)(?:忙|吃饭|吃午饭|吃晚饭|洗澡|睡|睡觉|开会|上课|接孩子|拿快递|上厕所|午休){_END_ZH}",
    r"(?:等一下|等一会儿?|等会儿?|稍等(?:一下)?|马上回来|一会儿?回来|晚点(?:再)?(?:聊|说|回)|回头(?:再)?(?:聊|说)|待会儿?(?:再)?(?:聊|说)|先(?:不聊|下|撤|走|这样|忙)了?|(?:现在|暂时|有点|这会儿)?不(?:太)?方便(?:打字|说话|接电话|语音|聊天)|信号(?:不好|很差|不太好)|网(?:不好|很卡|有点卡)|(?:手机|电脑)?(?:快)?没电了|(?:说话|打字)不方便)",
    r"(?:我)?(?:昨晚|昨天晚上|昨夜)(?:没睡好|失眠了?|熬夜了?|睡得很?(?:晚|好|差))",
    rf"{_WHO_ZH}{_NOW_ZH}*(?:头|肚子|嗓子)(?:有点|很|好)?(?:疼|痛|晕){_END_ZH}",
]  # fmt: skip

_SMALL_TALK_EN: Final = [
    r"(?:many |ok |okay |great |perfect |cool )?(?:thanks|thank you|thx|ty|cheers|thank u)(?: (?:so much|very much|a lot|a million|a bunch|again|for (?:your|the|all the|all your) (?:help|support|time|answer|reply|information|info)|for helping|everyone|all|buddy|mate|in advance))*",
    r"(?:hi|hello|hey|hiya|howdy|yo|greetings|good (?:morning|afternoon|evening|night|day)|morning|welcome(?: back)?)(?: (?:there|everyone|all|team|again|guys|folks|assistant))*",
    r"(?:and )?(?:how are you(?: (?:doing|today|doing today))?|how's it going|how is it going|what's up|how do you do|how have you been|nice to meet you(?: too)?|pleased to meet you|are you there|you there|long time no see|hope you're well|how can i help(?: you)?(?: today)?|i'm (?:fine|good|great|ok|okay|doing well)(?: thanks)?|not bad|and you)",
    r"(?:ok|okay|k|kk|okey|alright|all right|right|sure|sure thing|yes|yep|yeah|yup|no|nope|nah|fine|cool|nice|great|perfect|awesome|excellent|amazing|wonderful|super|good|very good|good job|well done|nice work|great job|wow|oh|ah|aha|oops|hmm+|uh|um|lol|lmao|rofl|haha(?:ha)*|hehe|got it|nice one|good one|that (?:was|is) (?:quick|fast|great|helpful|nice|perfect|awesome|very helpful|funny|easy)|very (?:nice|funny|helpful)|so (?:quick|fast|cool|nice|funny)|interesting|funny|i see|understood|makes sense|sounds good|sounds great|no problem|no worries|np|never mind|nevermind|of course|absolutely|exactly|indeed|agreed|same here|me too|please|sorry|my bad|it's ok|it's okay|that's (?:fine|great|good|all|it|right|nice|perfect|awesome)|looks good|lgtm|you're welcome|my pleasure|done|go ahead|continue|go on|next|hope that helps|happy to help|glad (?:i could|to) help)",
    r"(?:bye|goodbye|bye bye|see you|see ya|cu|ciao|take care|have a (?:nice|good|great|lovely) (?:day|one|weekend|evening|time|trip)|talk to you (?:soon|later|tomorrow)|see you (?:soon|later|tomorrow|then|next week|on monday|around)|until (?:tomorrow|next time)|good ?night|sleep well|you too|likewise)",
    r"(?:testing|test|ping|asdf|1 2 3|one two three|blah(?: blah)*)",
]  # fmt: skip
_SMALL_TALK_ZH: Final = [
    r"(?:太|非常|多|十分|真是|真的|好的)?(?:感谢|谢谢|谢啦|谢了|多谢|谢)(?:你|您|大家|各位|了|啦|哈|呀|你们|你的帮助|您的帮助|帮忙|支持)*",
    r"(?:你|您|大家|各位|同学们|朋友们)好(?:呀|啊|哦)?|嗨|哈喽|哈啰|hello|早|早啊|早安|午安|晚安|早上好|上午好|中午好|下午好|晚上好|在吗|在不在|在么|有人吗|欢迎(?:回来)?|好久不见|初次见面|请多(?:多)?关照|很高兴认识你",
    r"(?:你|您)?(?:最近|今天)?(?:怎么样|还好吗|好吗|过得好吗|过得怎么样|忙吗|吃了吗|干嘛呢|在干嘛)(?:呀|啊|呢)?",
    r"(?:好|好的|好吧|好呀|好啊|好嘞|好哒|行|行吧|可以|没问题|没事|没关系|不客气|不用谢|客气了|嗯+|哦+|噢|啊|额|呃|对|对的|对啊|是|是的|是啊|不是|没有|不|不用|不用了|明白|明白了|知道了|了解|了解了|收到|懂了|原来如此|这样啊|原来是这样|当然|确实|同意|赞|棒|真棒|太棒了|太好了|很好|不错|真不错|厉害|太厉害了|牛|完美|哇|哇塞|天哪|(?:这么|好|真)快|有意思|真有意思|有趣|好玩|好笑|哎|唉|哎呀|辛苦了|辛苦啦|您辛苦了|加油|抱歉|对不起|不好意思|麻烦你了|麻烦了|打扰了|随便|都行|继续|继续吧|开始吧|请讲|请说|算了|没啥|没什么|呵呵|嘿嘿|嘻嘻|哈{2,}|哈)",
    r"(?:拜拜|再见|回见|回头见|明天见|下次见|待会见|一会见|下周见|晚点见|慢走|保重|周末愉快|祝你?(?:好运|顺利|愉快|开心)|你也是|同样|测试|测试一下|试试)(?:啦|了|哦)?",
]  # fmt: skip

_PASSING: Final = re.compile("(?:" + "|".join([*_PASSING_EN, *_PASSING_ZH]) + ")")
_SMALL_TALK: Final = re.compile("(?:" + "|".join([*_SMALL_TALK_EN, *_SMALL_TALK_ZH]) + ")")


def is_passing(clause: str) -> bool:
    """Whether a folded clause only tells how somebody is, where, or what they do, at this moment."""
    return bool(_PASSING.fullmatch(clause))


def is_small_talk(clause: str) -> bool:
    """Whether a folded clause is a courtesy, a yes or no, or a noise."""
    return bool(_SMALL_TALK.fullmatch(clause))
