"""Which module includes which: no header of a higher floor, and no circles."""
import os
import pathlib
import re

import tap

SOURCE = pathlib.Path(os.environ["TRIPTYCH_SOURCE"]) / "src"

# What each module may stand on, besides itself.
GROUND = {"format", "util"}
ARCHIVE = GROUND | {"archive"}
CUBE = ARCHIVE | {"cube"}
MIDDLE = {"analysis", "launch", "model", "query"}
TOP = {"serve", "report", "export", "script"}
BELOW = {
    "format": set(),
    "util": {"format"},
    "measure": {"format"},
    "places": {"util"},
    "instrument": GROUND,
    "loops": GROUND,
    "vocabulary": GROUND,
    "archive": GROUND,
    "cube": ARCHIVE,
    **{module: CUBE for module in MIDDLE},
    "launch": CUBE | {"vocabulary"},  # described functions are preloaded
    "model": CUBE | {"instrument"},  # profiles need statements that record values
    **{module: CUBE | MIDDLE for module in TOP},
    "serve": CUBE | MIDDLE | {"report", "export"},
    "cmd": CUBE | MIDDLE | TOP | {"instrument", "loops", "vocabulary"},
}
TOOLS = {"measure/mpi/generate": GROUND}  # programs that run when it is built, and are in nothing that is made
INCLUDE = re.compile(r'^\s*#\s*include\s+"([a-z_]+)/', re.MULTILINE)


def not_below(module):
    """Files of the module, each with an include that it may not have."""
    for file in sorted((SOURCE / module).rglob("*.[ch]")):
        below = TOOLS.get(str(file.parent.relative_to(SOURCE)), BELOW.get(module, set()))
        for included in INCLUDE.findall(file.read_text(encoding="utf-8")):
            if included != module and (SOURCE / included).is_dir() and included not in below:
                yield f"{file.relative_to(SOURCE)} includes {included}/"


seen = 0
for folder in sorted(path.name for path in SOURCE.iterdir() if path.is_dir()):
    seen += len(list((SOURCE / folder).rglob("*.[ch]")))
    if tap.check(folder in BELOW, f"{folder} has a floor"):
        tap.equal(list(not_below(folder)), [], f"{folder} stands on lower floors alone")
tap.check(seen > 100, "the sources were found", f"{seen} files")
tap.done()
