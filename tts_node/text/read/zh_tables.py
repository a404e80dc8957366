"""Chinese: names of units and currencies, what counts, signs, and words that decide."""

from __future__ import annotations

from tts_node.text.read.units import Name, prefixed


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _name(word: str) -> Name:
    return Name(word, word)


_PREFIXES = {
    "n": "纳", "µ": "微", "m": "毫", "c": "厘", "d": "分", "h": "百", "k": "千", "M": "兆", "G": "吉",
    "T": "太",
}  # fmt: skip


def _prefixed(symbol: str, word: str, prefixes: str) -> dict[str, Name]:
    return prefixed(symbol, _name(word), prefixes, _PREFIXES)


# 公斤 and 公里 are what a home says; GB, ppm and K are said as letters.
UNITS: dict[str, Name] = {
    **_prefixed("W", "瓦", "mkMG"),
    **_prefixed("Wh", "瓦时", "mkMGT"),
    **_prefixed("VA", "伏安", "k"),
    **_prefixed("V", "伏", "mk"),
    **_prefixed("A", "安", "mk"),
    **_prefixed("Ah", "安时", "mk"),
    **_prefixed("Ω", "欧姆", "kM"),
    **_prefixed("J", "焦耳", "kM"),
    **_prefixed("cal", "卡", "k"),
    **_prefixed("Hz", "赫兹", "kMG"),
    **_prefixed("Pa", "帕", "hkM"),
    **_prefixed("bar", "巴", "m"),
    **_prefixed("m", "米", "nµmcd"),
    **_prefixed("g", "克", "nµm"),
    **_prefixed("L", "升", "mcdh"),
    **_prefixed("s", "秒", "nµm"),
    **_prefixed("mol", "摩尔", "nµm"),
    **_prefixed("bit/s", "比特每秒", "kMG"),
    **{p + "bit": _name(word + "比特") for p, word in (("k", "千"), ("M", "兆"), ("G", "吉"))},
    **{f"{p}m²": _name(f"平方{word}米") for p, word in (("", ""), ("c", "厘"), ("m", "毫"))},
    **{f"{p}m³": _name(f"立方{word}米") for p, word in (("", ""), ("d", "分"), ("c", "厘"), ("m", "毫"))},
    "B": _name("字节"), "kB": _name("千字节"), "MB": _name("兆字节"), "GB": _name("GB"), "TB": _name("TB"),
    "MiB": _name("兆字节"), "GiB": _name("GiB"), "TiB": _name("TiB"),
    "km": _name("公里"), "km²": _name("平方公里"), "kg": _name("公斤"), "t": _name("吨"), "ha": _name("公顷"),
    "m/s²": _name("米每二次方秒"), "kn": _name("节"), "Bft": _name("级"), "mph": _name("英里每小时"),
    "rpm": _name("转每分钟"), "bpm": _name("次每分钟"), "fps": _name("帧每秒"),
    "U/L": _name("单位每升"), "IU/L": _name("国际单位每升"), "IU": _name("国际单位"),
    "ppm": _name("ppm"), "ppb": _name("ppb"), "K": _name("K"),
    "%": _name("百分之"), "‰": _name("千分之"), "%RH": _name("百分之"),
    "°C": _name("摄氏度"), "°F": _name("华氏度"), "C": _name("摄氏度"), "F": _name("华氏度"), "°":
    _name("度"),
    "dB": _name("分贝"), "dB(A)": _name("A计权分贝"), "dBm": _name("分贝毫瓦"),
    "lx": _name("勒克斯"), "lm": _name("流明"), "cd": _name("坎德拉"), "Nm": _name("牛米"), "kN":
    _name("千牛"),
    "mmHg": _name("毫米汞柱"), "psi": _name("磅每平方英寸"), "atm": _name("个大气压"),
    "ft": _name("英尺"), "mi": _name("英里"), "ft²": _name("平方英尺"), "lb": _name("磅"), "oz":
    _name("盎司"),
    "gal": _name("加仑"),
    "min": _name("分钟"), "h": _name("小时"), "d": _name("天"),
    "day": _name("天"), "hour": _name("小时"), "month": _name("月"), "week": _name("周"), "year": _name("年"),
    "px": _name("像素"), "MP": _name("百万像素"), "dpi": _name("dpi"),
}  # fmt: skip

