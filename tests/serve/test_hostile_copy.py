"""The tables of an archive may name any file as a source file: sealing copies only source files, and a sealed archive gives only its copies."""
import json
import os

import program
import tap
import view

here = program.folder()
here.write("real/good.c", "int good; /* the only source */\n")
here.write("secret", "nobody may read this\n")
here.write("key.pem", "nobody may read this\n")
here.write("large.c", "x" * ((16 << 20) + 1))
here.write("late.c", "int late;\n")
os.mkfifo(here / "pipe.c")
os.symlink(here / "secret", here / "link.c")
os.symlink("/dev/zero", here / "device.c")
NAMES = ["/etc/passwd", f"{here}/secret", f"{here}/key.pem", f"{here}/large.c", f"{here}/pipe.c", f"{here}/link.c", f"{here}/device.c", f"{here}/real/good.c", f"{here}/late.c"]
here.write("a.c", """#include <stdio.h>
#include <triptych/triptych.h>
int main(void)
{
""" + "".join(f'#line {i + 1} {json.dumps(path)}\n    TRI_REGION("r{i}")\n        putchar(\'x\');\n' for i, path in enumerate(NAMES)) + """
    return 0;
}
""")
LIBRARY = os.path.dirname(os.path.dirname(program.TRIPTYCH)) + "/measure"
here.run(program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "a.c", "-o", "a", "-L", LIBRARY, "-ltriptych", f"-Wl,-rpath,{LIBRARY}")
here.triptych("run", "-q", "-o", "a.tri", "./a")
copies = sorted(str(path.relative_to(here / "a.tri/source")) for path in (here / "a.tri/source").rglob("*") if not path.is_dir())
tap.equal([name for name in copies if "good.c" not in name and "late.c" not in name], [], "sealing copies nothing but source files")
tap.equal(len(copies), 2, "and these are copied")
# The copies are changed by somebody who wants to see other files.
copy = here / "a.tri/source" / str(here / "late.c").lstrip("/")
copy.unlink()
os.symlink(here / "secret", copy.parent / "link.c")
os.symlink(here / "real/good.c", copy)
os.mkfifo(copy.parent / "pipe.c")
server = view.Server(here, "a.tri")
files = [file["path"] if isinstance(file, dict) else file for file in server.json("/api/0/tables")["files"]]
tap.equal(len(files), len(NAMES), "the tables name all of them")
for number, path in enumerate(files):
    lines = server.json("/api/0/source", file=number)["lines"]
    good = path == f"{here}/real/good.c"
    tap.equal(lines, ["int good; /* the only source */"] if good else None, f"{path}: {'its copy is served' if good else 'not served'}")
server.end()
report = here.triptych("report", "--advice", "a.tri", check=False)
tap.equal(report.status, 0, "advice reads them, and ends")
tap.done()
