"""Cities, regions and countries under one name in both languages, with what lies in what."""

# ruff: noqa: E501 - one region a line

from functools import lru_cache
from typing import Final

# One line a region: canonical name | other names : the places in it, each with its other names after "/".
_REGIONS: Final = """
china|中国|prc: beijing/北京/peking shanghai/上海 tianjin/天津 chongqing/重庆 hongkong/香港/hong kong macau/澳门 taiwan/台湾 guangdong/广东 zhejiang/浙江 jiangsu/江苏 sichuan/四川 fujian/福建 hubei/湖北 hunan/湖南 henan/河南 hebei/河北 shandong/山东 shanxi/山西 shaanxi/陕西 anhui/安徽 jiangxi/江西 liaoning/辽宁 jilin/吉林 heilongjiang/黑龙江 yunnan/云南 guizhou/贵州 guangxi/广西 hainan/海南 gansu/甘肃 qinghai/青海 ningxia/宁夏 xinjiang/新疆 tibet/西藏 inner mongolia/内蒙古/内蒙
guangdong: guangzhou/广州 shenzhen/深圳 dongguan/东莞 foshan/佛山 zhuhai/珠海 shantou/汕头 huizhou/惠州 zhongshan/中山 zhanjiang/湛江 jiangmen/江门 zhaoqing/肇庆 maoming/茂名 meizhou/梅州 潮州 揭阳 清远 韶关
zhejiang: hangzhou/杭州 ningbo/宁波 wenzhou/温州 jiaxing/嘉兴 shaoxing/绍兴 jinhua/金华 yiwu/义乌 taizhou zj/台州 huzhou/湖州 quzhou/衢州 丽水 舟山
jiangsu: nanjing/南京 suzhou/苏州 wuxi/无锡 changzhou/常州 xuzhou/徐州 nantong/南通 yangzhou/扬州 镇江 盐城 连云港 昆山 泰州 淮安 宿迁
sichuan: chengdu/成都 mianyang/绵阳 leshan/乐山 宜宾 泸州 南充 德阳 自贡 攀枝花
fujian: xiamen/厦门 fuzhou/福州 quanzhou/泉州 zhangzhou/漳州 putian/莆田 宁德 龙岩 三明 南平
hubei: wuhan/武汉 yichang/宜昌 xiangyang/襄阳 荆州 黄石 十堰 潜江 孝感 黄冈 荆门 恩施
hunan: changsha/长沙 zhuzhou/株洲 湘潭 岳阳 衡阳 常德 张家界 郴州 邵阳 怀化
henan: zhengzhou/郑州 luoyang/洛阳 kaifeng/开封 南阳 新乡 安阳 许昌 信阳 商丘
hebei: shijiazhuang/石家庄 tangshan/唐山 baoding/保定 qinhuangdao/秦皇岛 邯郸 廊坊 沧州 承德 张家口
shandong: jinan/济南 qingdao/青岛 yantai/烟台 weifang/潍坊 威海 淄博 临沂 济宁 泰安 日照
shanxi: taiyuan/太原 datong/大同 运城 临汾 长治
shaanxi: xian/西安/xi'an 宝鸡 咸阳 延安 榆林 汉中
anhui: hefei/合肥 wuhu/芜湖 黄山 蚌埠 安庆 马鞍山
jiangxi: nanchang/南昌 九江 赣州 景德镇 上饶
liaoning: shenyang/沈阳 dalian/大连 鞍山 锦州 丹东
jilin: changchun/长春 吉林市 延边
heilongjiang: harbin/哈尔滨 大庆 齐齐哈尔 牡丹江
yunnan: kunming/昆明 dali/大理 lijiang/丽江 西双版纳 曲靖
guizhou: guiyang/贵阳 遵义 六盘水
guangxi: nanning/南宁 guilin/桂林 柳州 北海
hainan: haikou/海口 sanya/三亚
gansu: lanzhou/兰州 敦煌 天水
inner mongolia: hohhot/呼和浩特 包头 鄂尔多斯
xinjiang: urumqi/乌鲁木齐 喀什 伊犁
tibet: lhasa/拉萨
taiwan: taipei/台北 kaohsiung/高雄 taichung/台中
germany|德国: berlin/柏林 munich/慕尼黑 hamburg/汉堡 frankfurt/法兰克福 cologne/科隆 stuttgart leipzig dresden bremen dusseldorf nuremberg
uk|英国|united kingdom|england|britain: london/伦敦 manchester/曼彻斯特 edinburgh/爱丁堡 bristol leeds glasgow birmingham liverpool oxford cambridge brighton
france|法国: paris/巴黎 lyon/里昂 marseille/马赛 toulouse nice nantes bordeaux lille strasbourg
usa|美国|united states|america|the us|the states: new york/纽约/nyc san francisco/旧金山 los angeles/洛杉矶 seattle/西雅图 boston/波士顿 chicago/芝加哥 austin denver portland miami houston dallas atlanta philadelphia washington/华盛顿 san diego phoenix california/加州 texas/德州 florida
canada|加拿大: toronto/多伦多 vancouver/温哥华 montreal/蒙特利尔 ottawa calgary
spain|西班牙: madrid/马德里 barcelona/巴塞罗那 valencia seville bilbao malaga
italy|意大利: rome/罗马 milan/米兰 turin naples florence/佛罗伦萨 bologna venice/威尼斯
netherlands|荷兰|holland: amsterdam/阿姆斯特丹 rotterdam utrecht eindhoven the hague
switzerland|瑞士: zurich/苏黎世 geneva/日内瓦 basel bern lausanne
austria|奥地利: vienna/维也纳 graz salzburg
portugal|葡萄牙: lisbon/里斯本 porto
ireland|爱尔兰: dublin/都柏林 cork galway
japan|日本: tokyo/东京 osaka/大阪 kyoto/京都 nagoya/名古屋 sapporo fukuoka/福冈 yokohama/横滨
korea|韩国|south korea: seoul/首尔 busan/釜山
india|印度: mumbai delhi bangalore/bengaluru hyderabad chennai pune
australia|澳大利亚|澳洲: sydney/悉尼 melbourne/墨尔本 brisbane perth canberra
brazil|巴西: sao paulo rio de janeiro
russia|俄罗斯: moscow/莫斯科 st petersburg
sweden|瑞典: stockholm gothenburg malmo
norway|挪威: oslo bergen
denmark|丹麦: copenhagen aarhus
finland|芬兰: helsinki tampere
poland|波兰: warsaw krakow wroclaw gdansk
belgium|比利时: brussels antwerp ghent
greece|希腊: athens
turkey|土耳其: istanbul ankara
thailand|泰国: bangkok/曼谷 chiang mai/清迈
vietnam|越南: hanoi ho chi minh city
malaysia|马来西亚: kuala lumpur/吉隆坡
mexico|墨西哥: mexico city
egypt|埃及: cairo
kenya: nairobi
world: singapore/新加坡 dubai/迪拜 prague/布拉格 budapest bucharest
"""
_TWO_WORDS: Final = (
    "new york", "san francisco", "los angeles", "san diego", "hong kong", "the hague", "sao paulo", "chiang mai",
    "rio de janeiro", "st petersburg", "ho chi minh city", "kuala lumpur", "mexico city", "inner mongolia", "taizhou zj",
)  # fmt: skip


@lru_cache(maxsize=1)
def _table() -> tuple[dict[str, str], dict[str, str]]:
    names: dict[str, str] = {}
    parents: dict[str, str] = {}
    for line in _REGIONS.strip().splitlines():
        head, _, rest = line.partition(":")
        region, *others = head.split("|")
        names |= dict.fromkeys([region, *others], region)
        for two in _TWO_WORDS:
            rest = rest.replace(two, two.replace(" ", "_"))
        for entry in rest.split():
            place, *aliases = (name.replace("_", " ") for name in entry.split("/"))
            names |= dict.fromkeys([place, *aliases], place)
            if region != "world":
                parents[place] = region
    return names, parents


def place_names() -> dict[str, str]:
    """Every known spelling, lower-case, with its one name."""
    return _table()[0]


def within(inner: str, outer: str) -> bool:
    """Whether a place is another or lies in it."""
    parents = _table()[1]
    while inner != outer:
        if inner not in parents:
            return False
        inner = parents[inner]
    return True


def parent_of(name: str) -> str | None:
    """The place in which this one (by its one name) lies directly, if that is known."""
    return _table()[1].get(name)
