"""A Chinese statement word by word in English, for laying it beside an English one.

A gloss is no translation: it is read by patterns only, never shown or stored. Where too much of a text is unknown there
is none, and the two are compared by what needs no words: values, known names and the vectors.
"""

# ruff: noqa: E501 - a list of words is read best in long lines

import re
from functools import lru_cache
from typing import Final

from memories.judging.kinds import without_kinds
from memories.judging.rephrasing import read_as
from memories.judging.values import MONTHS, find_values

_HAN: Final = re.compile("[\u4e00-\u9fff]")
_LEAST: Final = 0.8  # of the characters that must be known
_LONGEST: Final = 80

# Chinese words, each with its English after "="; "_" stands for a blank, "=" alone for what English leaves out.
_WORDS: Final = """
我的=my 我们的=our 用户的=my 我们=we 我=I 用户=the_user 他=he 她=she 他们=they 大家=everyone 我家=my 我家里=at_home
的= 了= 着= 过= 吧= 呢= 啊= 把= 个= 只= 条= 本= 台= 位= 家= 那= 这=this 这个=the 那个=the 这份=the 这台=the 这款=the
是=is 为=is 有=has 没有=does_not_have 没=did_not 不=do_not 不是=is_not 不再=no_longer 不会=cannot 不能=cannot 会=can 能=can 可以=can 不可以=cannot
也=also 还=also 都=all 很=very 最=most 已经=already 现在=now 目前=now 如今=now 以后=from_now_on 从现在起=from_now_on 今后=from_now_on 请=please 每=every 每天=every_day
和=and 或=or 但=but 因为=because 如果=if 可能=maybe 也许=maybe 打算=plan_to 计划=plan_to
住在=live_in 搬到=moved_to 搬去=moved_to 在=in 来自=come_from 出生在=was_born_in 工作=work 上班=work 加入=joined 离开=left 离职=left 辞职=resigned 入职=joined 当=work_as_a 担任=work_as_a 成为=became 毕业于=graduated_from 学习=study 在学=am_learning 学=learn
喜欢=like 爱=love 热爱=love 讨厌=hate 恨=hate 不喜欢=do_not_like 不爱=do_not_like 偏好=prefer 更喜欢=prefer 最喜欢=favourite 最喜欢的=favourite 想=want 需要=need 害怕=am_afraid_of 怕=am_afraid_of
吃=eat 喝=drink 抽烟=smoke 吸烟=smoke 戒烟=stopped_smoking 喝酒=drink_alcohol 做饭=cook 跑步=run 游泳=swim 开车=drive 骑车=cycle 走路=walk 睡觉=sleep 起床=get_up 看=watch 听=listen_to 读=read 写=write 说=speak 会说=speak 讲=speak 玩=play 弹=play 打=play 买=bought 卖=sold 养=have 养了=have
用=use 使用=use 在用=use 改用=switched_to 换成=switched_to 换到=switched_to 改成=was_changed_to 改为=was_changed_to 改到=was_moved_to 推迟到=was_postponed_to 延到=was_extended_to 延长到=was_extended_to 提前到=was_moved_to 升级到=was_upgraded_to 升级成=was_upgraded_to 迁移到=migrated_to 迁到=migrated_to 涨到=was_raised_to 提高到=was_raised_to 降到=was_lowered_to 增加到=was_raised_to 减少到=was_reduced_to
支持=supports 不支持=does_not_support 兼容=works_with 不兼容=does_not_work_with 运行=runs 部署=deploy 部署在=runs_on 托管在=hosted_on 监听=listens_on 失败=failed 成功=succeeded 通过=passed 修复=fixed 完成=done 未完成=not_done 开始=starts 结束=ends 到期=expires 开放=open 开门=open 营业=open 关闭=closed 关门=closed 闭馆=closed 休息=closed 打烊=closed 启用=enabled 禁用=disabled 开启=enabled 停用=disabled 允许=allowed 禁止=forbidden 批准=approved 同意=approved 驳回=rejected 拒绝=rejected 取消=cancelled 付款=paid 已付=paid 送达=delivered 送到=delivered 发货=shipped 负责=is_responsible_for 回答=answer 回复=answer 叫=named 过敏=allergic
名字=name 姓名=name 生日=birthday 年龄=age 电话=phone_number 手机=phone 手机号=phone_number 邮箱=email 地址=address 职位=job 职业=job 工资=salary 公司=company 单位=employer 学校=school 大学=university 城市=city 国家=country 家乡=hometown 体重=weight 身高=height 血型=blood_type
预算=budget 价格=price 费用=cost 房租=rent 截止日期=deadline 会议=meeting 周会=weekly_meeting 例会=meeting 晨会=stand-up 会议室=meeting_room 面试=interview 航班=flight 火车=train 飞机=plane 酒店=hotel 合同=contract 发票=invoice 订单=order 包裹=parcel 套餐=plan 版本=version 密码=password 账号=account 项目=project 任务=task 报告=report 团队=team 办公室=office 仓库=warehouse 商店=shop 店=shop 博物馆=museum 图书馆=library 健身房=gym 医院=hospital 餐厅=restaurant 银行=bank 房间=room 公寓=apartment 房子=house 厨房=kitchen 停车=parking 停车位=parking_space 电梯=lift 打印机=printer 客户=customer 老板=boss 经理=manager 组长=team_lead 负责人=owner 同事=colleague
服务器=server 数据库=database 主库=primary_database 后端=backend 前端=frontend 框架=framework 接口=API 网关=gateway 端口=port 超时=timeout 超时时间=timeout 内存=memory 硬盘=disk 缓存=cache 队列=queue 日志=log 备份=backup 测试=test 环境=environment 生产环境=production_environment 测试环境=test_environment 分页=pagination 批量=batch 编辑器=editor 语言=language 服务=service 系统=system 文件=file 代码=code 分支=branch 笔记=notes 记笔记=notes 开发=development 部署用=deployment_uses
母亲=mother 父亲=father 妻子=wife 丈夫=husband 女儿=daughter 儿子=son 孩子=child 两个孩子=two_children 姐姐=sister 妹妹=sister 哥哥=brother 弟弟=brother 朋友=friend 室友=roommate 邻居=neighbour 女朋友=girlfriend 男朋友=boyfriend 单身=single 已婚=married 结婚=married 离婚=divorced
猫=cat 狗=dog 车=car 咖啡=coffee 茶=tea 牛奶=milk 啤酒=beer 肉=meat 牛肉=beef 猪肉=pork 鱼=fish 海鲜=seafood 虾=shrimp 鸡蛋=eggs 花生=peanuts 坚果=nuts 芒果=mangoes 水果=fruit 蔬菜=vegetables 辣=spicy_food 素=vegetarian_food 吃素=vegetarian 糖=sugar 香菜=coriander 寿司=sushi 披萨=pizza 面条=noodles 米饭=rice 早餐=breakfast 午餐=lunch 晚餐=dinner 花粉=pollen 青霉素=penicillin
音乐=music 爵士乐=jazz 摇滚=rock_music 古典音乐=classical_music 电影=movies 恐怖片=horror_movies 小说=novels 书=books 游戏=games 足球=football 篮球=basketball 网球=tennis 钢琴=piano 吉他=guitar 爬山=hiking 摄影=photography 旅游=travelling 画画=painting
英语=English 英文=English 中文=Chinese 法语=French 德语=German 日语=Japanese 西班牙语=Spanish 韩语=Korean
护士=nurse 医生=doctor 老师=teacher 教师=teacher 工程师=engineer 律师=lawyer 学生=student 设计师=designer 程序员=developer 产品经理=product_manager 会计=accountant 司机=driver 厨师=chef
早上=in_the_morning 晚上=in_the_evening 下午=in_the_afternoon 中午=at_noon 周末=on_weekends 工作日=on_weekdays 上个月=last_month 上周=last_week 去年=last_year 昨天=yesterday 明天=tomorrow 下个月=next_month 明年=next_year
红色=red 蓝色=blue 绿色=green 黑色=black 白色=white 深色=dark 深色模式=dark_mode 浅色模式=light_mode 大=big 小=small 新=new 旧=old 高=tall 矮=short 好=good 差=bad 贵=expensive 便宜=cheap 免费=free
"""
_WEEKDAYS: Final = dict(
    zip("一二三四五六日天", ("Mondays", "Tuesdays", "Wednesdays", "Thursdays", "Fridays", "Saturdays", "Sundays", "Sundays"), strict=True)
)  # fmt: skip
_WEEKDAY: Final = re.compile("每?(?:周|星期|礼拜)([一二三四五六日天])")
_MONTH_NAMES: Final = {number: name for name, number in reversed(MONTHS.items()) if len(name) > 3 or name == "may"}
_DATE: Final = re.compile(r"(\d{1,2})月(\d{1,2})[日号]")
# What stands elsewhere in an English sentence.
_ORDER: Final = [
    (re.compile("我(?=母亲|父亲|妻子|丈夫|女儿|儿子|姐姐|妹妹|哥哥|弟弟|朋友|老板|同事|室友)"), "我的"),
    (
        re.compile("用(?P<what>[^，。用]{1,5}[文语])(?:来)?(?:回答|回复|交流|沟通|跟我说话?|和我说话?|说话)我?"),
        "answer in {what} ",
    ),
    (re.compile("(?:跟|和|对)我[说讲](?P<what>[^，。]{1,5}[文语])"), "answer in {what} "),
    (re.compile("在(?= on )"), ""),
    (re.compile("在(?P<where>[^，。住现正]{1,16}?)(?:工作|上班)"), "工作 at {where} "),
    (re.compile("在(?P<where>[^，。住现正]{1,16}?)当(?P<what>[^，。]{1,8})"), "当{what} in {where} "),
    (re.compile("对(?P<what>[^，。]{1,10}?)(?P<no>已经|再|也)?不过敏"), "is not allergic to {what}"),
    (re.compile("对(?P<what>[^，。]{1,10}?)(?:也|都)?过敏"), "is allergic to {what}"),
    (re.compile("(?P<what>[^，。]{1,10})用的?是?(?P<tool>[^，。]{1,12})$"), "{what}用 {tool}"),
]


