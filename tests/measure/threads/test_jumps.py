"""Calls that compilers make by jumps have their own line, or that of the routine whose jumps are not told apart; never another one."""
import json

import heard
import program
import tap

here = program.folder()
if not heard.is_usable():
    tap.skip_all("programs are not listened to here")
SOURCE = heard.HERE / "programs" / "jumps.c"
LINES = {name: next(number for number, text in enumerate(SOURCE.read_text().splitlines(), 1) if f"/* in {name} */" in text)
         for name in ("unlock", "choose")}

for compiler in [name for name in ("gcc", "clang") if program.have(name)]:
    for options in ("-O0", "-O1", "-O2", "-Os", "-O2 -fno-plt", "-O2 -fcf-protection"):
        if "-fcf" in options and here.run(compiler, "-fcf-protection", "-E", "-x", "c", "/dev/null", check=False).status:
            continue
        here.run(compiler, "-g", *options.split(), SOURCE, "-o", "jumps", "-lpthread")
        here.triptych("run", "-q", "--force", "-o", "a.tri", "./jumps")
        found = {}
        for line in here.triptych("query", "a.tri", "nodes", "--format", "json").out.splitlines():
            row = json.loads(line)
            if row["name"] == "pthread_mutex_unlock":
                where = row["methodName"] if row["line"] == LINES.get(row["methodName"]) else None
                found[where] = found.get(where, 0) + row["visits"]
        told_apart = {"unlock": 20, "choose": 10}
        both = {"unlock": 10, None: 20}
        tap.check(found in (told_apart, both), f"{compiler} {options}", found)
tap.done()