PROOFS: dict[str, str] = {
    "A": "electric", "C": "warmth", "F": "warmth", "K": "spaced", "B": "blank", "t": "blank", "d": "blank",
    "day": "never", "hour": "never", "month": "never", "week": "never", "year": "never",
}  # fmt: skip

WARMTH: frozenset[str] = frozenset({"°C", "°F", "C", "F"})
"""Units whose numbers are below or above zero."""
SHARES: dict[str, str] = {"%": "百分之", "%RH": "百分之", "‰": "千分之"}
"""Units that are said before the number."""

HEMISPHERES = {"N": "北纬", "S": "南纬", "E": "东经", "W": "西经"}
NET_WORDS = {".": "点", "/": "斜杠", ":": "端口", "@": "艾特", "-": "杠", "_": "下划线", "+": "加"}
RELATIONS = {"to": "比", "over": "比"}

CURRENCIES: dict[str, tuple[Name, Name | None]] = {
    code: (_name(word), None)
    for code, word in (
        ("CNY", "元"), ("RMB", "元人民币"), ("USD", "美元"), ("EUR", "欧元"), ("GBP", "英镑"), ("JPY",
        "日元"),
        ("HKD", "港元"), ("TWD", "元新台币"), ("MOP", "澳门元"), ("KRW", "韩元"), ("CHF", "瑞士法郎"),
        ("AUD", "澳元"), ("CAD", "加元"), ("NZD", "新西兰元"), ("SGD", "新加坡元"), ("INR", "印度卢比"),
        ("RUB", "卢布"), ("THB", "泰铢"), ("VND", "越南盾"),
    )
}  # fmt: skip
CURRENCY_SIGNS: dict[str, str] = {
    "¥": "CNY", "￥": "CNY", "$": "USD", "US$": "USD", "€": "EUR", "£": "GBP", "JP¥": "JPY", "HK$": "HKD",
    "NT$": "TWD", "A$": "AUD", "C$": "CAD", "S$": "SGD", "₩": "KRW", "₹": "INR", "₽": "RUB", "฿": "THB",
    "RMB": "RMB",
}  # fmt: skip
POWERS: dict[str, int] = {"k": 3, "K": 3, "M": 6, "m": 6, "B": 9, "bn": 9, "b": 9, "T": 12}
"""Short words of size in English -> their power of ten, which Chinese says with 万 and 亿."""
MONEY_SCALES: dict[str, str] = {**dict.fromkeys(POWERS, ""), "百万": "百万", "千万": "千万", "万": "万",
                                "万亿": "万亿", "亿": "亿"}  # fmt: skip
SCALES: dict[str, str] = {"k": "", "x": "倍", "×": "倍"}

ABBREVIATIONS: dict[str, str] = {
    "PM2.5": "PM二点五", "PM₂.₅": "PM二点五", "PM10": "PM十", "PM₁₀": "PM十", "PM1.0": "PM一点零",
    "CO2": "二氧化碳", "CO₂": "二氧化碳", "NO2": "二氧化氮", "NO₂": "二氧化氮", "SO2": "二氧化硫",
    "SO₂": "二氧化硫", "O3": "臭氧", "O₃": "臭氧", "A/C": "AC", "AC/DC": "AC DC", "vs": "对", "vs.": "对",
    "VS": "对",
}  # fmt: skip

SYMBOLS: dict[str, str] = {
    "+": "加", "−": "减", "×": "乘", "*": "乘", "÷": "除以", "=": "等于", "==": "等于", "≠": "不等于",
    "!=": "不等于", "<": "小于", ">": "大于", "<1": "小于", ">1": "大于", "≤": "小于等于", "<=": "小于等于",
    "≥": "大于等于", ">=": "大于等于", "±": "正负", "~": "约", "≈": "约", "≈=": "约等于", "&": "和",
    "∞": "无穷大", "++": "加加",
    "√": "根号",
}  # fmt: skip

