"""Where profiles of sets are kept: `tilefish/profiles/NAME.npz` in the user's configuration folder, or any file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from device.arguments import Parser
from device.errors import UsageError, UserError
from device.files import write_whole
from device.texts import say
from engine.tiles import TileSet

if TYPE_CHECKING:
    from vision.profile import Profile

SUFFIX = ".npz"
NONE = "none"
"""Said instead of a name: no profile, not even the only one."""
_NAME = re.compile(r"[\w][\w .-]{0,39}")
_LARGEST_FILE = 16 * 2**20


def add_profile_argument(parser: Parser) -> None:
    """Adds --profile."""
    parser.add_argument("--profile", metavar="NAME", help=say("help.profile", parser.lang))


def profiles_folder(environment: Mapping[str, str]) -> Path:
    """The folder of the profiles that have names (XDG base directories)."""
    wished = Path(environment.get("XDG_CONFIG_HOME") or "~/.config")
    return wished.expanduser() / "tilefish" / "profiles"


def profile_path(wish: str, environment: Mapping[str, str] = os.environ) -> Path:
    """The file that a name, or a path that ends in .npz, stands for.

    Raises:
        UsageError: it is neither.
    """
    if wish.endswith(SUFFIX) or os.sep in wish:
        return Path(wish)
    if not _NAME.fullmatch(wish) or wish == NONE:
        raise UsageError("profile.bad_name", name=wish)
    return profiles_folder(environment) / (wish + SUFFIX)


def known_names(environment: Mapping[str, str] = os.environ) -> list[str]:
    """The names of the profiles that are kept."""
    return sorted(path.stem for path in profiles_folder(environment).glob(f"[!.]*{SUFFIX}"))


def save_profile(profile: Profile, path: Path) -> None:
    """Writes a profile, whole or not at all.

    Raises:
        OSError: it cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, profile.to_bytes())


def load_profile(wish: str, tile_set: TileSet | None, network: str) -> Profile:
    """The profile of this name or file; `tile_set` None takes one of any kind of set.

    Raises:
        UsageError: the name is none.
        UserError: there is no such profile, it is damaged, of another set, or made with another network.
    """
    from vision.profile import Profile, ProfileError

    path = profile_path(wish)
    try:
        if path.stat().st_size > _LARGEST_FILE:
            raise UserError("profile.damaged", path=path)
        profile = Profile.from_bytes(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError) as error:
        names = ", ".join(known_names())
        raise UserError("profile.missing_known" if names else "profile.missing", name=wish, known=names) from error
    except ProfileError as error:
        raise UserError("profile.damaged", path=path) from error
    if tile_set is not None and profile.tile_set != str(tile_set):
        raise UserError("profile.other_set", name=wish, set=profile.tile_set, wanted=tile_set)
    if profile.network != network:
        raise UserError("profile.other_network", name=wish)
    return profile


def only_profile(tile_set: TileSet, network: str) -> Profile | None:
    """The profile that is kept for this set, if there is exactly one."""
    found = []
    for name in known_names():
        try:
            found.append(load_profile(name, tile_set, network))
        except UserError:
            continue
    return found[0] if len(found) == 1 else None
