"""What every event of a log has (the vocabulary is `engine.events`)."""

from __future__ import annotations

import dataclasses
import json
from dataclasses import dataclass
from typing import Any, ClassVar

from engine.codec import encode


@dataclass(frozen=True)
class Event:
    """What all events have: their number in the log, and when they happened in seconds."""

    ev: ClassVar[str] = ""
    seq: int
    t: float

    def to_json(self) -> dict[str, Any]:
        """The event as plain JSON values."""
        fields = {field.name: encode(getattr(self, field.name)) for field in dataclasses.fields(self)}
        return {"seq": fields.pop("seq"), "t": fields.pop("t"), "ev": self.ev, **fields}

    def to_line(self) -> str:
        """The event as one line of a log (without the line's end)."""
        return json.dumps(self.to_json(), ensure_ascii=False)
