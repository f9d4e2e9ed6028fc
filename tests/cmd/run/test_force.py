"""--force replaces archives alone, and of these only the files that a run made."""
import fnmatch
import os
import program
import tap

here = program.folder()
here.write("a.c", """
#include <stdio.h>
int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(int argc, char **argv) { printf("%d\\n", work(argc + 10)); return 0; }
""")
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")


def run(*arguments):
    return here.triptych("run", "--force", *arguments, "./a", check=False)


def files(folder):
    """Without the columns of tables: one that is 0 in all rows, as page faults may be, has no file."""
    return sorted(str(path.relative_to(here / folder)) for path in (here / folder).rglob("*")
                  if not path.is_dir() and not fnmatch.fnmatch(path.name, "*.[uif][0-9]*"))


# Folders that look like an archive, but were made by no run
for name in ("places", "run.json", "tables", "archive"):
    here.write(f"mine-{name}/{name}", "{}")
    here.write(f"mine-{name}/letter", "dear")
    result = run("-o", f"mine-{name}")
    tap.check(result.status == 1 and "is not replaced" in result.err, f"a folder with an entry called {name} is not replaced", result)
    tap.equal(files(f"mine-{name}"), sorted([name, "letter"]), "and is as it was")
here.write("mine-dir/places/0/place", "")
result = run("-o", "mine-dir")
tap.check(result.status == 1 and (here / "mine-dir/places/0/place").exists(), "nor one with a folder called places", result)

# Files of the user's in an archive stay
for seal in ([], ["--no-seal"]):
    kind = "an unsealed" if seal else "a sealed"
    run("-q", *seal, "-o", "b.tri")
    clean = files("b.tri")
    result = run("-q", *seal, "-o", "b.tri")
    tap.equal((result.status, files("b.tri")), (0, clean), f"{kind} archive is replaced by a new one")
    tap.equal([name for name in os.listdir(str(here)) if "replaced" in name], [], "of the old one nothing is left")
    here.write("b.tri/notes.txt", "mine")
    result = run(*seal, "-o", "b.tri")
    tap.check("b.tri/notes.txt was not made by a run and is kept" in result.err, "one line says that a file stays", result)
    inner = "places/0" if seal else "tables/strings"
    here.write("b.tri/source/mine.c", "int mine;")
    here.write(f"b.tri/{inner}/notes.txt", "mine, too")
    result = run(*seal, "-o", "b.tri")
    tap.check("and 2 more were not made by a run and are kept" in result.err, "one line for several", result)
    tap.equal(files("b.tri"), sorted(clean + ["notes.txt", "source/mine.c", f"{inner}/notes.txt"]), "they are where they were")
    tap.equal([here.read(f"b.tri/{name}") for name in ("notes.txt", "source/mine.c", f"{inner}/notes.txt")],
              ["mine", "int mine;", "mine, too"], "with what they said")
    tap.equal([name for name in os.listdir(str(here)) if "replaced" in name], [], "and nothing is left beside the archive")
    here.run("rm", "-r", "b.tri")

# Links are not followed, neither as the archive nor in it
here.write("far/letter", "dear")
run("-q", "-o", "real.tri")
(here / "link.tri").symlink_to("real.tri")
before = files("real.tri")
result = run("-o", "link.tri")
tap.check(result.status == 1 and (here / "link.tri").is_symlink(), "a link to an archive is not replaced", result)
tap.equal(files("real.tri"), before, "nor is the archive")
(here / "real.tri/deaths").symlink_to("../far")
result = run("-o", "real.tri")
tap.check(result.status == 0 and here.read("far/letter") == "dear", "a link in an archive is not followed", result)

# A program that is started by itself makes archives that can be replaced, too
here.run("./a")
result = run("-q", "-o", "a.tri")
tap.equal(result.status, 0, "the archive of a program that was started by itself is replaced")
tap.done()
