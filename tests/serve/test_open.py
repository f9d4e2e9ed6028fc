"""`triptych view --open`: the browser gets the link without showing it to other users of the machine."""
import os
import pathlib
import re
import stat
import time

import program
import tap
import view

here = program.folder()
here.write("a.c", "int main(void) { return 0; }\n")
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")
here.triptych("run", "-q", "-o", "a.tri", "./a")
here.write("browser", """#!/bin/sh
printf '%s\\n' "$0" "$@" >told.part
tr '\\0' '\\n' </proc/$$/environ >environment
mv told.part told
""", 0o755)
(here / "private").mkdir()


def told():
    """The arguments of the browser, once it was started."""
    for _ in range(600):
        if (here / "told").exists():
            return here.read("told").splitlines()[1:]
        time.sleep(0.05)
    raise program.Failed("the browser was not started")


for name, folder in (("XDG_RUNTIME_DIR", here / "private"), ("TMPDIR", here / "private")):
    (here / "told").unlink(missing_ok=True)
    server = view.Server(here, "--open", "a.tri", env={"BROWSER": here / "browser", "XDG_RUNTIME_DIR": "", name: folder})
    words = told()
    file = pathlib.Path(words[0])
    tap.check(len(words) == 1 and file.parent.parent == folder and file.suffix == ".html", f"{name}: the browser is started with one file", words)
    tap.check(not any(server.token in here.read(said) for said in ("told", "environment")), "neither its arguments nor its environment have the token")
    tap.equal((oct(stat.S_IMODE(file.stat().st_mode)), oct(stat.S_IMODE(file.parent.stat().st_mode)), file.stat().st_uid), ("0o600", "0o700", os.getuid()), "only its owner can read the file, and enter its folder")
    page = file.read_text()
    tap.equal(re.findall(r'content="0;url=([^"]*)"', page), [server.link], "the file leads to the link")
    tap.check('content="no-referrer"' in page and "<script" not in page, "it tells nobody where it is, and runs nothing")
    tap.equal((server.end(), os.listdir(folder)), (0, []), "the file and its folder are removed at the end")

# What cannot be done is said, and the link is there all the same
for env, said in (({"BROWSER": here / "none"}, "none cannot be started"), ({"BROWSER": here / "browser", "XDG_RUNTIME_DIR": here / "missing"}, "the file for the browser cannot be written")):
    running = here.start(program.TRIPTYCH, "view", "--open", "--port", view.free_port(), "a.tri", env={"XDG_RUNTIME_DIR": here / "private", **env}, stdout=-1, stderr=-1, text=True)
    tap.check(view.link_of(running), "the link is printed")
    line = running.stderr.readline()
    tap.check(said in line and "open the link yourself" in line, said, line)
    tap.equal(os.listdir(here / "private"), [], "nothing is left")
    running.terminate()
    tap.equal(running.wait(30), 0, "it serves, and ends as it should")
tap.done()
