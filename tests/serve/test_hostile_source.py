"""The tables of a running program may name any file as its source: only source files are served."""
import json
import os
import time

import program
import tap
import view

here = program.folder()
here.write("real/good.c", "int good; /* the only source */\n")
here.write("secret", "nobody may read this\n")
here.write("key.pem", "nobody may read this\n")
here.write("large.c", "/* nobody may read this */\n" + "x" * (16 << 20))
os.mkfifo(here / "pipe.c")
(here / "folder.c").mkdir()
os.symlink(here / "secret", here / "link.c")
os.symlink("/etc/passwd", here / "out.c")
os.symlink(here / "real/good.c", here / "linked.c")
BAD = ["/etc/passwd", "../../../../../../../../etc/passwd", f"{here}/secret", f"{here}/real/../secret", f"{here}/key.pem", f"{here}/large.c", f"{here}/pipe.c", f"{here}/folder.c", f"{here}/link.c", f"{here}/out.c", f"{here}/none.c",
       "/proc/self/environ", "/dev/zero", "a.tri/run.json", f"{here}/real"]
GOOD = [f"{here}/real/good.c", f"{here}/linked.c", "real/../real/./good.c"]
here.write("a.c", """#include <stdio.h>
#include <triptych/triptych.h>
int main(void)
{
""" + "".join(f'#line {i + 1} {json.dumps(str(path))}\n    TRI_REGION("r{i}")\n        putchar(\'x\');\n' for i, path in enumerate(BAD + GOOD)) + """
    getchar();
    return 0;
}
""")
LIBRARY = os.path.dirname(os.path.dirname(program.TRIPTYCH)) + "/measure"
here.run(program.CC, *program.CFLAGS, "-I", program.SOURCE / "include", "a.c", "-o", "a", "-L", LIBRARY, "-ltriptych", f"-Wl,-rpath,{LIBRARY}")
running = here.start(program.TRIPTYCH, "run", "-q", "-o", "a.tri", "./a", stdin=-1, stdout=-3)
for _ in range(1200):
    seen = here.triptych("query", "--csv", "a.tri", "nodes.count()", check=False).out.split()
    if seen and seen[-1].isdigit() and int(seen[-1]) >= len(BAD + GOOD):
        break
    time.sleep(0.05)
server = view.Server(here, "a.tri")
tap.equal(server.json("/api/runs")[0]["live"], True, "the program is running")
files = server.json("/api/0/tables")["files"]
paths = [file["path"] if isinstance(file, dict) else file for file in files]
tap.check("/etc/passwd" in paths and f"{here}/secret" in paths and f"{here}/key.pem" in paths, "the tables name files that are no sources", paths)
for number, path in enumerate(paths):
    status, _, body = server.ask(f"/api/0/source?file={number}")
    lines = json.loads(body)["lines"]
    good = path in (f"{here}/real/good.c", f"{here}/linked.c")
    tap.equal((status, lines), (200, ["int good; /* the only source */"] if good else None), f"{path}: {'served' if good else 'not served'}")
for value in ("../../etc/passwd", "/etc/passwd", "-1", str(len(paths)), "99999999999"):
    tap.equal(server.ask("/api/0/source", values={"file": value})[0], 404, f"file={value}: there is none")
tap.check(server.is_alive(), "the server is alive")
server.end()
running.stdin.close()
running.wait(60)
tap.done()
