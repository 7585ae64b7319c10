"""Attribute nouns: an address and a phone number are never versions of each other, whatever else is equal."""

import re
from functools import lru_cache
from typing import Final

from memories.judging.sieve import any_of

# one attribute a line: English names, then Chinese ones; "_" stands for a blank.
_NOUNS: Final = """
budget 预算 经费
price cost fee rate_per_hour 价格 价钱 单价 费用 售价
rent 房租 租金
salary pay_raise income 工资 薪水 月薪 年薪 收入
port 端口
address street shipping_address 地址 住址 收货地址
phone phone_number mobile_number telephone 电话 手机号 号码 手机号码 联系电话
email e-mail email_address mail_address 邮箱 邮件地址 电子邮件
birthday date_of_birth birth_date 生日 出生日期
age 年龄 岁数
name nickname 名字 姓名 昵称 名叫
deadline due_date 截止 截止日期 到期日 期限 交付日期 最后期限
release release_date launch launch_date go-live 发布日期 上线时间 发布时间 上线日期
meeting stand-up standup sync 会议 例会 早会 周会 站会
appointment 预约
interview 面试
exam test_date 考试
flight 航班 机票
wedding 婚礼
timeout time_out 超时 超时时间
retry retries retry_limit 重试 重试次数
rate_limit request_limit 限流 频率限制
limit quota cap 上限 限额 配额 额度
version release_version 版本 版本号
password passcode pin_code 密码 口令
timezone time_zone 时区
capacity 容量
size 尺寸 尺码 大小 鞋码
weight 体重 重量
height 身高 高度
temperature 温度 室温
colour color 颜色
headcount team_size 人数 人手 团队规模
owner maintainer 负责人
manager boss supervisor 经理 上司 主管 领导 老板
班长
组长 队长
主任
校长 headmaster
会长 主席 chairman chairwoman
秘书 secretary
助理 assistant
房东 landlord
教练 coach
联系人 contact_person
吉祥物 mascot
doctor 医生
dentist 牙医
accountant 会计
lawyer 律师
mentor 导师
店长 store_manager
cto 技术总监
ceo 首席执行官
hairdresser 理发师
therapist 心理咨询师
tutor 家教
nanny 保姆
班主任
passport_number 护照号 护照号码
seat 座位
room meeting_room 房间 会议室
hotel 酒店
wifi 无线网
discount 折扣
interest_rate 利率
tax 税率
order_number 订单号
tracking_number 快递单号 运单号
refund refund_window 退款 退货
shipping delivery 发货 配送 送货
warranty 保修
salary_day payday 发薪日
dose dosage 剂量
blood_pressure 血压
allergy 过敏
diet 饮食
username login_name 用户名 账号
branch 分支
region 区域 机房
backup 备份
log_retention retention 保留期 日志保留
threshold 阈值
interval 间隔
batch_size 批量 批大小
workers threads 线程数 进程数
memory_limit 内存 内存限制
disk_size 磁盘
opening_hours closing_time 营业时间
theme 主题
language 语言
currency 币种 货币
goal target 目标
savings 存款
mortgage 房贷
commute 通勤
licence_plate 车牌
car 车 汽车
laptop 笔记本电脑
dog 狗
cat 猫
database 数据库
editor 编辑器
framework 框架
cloud_provider 云服务商
payment_method 支付方式 付款方式
gender sex 性别
zodiac zodiac_sign star_sign 星座
location 位置 所在地 地点
hometown 老家 家乡 籍贯
job occupation profession job_title 职业 工作岗位 职位 职务
employer company 公司 单位
school university 学校 大学
major 专业
hobby 爱好
contract subscription 合同 订阅
plan 套餐
lunch 午饭 午餐
dinner 晚饭 晚餐
breakfast 早饭 早餐
"""


# Nouns that name a thing, which many things can be said of, rather than an attribute with one value.
THINGS: Final = frozenset(
    [
        "dog",
        "cat",
        "car",
        "laptop",
        "meeting",
        "appointment",
        "interview",
        "exam",
        "flight",
        "wedding",
        "room",
        "hotel",
        "wifi",
        "refund",
        "shipping",
        "backup",
        "database",
        "contract",
        "lunch",
        "dinner",
        "breakfast",
        "job",
        "employer",
        "school",
        "language",
        "branch",
        "region",
        "doctor",
        "dentist",
        "accountant",
        "lawyer",
        "mentor",
        "hairdresser",
        "therapist",
        "tutor",
        "nanny",
        "release",
        "retry",
        "plan",
        "diet",
        "allergy",
        "hobby",
        "commute",
        "goal",
        "savings",
        "framework",
        "editor",
    ]
)


@lru_cache(maxsize=1)
def _spellings() -> tuple[dict[str, str], re.Pattern[str], re.Pattern[str]]:
    known: dict[str, str] = {}
    for line in _NOUNS.split("\n"):
        names = [name.replace("_", " ") for name in line.split()]
        known |= dict.fromkeys(names, names[0] if names else "")
    latin = any_of(word for word in known if word.isascii())
    chinese = any_of(word for word in known if not word.isascii())
    return known, re.compile(rf"(?<![a-z0-9])({latin})(?:s|es)?(?![a-z0-9])"), re.compile(f"({chinese})")


def nouns_in(text: str) -> frozenset[str]:
    """Canonical attribute nouns of a folded text."""
    known, latin, chinese = _spellings()
    return frozenset(known[match[1]] for pattern in (latin, chinese) for match in pattern.finditer(text))


def with_one_name(text: str) -> str:
    """A folded text in which each Chinese attribute noun has its one name, so that 手机号 and 电话 are equal."""
    known, _, chinese = _spellings()
    return chinese.sub(lambda match: known[match[1]] + " ", text)
