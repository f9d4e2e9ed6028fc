"""ThreadSanitizer in a measured program finds the program's races, and none of the library's."""
import measured
import program
import raw
import tap

here = program.folder()
SOURCE = measured.HERE / "programs" / "raced.c"

if program.SANITIZED:
    tap.skip("ThreadSanitizer", "this build has a sanitizer already")
    tap.done()
for compiler in ("gcc", "clang"):
    flags = ["-O1", "-g", "-fsanitize=thread", "-pthread"]
    usable = program.have(compiler) and here.run(compiler, *flags, SOURCE, "-o", "plain", check=False).status == 0 and \
        here.run("./plain", check=False).status == 0
    if not usable:
        tap.skip(compiler, "it has no ThreadSanitizer that runs here")
        continue
    here.triptych("cc", compiler, *flags, SOURCE, "-o", "raced")
    archive = here / f"{compiler}.tri"
    result = here.run("./raced", check=False, env={"TRIPTYCH_ARCHIVE": archive})
    tap.equal((result.status, result.out, result.err), (0, "end\n", ""), f"{compiler}: no race of the library's is reported")
    found = {name: sum(node.count for node in raw.Archive(archive).nodes(name)) for name in ("main", "run", "deep")}
    tap.equal(found, {"main": 1, "run": 30, "deep": 30 * (33 * 45 + 6)}, f"{compiler}: and all is measured")
    result = here.run("./raced", "race", check=False, env={"TRIPTYCH_ARCHIVE": here / "race.tri"})
    tap.check(result.status == 66 and "shared" in result.err and "libtriptych" not in result.err,
              f"{compiler}: the program's own races are", result)
tap.done()