COUNTED: frozenset[str] = _words(
    # what is counted: people, things, times
    "个 只 条 张 件 位 名 人 次 天 周 年 小时 分钟 分 秒 秒钟 点 刻钟 星期 礼拜 昼夜 晚 夜 岁 代 届 "
    "种 台 部 辆 架 艘 本 册 页 支 枝 根 颗 粒 片 块 杯 瓶 碗 盒 箱 包 袋 双 对 副 套 组 间 家 座 扇 盏 "
    "场 节 门 "
    "首 封 份 顿 趟 遍 回 声 句 段 步 口 群 批 集 项 款 处 户 头 匹 朵 棵 株 串 把 幅 团 滴 圈 道 票 餐 "
    "勺 层楼 "
    "顶 面 尾 滩 堆 排 行 列 笔 桶 锅 盘 筐 篮 壶 罐 盆 卷 束 枚 发 通 站 "
    # as they are written in Taiwan and Hong Kong
    "個 隻 條 張 點 點鐘 刻鐘 鐘頭 小時 輛 雙 則 間 歲 種 臺 盞 顆 塊 組 場 節 門 頓 聲 項 處 戶 頭 對 "
    "頁 筆 盤 籃 發 週 "
    "萬 億 公尺 公分 坪 "
    # measures
    "米 公里 千米 厘米 毫米 分米 里 寸 尺 公斤 千克 克 毫克 斤 吨 升 毫升 平米 平方米 平方公里 立方米 亩 "
    "公顷 "
    "英里 英寸 英尺 摄氏度 华氏度 度 瓦 千瓦 千瓦时 伏 安 毫安 赫兹 兆 分贝 倍 成 折 "
    # money and powers
    "元 块 块钱 角 毛 毛钱 美元 欧元 英镑 日元 港元 港币 百 千 万 亿 百万 千万 万亿"
)
"""Before one of these 2 is 两 and not 二."""
ROOMS: frozenset[str] = _words("厅")
"""`2室1厅` counts rooms."""
NO_MEASURES: frozenset[str] = _words(
    "点击 点赞 点评 点选 点餐 点单 点名 人民 人物 人脸 人体感 人体传感 人体存在 天气 天线 天猫 次日 "
    "分享 分机 分类 分区 分析 分别 分支 分辨 本地 本周 本月 本机 本次 台风 台北 台湾 部门 部署 包含 "
    "包括 包装 家里 家庭 家居 座位 座椅 场景 场地 节目 节能 节日 门口 门锁 门铃 门禁 门窗 首页 首先 "
    "首次 回家 回复 回到 回来 回放 回充 声音 声控 步骤 步行 口令 项目 处理 处于 户外 户型 头条 头像 "
    "对于 对应 对比 对话 对讲 面板 面积 面前 行驶 行程 行人 列表 发现 发送 发布 发动 发生 发出 发射 "
    "发电 发热 发烧 发货 通知 通道 通过 通话 通电 通行 通用 成功 成为 成员 成交 成绩 度假 里面 里程 "
    "里有 升级 升高 升温 升到 升至 角度 角落 毛巾 元旦 元宵 排名 排列 排水 排放 排气 笔记 票房 餐厅 "
    "餐桌 团队 团购 条件 只有 只要 只能 只是 只剩 位于 位置 名称 名字 名为 代码 代表 代理 种类 支付 "
    "支持 支出 根据 双击 副本 套餐 组合 组成 间隔 封面 群聊 集成 集团 集合 道路 顶部 顶层 尾号 锅炉 "
    "年代 年度 周围 周边 米饭 米家 安全 安装 安静 安排 安防 瓦斯 折叠 折扣 百分 百度 晚上 晚餐 晚饭 "
    "晚安 晚会 夜间 夜灯 夜晚 站台 站点 站立 把灯 把亮度 把音量 把空调 把温度 把窗帘 把客厅 把卧室 "
    "把它 把所有 發現 發送 通過 點擊 天氣 門口 門鎖 升級 場景 節目"
)
"""Words that only begin like what is counted: `摄像头2发现有人`."""
STILL_MEASURES: frozenset[str] = _words(
    "天气温 天气压 天气候 天气象 天氣溫 次日本 分机会 台风扇 场地震 项目标 通电话 成员工 升温水 笔记录 "
    "套餐具 组成员 年度过 晚上海"
)
"""What begins like one of them and is counted: `2天气温`, `2台风扇`."""
RANGED: frozenset[str] = COUNTED | _words(
    "月 日 号 时 楼 层 室 级 路 栋 单元 个月 岁 期 章 班 年级 月份 號 時 樓 層 級"
)
"""Between numbers with one of these a dash means 到."""

