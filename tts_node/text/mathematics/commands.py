"""TeX's commands by what they are here: the sign that one stands for, a function's name, or nothing."""

from __future__ import annotations

from typing import Final


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_PAIRS: Final = """
times × cdot · div ÷ pm ± mp ∓ ast × star × bullet · odot ⊙ oplus ⊕ otimes ⊗ slash / setminus ∖ backslash ∖
leq ≤ le ≤ leqslant ≤ geq ≥ ge ≥ geqslant ≥ neq ≠ ne ≠ lt < gt > ll ≪ gg ≫ approx ≈ approxeq ≈ sim ∼ simeq ≈
cong ≅ equiv ≡ propto ∝ coloneqq = doteq = triangleq =
to → rightarrow → longrightarrow → mapsto ↦ longmapsto ↦ gets ← leftarrow ← uparrow ↑ downarrow ↓
leftrightarrow ↔ rightleftharpoons ⇌ Rightarrow ⇒ Longrightarrow ⇒ implies ⇒ Leftarrow ⇐ impliedby ⇐
Leftrightarrow ⇔ Longleftrightarrow ⇔ iff ⇔ therefore ∴ because ∵
in ∈ notin ∉ ni ∋ subset ⊂ subseteq ⊆ supset ⊃ supseteq ⊇ cup ∪ cap ∩ emptyset ∅ varnothing ∅
forall ∀ exists ∃ nexists ∄ neg ¬ lnot ¬ land ∧ wedge ∧ lor ∨ vee ∨ mid | parallel ∥ perp ⊥ angle ∠ triangle △
infty ∞ partial ∂ nabla ∇ sum ∑ prod ∏ int ∫ iint ∬ oint ∮ bigcup ∪ bigcap ∩
degree ° circ ∘ prime ′ ldots … cdots … dots … dotsc … dotsb … vdots … ddots … colon :
ell ℓ hbar ℏ Re ℜ Im ℑ aleph ℵ imath i jmath j
lvert | rvert | vert | Vert ‖ lVert ‖ rVert ‖ lfloor ⌊ rfloor ⌋ lceil ⌈ rceil ⌉ langle ⟨ rangle ⟩
lbrace { rbrace } checkmark ✓ euro € pounds £ copyright © dagger †
alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta θ iota ι kappa κ lambda λ
mu μ nu ν xi ξ omicron ο pi π varpi π rho ρ varrho ρ sigma σ varsigma σ tau τ upsilon υ phi φ varphi φ chi χ
psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
"""
SIGNS: Final[dict[str, str]] = dict(zip(_PAIRS.split()[::2], _PAIRS.split()[1::2], strict=True))

FUNCTIONS: Final = _words(
    "sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln lg exp lim max min sup inf det dim "
    "gcd mod bmod pmod deg arg ker"
)
TEXTS: Final = _words(
    "text textrm textbf textit textsf texttt mathrm mathsf mathtt operatorname mbox hbox unit si SI ce"
)
"""Their argument is words."""
ACCENTS: Final = _words(
    "mathbf mathit mathbb mathcal mathfrak boldsymbol bm vec hat bar tilde dot ddot overline underline "
    "widehat widetilde overrightarrow boxed fbox underbrace overbrace cancel ensuremath"
)
"""Their argument is said as if they were not there."""
DROPPED: Final = _words(
    "displaystyle textstyle scriptstyle limits nolimits nonumber notag hline rm bf it normalsize large Large "
    "small allowbreak centering"
)
SWALLOWED: Final = _words("begin end tag label color textcolor hspace vspace mspace")
"""Their argument is for the eye."""
