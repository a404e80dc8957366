"""What a language says for the parts of a formula, beside the signs that its reading rules know already."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

_LETTERS: Final = "αβγδεζηθικλμνξοπρστυφχψω"


@dataclass(frozen=True, slots=True)
class Words:
    """In templates `{}` stands for a part: the first is what comes first in the formula."""

    over: str
    """Between numerator and denominator; a template if the denominator comes first (`{1}分之{0}`)."""
    squared: str
    """Of letters; numbers are said as the reading rules do."""
    cubed: str
    power: str
    """A template of the exponent."""
    sub: str
    root: str
    """A template of its degree, an ordinal."""
    third_root: str
    of: str
    """f of x."""
    open: str
    close: str
    choose: str
    prime: str
    factorial: str
    absolute: str
    """A template."""
    log_base: str
    sums: tuple[str, str, str]
    """Before what is summed: bare; over {}; from {} to {}."""
    products: tuple[str, str, str]
    integrals: tuple[str, str, str]
    limit: str
    signs: Mapping[str, str]
    letters: Mapping[str, str]
    """Greek."""
    functions: Mapping[str, str] = field(default_factory=dict)
    degrees: str = ""
    """After a number that is no temperature; empty: the reading rules say it."""


def _pairs(text: str) -> dict[str, str]:
    """`∈ in; → goes to`."""
    return {sign: words for sign, _, words in (pair.strip().partition(" ") for pair in text.split(";"))}


def _letters(text: str) -> dict[str, str]:
    return dict(zip(_LETTERS, text.split(), strict=True))


def _functions(text: str) -> dict[str, str]:
    return _pairs(text)


WORDS: Final[dict[str, Words]] = {
    "en": Words(
        over="over", squared="squared", cubed="cubed", power="to the power of {}", sub="sub",
        root="{} root of", third_root="cube root of", of="of", open="open bracket", close="close bracket",
        choose="choose", prime="prime", factorial="factorial", absolute="absolute value of {}",
        log_base="log base {}",
        sums=("the sum of", "the sum over {} of", "the sum from {} to {} of"),
        products=("the product of", "the product over {} of", "the product from {} to {} of"),
        integrals=("the integral of", "the integral over {} of", "the integral from {} to {} of"),
        limit="the limit for {} of",
        signs=_pairs(
            "→ goes to; ↦ maps to; ⇒ implies; ⇐ is implied by; ⇔ if and only if; ↔ to and from; ⇌ to and "
            "from; ∈ in; ∉ not in; ∋ contains; ⊂ subset of; ⊆ subset of or equal to; ⊃ superset of; ⊇ "
            "superset of or equal to; ∪ union; ∩ intersection; ∅ the empty set; ∀ for all; ∃ there is; ∄ "
            "there is no; ¬ not; ∧ and; ∨ or; ∝ proportional to; ≡ equivalent to; ≅ congruent to; ∼ "
            "similar to; ∓ minus or plus; ∂ partial; ∇ nabla; ⊥ perpendicular to; ∥ parallel to; ∠ angle; "
            "△ triangle; ∴ therefore; ∵ because; ≪ much less than; ≫ much greater than; ∖ without; | "
            "given; ∑ sum; ∏ product; ∫ integral; ℓ l; ℏ h bar"
        ),
        letters=_letters(
            "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
            "tau upsilon phi chi psi omega"
        ),
        functions=_functions(
            "sin sine; cos cosine; tan tangent; cot cotangent; log log; ln natural log; lim limit; max "
            "maximum; min minimum; mod mod; bmod mod; det determinant; arcsin arc sine; arccos arc cosine; "
            "arctan arc tangent; gcd greatest common divisor; deg degree"
        ),
    ),
    "de": Words(
        over="durch", squared="Quadrat", cubed="hoch drei", power="hoch {}", sub="Index",
        root="{} Wurzel aus", third_root="dritte Wurzel aus", of="von", open="Klammer auf",
        close="Klammer zu", choose="über", prime="Strich", factorial="Fakultät", absolute="Betrag von {}",
        log_base="Logarithmus zur Basis {}",
        sums=("Summe über", "Summe über {} von", "Summe von {} bis {} über"),
        products=("Produkt über", "Produkt über {} von", "Produkt von {} bis {} über"),
        integrals=("Integral über", "Integral über {} von", "Integral von {} bis {} über"),
        limit="Grenzwert für {} von",
        signs=_pairs(
            "→ gegen; ↦ wird zu; ⇒ , daraus folgt; ⇐ folgt aus; ⇔ genau dann, wenn; ↔ hin und zurück zu; ⇌ "
            "im Gleichgewicht mit; ∈ aus; ∉ nicht aus; ∋ enthält; ⊂ Teilmenge von; ⊆ Teilmenge von; ⊃ "
            "Obermenge von; ⊇ Obermenge von; ∪ vereinigt mit; ∩ geschnitten mit; ∅ die leere Menge; ∀ für "
            "alle; ∃ es gibt; ∄ es gibt kein; ¬ nicht; ∧ und; ∨ oder; ∝ proportional zu; ≡ identisch mit; "
            "≅ kongruent zu; ∼ ähnlich zu; ∓ minus plus; ∂ d; ∇ Nabla; ⊥ senkrecht zu; ∥ parallel zu; ∠ "
            "Winkel; △ Dreieck; ∴ also; ∵ weil; ≪ viel kleiner als; ≫ viel größer als; ∖ ohne; | unter der "
            "Bedingung; ∑ Summe; ∏ Produkt; ∫ Integral; ℓ l; ℏ h quer"
        ),
        letters=_letters(
            "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Jota Kappa Lambda My Ny Xi Omikron Pi Rho Sigma "
            "Tau Ypsilon Phi Chi Psi Omega"
        ),
        functions=_functions(
            "sin Sinus; cos Kosinus; tan Tangens; cot Kotangens; log Logarithmus; ln natürlicher "
            "Logarithmus; lim Grenzwert; max Maximum; min Minimum; mod modulo; bmod modulo; det "
            "Determinante; arcsin Arkussinus; arccos Arkuskosinus; arctan Arkustangens; gcd größter "
            "gemeinsamer Teiler; deg Grad"
        ),
    ),
    "zh": Words(
        over="{1}分之{0}", squared="的平方", cubed="的立方", power="的{}次方", sub="下标", root="{}次根号",
        third_root="三次根号", of="", open="左括号", close="右括号", choose="选", prime="撇",
        factorial="的阶乘",
        absolute="{}的绝对值", log_base="以{}为底的对数",
        sums=("求和，", "对{}求和，", "对{}到{}求和，"),
        products=("求积，", "对{}求积，", "对{}到{}求积，"),
        integrals=("积分，", "在{}上积分，", "从{}到{}积分，"),
        limit="当{}时的极限，",
        signs=_pairs(
            "→ 趋于; ↦ 映射到; ⇒ 推出; ⇐ 由此推出; ⇔ 等价于; ↔ 对应; ⇌ 可逆生成; ∈ 属于; ∉ 不属于; ∋ 包含; "
            "⊂ 包含于; ⊆ 包含于; ⊃ 包含; ⊇ 包含; ∪ 并; ∩ 交; ∅ 空集; ∀ 对所有; ∃ 存在; ∄ 不存在; ¬ 非; ∧ "
            "且; ∨ 或; ∝ 正比于; ≡ 恒等于; ≅ 全等于; ∼ 相似于; ∓ 负正; ∂ 偏; ∇ 梯度; ⊥ 垂直于; ∥ 平行于; ∠ "
            "角; △ 三角形; ∴ 所以; ∵ 因为; ≪ 远小于; ≫ 远大于; ∖ 减去; | 条件是; · 乘; ± 加减; ∑ 求和; ∏ "
            "求积; ∫ 积分; ℓ l; ℏ h 拔"
        ),
        letters=_letters(
            "阿尔法 贝塔 伽马 德尔塔 艾普西隆 泽塔 伊塔 西塔 约塔 卡帕 兰姆达 缪 纽 克西 奥密克戎 派 柔 "
            "西格玛 陶 宇普西隆 斐 希 普西 欧米伽"
        ),
        functions=_functions(
            "sin 正弦; cos 余弦; tan 正切; cot 余切; log 对数; ln 自然对数; lim 极限; max 最大值; min "
            "最小值; mod 模; bmod 模; det 行列式; arcsin 反正弦; arccos 反余弦; arctan 反正切; gcd "
            "最大公约数; deg 次数"
        ),
        degrees="度",
    ),
    "fr": Words(
        over="sur", squared="au carré", cubed="au cube", power="puissance {}", sub="indice",
        root="racine {} de", third_root="racine cubique de", of="de", open="ouvre la parenthèse",
        close="ferme la parenthèse", choose="parmi", prime="prime", factorial="factorielle",
        absolute="valeur absolue de {}", log_base="logarithme de base {}",
        sums=("la somme de", "la somme sur {} de", "la somme de {} à {} de"),
        products=("le produit de", "le produit sur {} de", "le produit de {} à {} de"),
        integrals=("l'intégrale de", "l'intégrale sur {} de", "l'intégrale de {} à {} de"),
        limit="la limite quand {} de",
        signs=_pairs(
            "→ tend vers; ⇒ implique; ⇔ équivaut à; ∈ appartient à; ∉ n'appartient pas à; ⊂ inclus dans; ⊆ "
            "inclus dans; ∪ union; ∩ inter; ∅ l'ensemble vide; ∀ pour tout; ∃ il existe; ¬ non; ∧ et; ∨ "
            "ou; ∝ proportionnel à; ≡ identique à; ∓ moins ou plus; ∂ d rond; ∇ nabla; ⊥ perpendiculaire "
            "à; ∥ parallèle à; ∠ angle; ∴ donc; | sachant; ∑ somme; ∏ produit; ∫ intégrale; ℓ l"
        ),
        letters=_letters(
            "alpha bêta gamma delta epsilon zêta êta thêta iota kappa lambda mu nu xi omicron pi rhô sigma "
            "tau upsilon phi khi psi oméga"
        ),
        functions=_functions(
            "sin sinus; cos cosinus; tan tangente; log logarithme; ln logarithme naturel; lim limite; max "
            "maximum; min minimum; mod modulo"
        ),
    ),
    "es": Words(
        over="sobre", squared="al cuadrado", cubed="al cubo", power="elevado a {}", sub="sub",
        root="raíz {} de", third_root="raíz cúbica de", of="de", open="abre paréntesis",
        close="cierra paréntesis", choose="sobre", prime="prima", factorial="factorial",
        absolute="valor absoluto de {}", log_base="logaritmo en base {}",
        sums=("la suma de", "la suma sobre {} de", "la suma desde {} hasta {} de"),
        products=("el producto de", "el producto sobre {} de", "el producto desde {} hasta {} de"),
        integrals=("la integral de", "la integral sobre {} de", "la integral desde {} hasta {} de"),
        limit="el límite cuando {} de",
        signs=_pairs(
            "→ tiende a; ⇒ implica; ⇔ si y solo si; ∈ pertenece a; ∉ no pertenece a; ⊂ subconjunto de; ⊆ "
            "subconjunto de; ∪ unión; ∩ intersección; ∅ el conjunto vacío; ∀ para todo; ∃ existe; ¬ no; ∧ "
            "y; ∨ o; ∝ proporcional a; ≡ idéntico a; ∓ menos o más; ∂ derivada parcial de; ∇ nabla; ⊥ "
            "perpendicular a; ∥ paralelo a; ∠ ángulo; ∴ por tanto; | dado; ∑ suma; ∏ producto; ∫ integral; "
            "ℓ l"
        ),
        letters=_letters(
            "alfa beta gamma delta épsilon zeta eta theta iota kappa lambda mu nu xi ómicron pi rho sigma "
            "tau ípsilon fi ji psi omega"
        ),
        functions=_functions(
            "sin seno; cos coseno; tan tangente; log logaritmo; ln logaritmo natural; lim límite; max "
            "máximo; min mínimo; mod módulo"
        ),
    ),
    "it": Words(
        over="fratto", squared="al quadrato", cubed="al cubo", power="alla {}", sub="con",
        root="radice {} di", third_root="radice cubica di", of="di", open="aperta parentesi",
        close="chiusa parentesi", choose="su", prime="primo", factorial="fattoriale",
        absolute="valore assoluto di {}", log_base="logaritmo in base {}",
        sums=("la somma di", "la somma su {} di", "la somma da {} a {} di"),
        products=("il prodotto di", "il prodotto su {} di", "il prodotto da {} a {} di"),
        integrals=("l'integrale di", "l'integrale su {} di", "l'integrale da {} a {} di"),
        limit="il limite per {} di",
        signs=_pairs(
            "→ tende a; ⇒ implica; ⇔ se e solo se; ∈ appartiene a; ∉ non appartiene a; ⊂ sottoinsieme di; "
            "⊆ sottoinsieme di; ∪ unione; ∩ intersezione; ∅ l'insieme vuoto; ∀ per ogni; ∃ esiste; ¬ non; "
            "∧ e; ∨ o; ∝ proporzionale a; ≡ identico a; ∓ meno o più; ∂ d; ∇ nabla; ⊥ perpendicolare a; ∥ "
            "parallelo a; ∠ angolo; ∴ quindi; | dato; ∑ somma; ∏ prodotto; ∫ integrale; ℓ l"
        ),
        letters=_letters(
            "alfa beta gamma delta epsilon zeta eta teta iota cappa lambda mu nu xi omicron pi ro sigma "
            "tau ipsilon fi chi psi omega"
        ) | {"π": "pi greco"},
        functions=_functions(
            "sin seno; cos coseno; tan tangente; log logaritmo; ln logaritmo naturale; lim limite; max "
            "massimo; min minimo; mod modulo"
        ),
    ),
    "nl": Words(
        over="gedeeld door", squared="kwadraat", cubed="tot de derde", power="tot de macht {}", sub="index",
        root="{} machtswortel van", third_root="derdemachtswortel van", of="van", open="haakje openen",
        close="haakje sluiten", choose="boven", prime="accent", factorial="faculteit",
        absolute="absolute waarde van {}", log_base="logaritme met grondtal {}",
        sums=("de som van", "de som over {} van", "de som van {} tot {} van"),
        products=("het product van", "het product over {} van", "het product van {} tot {} van"),
        integrals=("de integraal van", "de integraal over {} van", "de integraal van {} tot {} van"),
        limit="de limiet voor {} van",
        signs=_pairs(
            "→ gaat naar; ⇒ , daaruit volgt; ⇔ dan en slechts dan als; ∈ in; ∉ niet in; ⊂ deelverzameling "
            "van; ⊆ deelverzameling van; ∪ verenigd met; ∩ doorsnede met; ∅ de lege verzameling; ∀ voor "
            "alle; ∃ er is; ¬ niet; ∧ en; ∨ of; ∝ evenredig met; ≡ identiek aan; ∓ min of plus; ∂ d; ∇ "
            "nabla; ⊥ loodrecht op; ∥ evenwijdig aan; ∠ hoek; ∴ dus; | gegeven; ∑ som; ∏ product; ∫ "
            "integraal; ℓ l"
        ),
        letters=_letters(
            "alfa bèta gamma delta epsilon zèta èta thèta jota kappa lambda mu nu xi omikron pi rho sigma "
            "tau ypsilon phi chi psi omega"
        ),
        functions=_functions(
            "sin sinus; cos cosinus; tan tangens; log logaritme; ln natuurlijke logaritme; lim limiet; max "
            "maximum; min minimum; mod modulo"
        ),
    ),
    "pt": Words(
        over="sobre", squared="ao quadrado", cubed="ao cubo", power="elevado a {}", sub="índice",
        root="raiz {} de", third_root="raiz cúbica de", of="de", open="abre parêntese",
        close="fecha parêntese", choose="sobre", prime="linha", factorial="fatorial",
        absolute="valor absoluto de {}", log_base="logaritmo na base {}",
        sums=("a soma de", "a soma sobre {} de", "a soma de {} até {} de"),
        products=("o produto de", "o produto sobre {} de", "o produto de {} até {} de"),
        integrals=("a integral de", "a integral sobre {} de", "a integral de {} até {} de"),
        limit="o limite quando {} de",
        signs=_pairs(
            "→ tende a; ⇒ implica; ⇔ se e somente se; ∈ pertence a; ∉ não pertence a; ⊂ subconjunto de; ⊆ "
            "subconjunto de; ∪ união; ∩ interseção; ∅ o conjunto vazio; ∀ para todo; ∃ existe; ¬ não; ∧ e; "
            "∨ ou; ∝ proporcional a; ≡ idêntico a; ∓ menos ou mais; ∂ derivada parcial de; ∇ nabla; ⊥ "
            "perpendicular a; ∥ paralelo a; ∠ ângulo; ∴ portanto; | dado; ∑ soma; ∏ produto; ∫ integral; ℓ "
            "l"
        ),
        letters=_letters(
            "alfa beta gama delta épsilon zeta eta teta iota capa lambda mi ni csi ômicron pi rô sigma tau "
            "úpsilon fi qui psi ômega"
        ),
        functions=_functions(
            "sin seno; cos cosseno; tan tangente; log logaritmo; ln logaritmo natural; lim limite; max "
            "máximo; min mínimo; mod módulo"
        ),
    ),
    "pl": Words(
        over="przez", squared="do kwadratu", cubed="do sześcianu", power="do potęgi {}", sub="indeks",
        root="pierwiastek stopnia {} z", third_root="pierwiastek sześcienny z", of="od",
        open="nawias otwarty", close="nawias zamknięty", choose="nad", prime="prim", factorial="silnia",
        absolute="wartość bezwzględna z {}", log_base="logarytm o podstawie {} z",
        sums=("suma z", "suma po {} z", "suma od {} do {} z"),
        products=("iloczyn z", "iloczyn po {} z", "iloczyn od {} do {} z"),
        integrals=("całka z", "całka po {} z", "całka od {} do {} z"),
        limit="granica przy {} z",
        signs=_pairs(
            "→ dąży do; ⇒ implikuje; ⇔ wtedy i tylko wtedy, gdy; ∈ należy do; ∉ nie należy do; ⊂ zawiera "
            "się w; ⊆ zawiera się w; ∪ suma; ∩ część wspólna; ∅ zbiór pusty; ∀ dla każdego; ∃ istnieje; ¬ "
            "nie; ∧ i; ∨ lub; ∝ proporcjonalne do; ≡ tożsame z; ∓ minus lub plus; ∂ d; ∇ nabla; ⊥ "
            "prostopadłe do; ∥ równoległe do; ∠ kąt; ∴ zatem; | pod warunkiem; ∑ suma; ∏ iloczyn; ∫ całka; "
            "ℓ l"
        ),
        letters=_letters(
            "alfa beta gamma delta epsilon dzeta eta theta jota kappa lambda mi ni ksi omikron pi ro sigma "
            "tau ypsilon fi chi psi omega"
        ),
        functions=_functions(
            "sin sinus; cos kosinus; tan tangens; log logarytm; ln logarytm naturalny; lim granica; max "
            "maksimum; min minimum; mod modulo"
        ),
    ),
}  # fmt: skip