YEAR_FOLLOWERS: frozenset[str] = _words(
    "元旦 春节 新年 中秋 国庆 端午 元宵 清明 款 学年 财年 赛季 世界杯 奥运会"
)
"""Four digits before one of these are a year."""
DATE_WORDS: frozenset[str] = _words(
    "于 在 到 至 自 从 截止 截至 日期 时间 定于 预约 周一 周二 周三 周四 周五 周六 周日 星期一 星期二 "
    "星期三 星期四 "
    "星期五 星期六 星期日 今天 明天 后天 昨天 生日 到期"
)
DATE_FOLLOWERS: frozenset[str] = _words(
    "前 之前 开始 截止 到期 凌晨 早上 上午 中午 下午 晚上 周 星期 日 号 见 出发"
)
CODE_WORDS: frozenset[str] = _words(
    "验证码 校验码 动态码 密码 口令 编号 编码 代码 单号 会议号 会议ID 端口 端口号 错误代码 故障代码 订单 "
    "订单号 订单编号 快递单号 取件码 提货码 "
    "兑换码 邀请码 "
    "批号 批次号 识别码 尾号 后四位 后三位 后六位 "
    "卡号 账号 帐号 工号 学号 房号 邮编 邮政编码 身份证号 身份证 序列号 流水号 会员号 群号 "
    "QQ QQ号 QQ群 微信号 "
    "学籍号 型号 序号 PIN PIN码 pin ID id 航班号 车次"
)
CODE_LINKS: frozenset[str] = _words("是 为 号码 号 码 : ：")
PHONE_WORDS: frozenset[str] = _words(
    "拨打 拨 致电 打 打给 电话 电话号码 手机 手机号 手机号码 号码 热线 客服 客服电话 服务热线 传真 呼叫 "
    "来电 短信 报警 "
    "火警 匪警 急救 急救电话 求助 请拨 座机 分机 转 联系"
)
PLACE_WORDS: frozenset[str] = _words(
    "房间 房间号 栋 幢 座 客房 病房 教室 会议室 办公室 单元 室 房 门牌 包间 包厢 座位 机位"
)
RATIO_WORDS: frozenset[str] = _words(
    "比分 比例 稀释 兑水 调配 混合 配比 赔率 战胜 击败 获胜 胜出 领先 落后 战平 宽高比 屏幕 画面 缩放 "
    "竖屏 横屏 比例尺"
)
DURATION_WORDS: frozenset[str] = _words(
    "倒计时 计时 计时器 定时器 时长 剩余 剩余时间 剩余时长 成绩 跑出 还剩 剩下 用时 耗时 历时 持续"
)
GAME_WORDS: frozenset[str] = _words(
    "中超 英超 西甲 意甲 德甲 法甲 欧冠 亚冠 世预赛 nba cba wnba 联赛 决赛 常规赛 季后赛 男篮 女篮 男足 "
    "女足 国足 男排 女排 国乒 "
    "比分 主场 客场 半场 首局 决胜局 横扫 力克 逆转 险胜 大胜 完胜 惜败 完败 不敌 负于 淘汰 战胜 击败 战平"
)
"""In a sentence with one of these `2-1` is a score."""
ELECTRIC_WORDS: frozenset[str] = _words(
    "电流 充电 插座 插头 断路器 空开 空气开关 保险丝 电源 额定 负载 电压 电表 电线 电缆 过流 漏电 安培 电池"
)
WARMTH_WORDS: frozenset[str] = _words(
    "温度 气温 水温 体温 室温 油温 室外 室内 高温 低温 最高 最低 空调 暖气 烤箱 冰箱 热水器 天气 体感 "
    "设定 加热 制冷"
)
ANGLE_WORDS: frozenset[str] = _words("角 角度 旋转 转动 转 倾斜 俯仰 偏航 相位 北纬 南纬 东经 西经 经度 纬度")
"""With one of these -3度 is an angle and no frost."""
MODEL_WORDS: frozenset[str] = _words("aqi tvoc pm hp bmi hcho id no rpm iso gmt utc")
"""Latin words before numbers of four digits that are counted or are no model's name."""
VERSION_WORDS: frozenset[str] = _words("版 版本 固件 更新到 升级到 version Version")
VOICES = frozenset("的了吧呢啊哦呀哈嘛啦哟呦嗯噢喔哒")
"""A tilde after one of these is a tone of voice."""
PLATES = frozenset("京津沪渝冀豫云辽黑湘皖鲁新苏浙赣鄂桂甘晋蒙陕吉闽贵粤青藏川宁琼")
"""The provinces on number plates."""
