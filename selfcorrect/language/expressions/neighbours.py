"""Two neighbours of a chain: whether what they say can be judged, or is left alone."""

from fractions import Fraction
from typing import Final, NamedTuple

from selfcorrect.language.expressions.parse import Calculus
from selfcorrect.language.expressions.rounded import same
from selfcorrect.language.expressions.signs import Token
from selfcorrect.language.expressions.stacks import Run
from selfcorrect.language.expressions.vocabulary import JOIN

_SOON: Final = 60
"""Characters after a result in which what is left over is told."""


class Neighbours(NamedTuple):
    """Two sides of a relation in the tokens of their clause."""

    calculus: Calculus
    text: str
    tokens: list[Token]
    left: Run
    right: Run

    def comparable(self, *, said: bool) -> bool:
        """Whether they say something that can be judged; `said` in words instead of a sign."""
        left, right = self.left, self.right
        if (
            left.names
            or right.names
            or (not worked(left) and not left.trouble)
            or (not worked(right) and not right.trouble)
        ):
            return False
        if self.leaves_rest() or self.adds_share() or self.exclaims():
            return False
        if left.noun and left.noun[0].lower() in self.calculus.notation.of:
            # `3/4 of an hour = 45 minutes`
            return False
        if left.letter != right.letter and bool(left.measures) != bool(right.measures):
            # `2m = 10`: an unknown of algebra, and no metres.
            return False
        if said and not self.said():
            return False
        if left.operators == 0:
            return self.stated()
        return True

    def leaves_rest(self) -> bool:
        """Whether words soon after a whole number say what is left over, or that it was rounded: `= 3 boxes,
        with 1 left over`, `= 4 (rounded up)`, `= 14 weeks and 2 days`.
        """
        left, right = self.left, self.right
        one, other = left.value, right.value
        if not self.is_quotient(left):
            return False
        if one is None or other is None or one[0] % one[1] == 0 or right.operators or other[1] != 1:
            return False
        if abs(one[0] - other[0] * one[1]) >= one[1]:
            return False
        end = self.tokens[right.last - 1].end
        after = self.calculus.after.match(self.text, self.tokens[right.first].end, end + _SOON)
        return after is not None

    def is_quotient(self, run: Run) -> bool:
        """Whether a side is a division as a whole: `(7 + 3) / 4`, and not `7 + 3 / 4`."""
        signs = [n for n in range(run.first, run.last) if self.tokens[n].value in ("+", "-", "/")]
        if not signs or self.tokens[signs[-1]].value != "/":
            return False
        return len(signs) == run.skeleton.count("/") or self.tokens[signs[-1] - 1].kind == ")"

    def adds_share(self) -> bool:
        """`80 - 25% = 60`, `$20 + 8% tax = $21.60`: whether a percentage is meant of what it is added to."""
        left, right = self.left, self.right
        before, share = left.skeleton[:-2], left.skeleton[-2:-1]
        if left.skeleton[-1:] != ["%"] or len(before) < 2 or before[-1] not in ("+", "-") or not left.value:
            return False
        if same(left.value, right.value):
            return False
        part = Fraction(*share[0]) / (100 if before[-1] == "+" else -100)
        meant = (Fraction(*left.value) - part) * (1 + part)
        return right.value is not None and meant == Fraction(*right.value)

    def exclaims(self) -> bool:
        """`3 + 4 = 7!`, which is no factorial."""
        left, right = self.left, self.right
        if right.skeleton[1:] != ["!"] or left.value is None:
            return False
        return same(left.value, right.skeleton[0])

    def stated(self) -> bool:
        """Whether a lone number is said to be what stands after it, and not only tried."""
        left, right = self.left, self.right
        if not right.operators:
            return not self.goes_on() and _quantities(left, right)
        suppositions = self.calculus.suppositions
        return not left.after_words and (
            suppositions is None
            or not suppositions.search(self.text, self.tokens[0].start, self.tokens[-1].end)
        )

    def goes_on(self) -> bool:
        """Whether a lone quantity may go on from one before it: `1 hour, 20 minutes`, `$2 and 50 cents`."""
        left = self.left
        if not left.measures:
            return False
        first = left.first
        before = self.tokens[first - 2].kind if first > 1 and self.tokens[first - 1].value == JOIN else ""
        text = self.text[max(self.tokens[first].start - 3, 0) : self.tokens[first].start].rstrip()
        return before in ("n", "w") or text.endswith(",")

    def said(self) -> bool:
        """`3 times 4 is 12`: whether words say so, and not `is 12 more than`."""
        left, right = self.left, self.right
        relative = self.calculus.notation.relative
        after = right.noun[0].lower() if right.noun else ""
        return left.operators > 0 and right.operators == 0 and after not in relative


def worked(run: Run) -> bool:
    """Whether a side comes to something."""
    return run.value is not None or run.irrational


def _quantities(left: Run, right: Run) -> bool:
    """Two single numbers that measure the same thing, or count it: `2 h = 120 min`, `8.0 = 8`."""
    if left.measures and right.measures and left.after_words and left.measures == right.measures:
        # `2 books at $5 = $10`: of words before a lone amount nobody knows what they do to it.
        return False
    if left.measures and right.measures:
        bases = [[unit.dimension for unit, _ in run.measures[0].parts] for run in (left, right)]
        return bases[0] == bases[1]
    if left.measures or right.measures or left.after_words:
        return False
    return _noun(left) == _noun(right)


def _noun(run: Run) -> str:
    return run.noun[0].lower().rstrip("s") if run.noun else ""