def has_han(text: str) -> bool:
    """Whether a text has any Chinese in it."""
    return _HAN.search(text) is not None


@lru_cache(maxsize=1)
def _lexicon() -> tuple[dict[str, str], re.Pattern[str]]:
    known = {}
    for entry in _WORDS.split():
        word, _, gloss = entry.partition("=")
        known[word] = gloss.replace("_", " ")
    return known, re.compile("|".join(sorted(known, key=len, reverse=True)))


@lru_cache(maxsize=4096)
def gloss(text: str) -> str:
    """The English of a Chinese or mixed text word by word, or "" where too little of it is known."""
    if len(text) > _LONGEST or not _HAN.search(text):
        return ""
    plain = read_as(text)
    plain = _WEEKDAY.sub(lambda match: f" on {_WEEKDAYS[match[1]]} ", plain)
    plain = _DATE.sub(lambda match: f" {_MONTH_NAMES.get(int(match[1]), match[1])} {match[2]} ", plain)
    for pattern, told in _ORDER:
        plain = pattern.sub(lambda match, told=told: told.format_map(match.groupdict()), plain)  # type: ignore[misc]
    known, words = _lexicon()
    found: list[str] = []
    at, unknown, total = 0, 0, 0
    values = [(value.start, value.end) for value in find_values(plain.lower())]
    for start, end in [*values, (len(plain), len(plain))]:
        part = plain[at:start]
        left = without_kinds(words.sub("", part.lower()))
        unknown += len(_HAN.findall(left))
        total += len(_HAN.findall(part))
        found += [words.sub(lambda match: f" {known[match.group()]} ", part), f" {plain[start:end]} "]
        at = end
    if total and unknown / total > 1 - _LEAST:
        return ""
    return re.sub(r"\s+", " ", "".join(found)).strip()
