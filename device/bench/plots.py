"""Line plots of what was measured, as SVG that can be read on light and on dark pages; drawn by matplotlib."""

from __future__ import annotations

import importlib.util
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from device.errors import UserError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.typing import RcKeyType

_INK = "#7a7a7a"
_GRID = "#7a7a7a40"
_COLORS = ("#2f86d1", "#d9661f", "#1a9e73", "#b3629b")
"""Far enough from white and from black, and apart for the colour-blind too."""
_PANEL = (3.3, 2.3)
"""Width and height in inches."""
_STYLE: dict[RcKeyType, Any] = {
    "svg.hashsalt": "tilefish",
    "svg.fonttype": "none",
    "font.size": 9,
    "text.color": _INK,
    "axes.labelcolor": _INK,
    "axes.edgecolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "grid.color": _GRID,
}


@dataclass(frozen=True)
class Series:
    """One line: as many `x` as `y`; `name` stands in the legend unless it is empty."""

    x: Sequence[float]
    y: Sequence[float]
    name: str = ""


@dataclass(frozen=True)
class Panel:
    """One diagram of a figure.

    Attributes:
        target: the y of a dashed line that the series are to reach.
        span: the x from which to which the ground is shaded.
        y_range: the lowest and highest y; None to show all from 0.
        log: x grows by factors.
    """

    title: str
    x_label: str
    y_label: str
    series: tuple[Series, ...]
    target: float | None = None
    span: tuple[float, float] | None = None
    y_range: tuple[float, float] | None = None
    log: bool = False


def check_plotting() -> None:
    """Says that plots cannot be drawn before a long measurement, not after it.

    Raises:
        UserError: matplotlib is not installed.
    """
    if importlib.util.find_spec("matplotlib") is None:
        raise UserError("bench.no_matplotlib")


def figure(panels: Sequence[Panel], columns: int = 1) -> bytes:
    """An SVG picture of the panels, row by row; the same panels give the same bytes.

    Raises:
        UserError: matplotlib is not installed.
    """
    check_plotting()
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    rows = -(-len(panels) // columns)
    with rc_context(_STYLE):
        drawing = Figure(figsize=(_PANEL[0] * columns, _PANEL[1] * rows), layout="constrained")
        for place, panel in enumerate(panels, 1):
            _draw(drawing.add_subplot(rows, columns, place), panel)
        data = io.BytesIO()
        drawing.savefig(data, format="svg", metadata={"Date": None}, transparent=True)
    return data.getvalue()


def _draw(axes: Axes, panel: Panel) -> None:
    from matplotlib.ticker import LogLocator

    axes.set_prop_cycle(color=_COLORS)
    for series in panel.series:
        axes.plot(series.x, series.y, marker="o", markersize=3, linewidth=1.4, label=series.name)
    if panel.target is not None:
        axes.axhline(panel.target, color=_INK, linewidth=0.9, linestyle="--")
    if panel.span is not None:
        axes.axvspan(*panel.span, color=_COLORS[0], alpha=0.13, linewidth=0)
    if panel.log:
        axes.set_xscale("log")
        axes.xaxis.set_major_locator(LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_major_formatter("{x:g}")
        axes.minorticks_off()
    axes.set_ylim(*panel.y_range) if panel.y_range else axes.set_ylim(bottom=0)
    axes.set_title(panel.title, fontsize=9)
    axes.set_xlabel(panel.x_label)
    axes.set_ylabel(panel.y_label)
    axes.grid(True, linewidth=0.6)
    if any(series.name for series in panel.series):
        axes.legend(frameon=False, fontsize=8)
