"""An archive is the user's alone, links are not followed, and a setuid program is not measured."""
import os
import stat
import program
import tap

here = program.folder()
os.chmod(str(here), 0o755)
here.write("a.c", """
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
int work(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main(int argc, char **argv)
{
    FILE *file = fopen("made", "w");
    if (file) fclose(file);
    printf("%d %d\\n", work(argc + 10), (int)geteuid());
    return 0;
}
""", mode=0o600)
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")
os.umask(0o022)


def mode(path):
    return stat.S_IMODE(os.lstat(here / path).st_mode)


def modes(folder):
    """Of folders and of files, but for copies of source files."""
    found = set()
    for above, folders, files in os.walk(here / folder):
        found |= {("folder", stat.S_IMODE(os.stat(above).st_mode))}
        if "/source" not in above:
            found |= {("file", stat.S_IMODE(os.lstat(os.path.join(above, name)).st_mode)) for name in files}
    return sorted(found)


PRIVATE, SHARED = [("file", 0o600), ("folder", 0o700)], [("file", 0o644), ("folder", 0o755)]
for seal in ([], ["--no-seal"]):
    kind = "unsealed" if seal else "sealed"
    here.triptych("run", "-q", *seal, "--events", "-o", f"{kind}.tri", "./a")
    tap.equal(modes(f"{kind}.tri"), PRIVATE, f"an archive, {kind}, is the user's alone")
    here.triptych("run", "-q", *seal, "--events", "--shared", "-o", f"{kind}-shared.tri", "./a")
    tap.equal(modes(f"{kind}-shared.tri"), SHARED, "with --shared it is as the umask says")
tap.equal(mode("made"), 0o644, "files of the program have the modes that they would have")
here.run("./a")
tap.equal(modes("a.tri"), PRIVATE, "the archive of a program that is started by itself is private, too")
here.triptych("query", "sealed.tri", "events", "--save", "part.tri")
tap.equal(modes("part.tri"), PRIVATE, "and a part of an archive")
copies = [path for path in (here / "sealed.tri/source").rglob("a.c")]
tap.equal([stat.S_IMODE(path.stat().st_mode) for path in copies], [0o600], "a copy of a source file has its mode")
os.chmod(here / "a.c", 0o640)
here.triptych("run", "-q", "--shared", "-o", "group.tri", "./a")
tap.equal([stat.S_IMODE(path.stat().st_mode) for path in (here / "group.tri/source").rglob("a.c")], [0o640], "also another one")

# Links in the way of an archive
here.write("victim/file", "precious")
(here / "link.tri").symlink_to("victim")
(here / "nowhere.tri").symlink_to("nothing")
for name in ("link", "nowhere"):
    result = here.triptych("run", "-o", f"{name}.tri", "./a", check=False)
    tap.check(result.status == 1 and "symbolic link" in result.err, f"{name}.tri: a link is not followed", result)
    result = here.run("./a", env={"TRIPTYCH_ARCHIVE": str(here / f"{name}.tri")})
    tap.check("symbolic link, which is not followed" in result.err or "cannot be written" in result.err, "nor by libtriptych, which says so", result)
(here / "x.tri").symlink_to("nothing")
here.run("cp", "a", "x")
here.triptych("run", "-q", "./x")
tap.check((here / "x.2.tri").is_dir(), "a link that leads nowhere takes its name: the archive gets a number")
for inner in ("places", "deaths"):
    (here / f"planted-{inner}").mkdir()
    (here / f"planted-{inner}" / inner).symlink_to("../victim")
    result = here.run("./a", env={"TRIPTYCH_ARCHIVE": str(here / f"planted-{inner}")})
    tap.equal(sorted(os.listdir(here / "victim")), ["file"], f"a link in place of {inner}/ is not followed")
tap.equal((here.read("victim/file"), (here / "nothing").exists()), ("precious", False), "what links lead to is as it was")

# A setuid program
if os.geteuid() != 0:
    tap.skip("a setuid program writes nothing", "only root can make one here")
elif program.SANITIZED:
    tap.skip("a setuid program writes nothing", "sanitizers refuse to run setuid")
else:
    (here / "attack").mkdir()
    os.chmod(here / "attack", 0o777)
    os.chmod(here / "a", 0o4755)
    library = next(line.split()[2] for line in here.run("ldd", "./a").out.splitlines() if "libtriptych" in line)
    reach = [str(path) for path in [here.path / "a", library]]
    closed = [path for path in reach if here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "test", "-r", path,
                                                 check=False).status]
    for env in ({}, {"TRIPTYCH_ARCHIVE": str(here / "attack/b.tri")}, {"TRIPTYCH": "on"}):
        if closed:
            tap.skip("a setuid program writes nothing", f"another user cannot read {closed[0]}")
            continue
        result = here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "../a", cwd=here / "attack", env=env)
        tap.equal((result.out.split()[1], result.err, [name for name in os.listdir(here / "attack") if name != "made"]), ("0", "", []),
                  f"a setuid program writes nothing, {' '.join(env) or 'by itself'}")
    os.chmod(here / "a", 0o755)
    result = here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "test", "-r", reach[1], check=False)
    if result.status == 0:
        here.run("chown", "65534", here / "attack")
        (here / "mine").mkdir(mode=0o777)
        os.chmod(here / "mine", 0o777)
        result = here.run("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "../a", cwd=here / "attack",
                          env={"TRIPTYCH_ARCHIVE": str(here / "mine")})
        tap.check("belongs to another user" in result.err and not os.listdir(here / "mine"), "an archive of another user's is not written",
                  result)
before = sorted(os.listdir(str(here)))
here.run("./a", env={"TRIPTYCH": "off"})
tap.equal(sorted(os.listdir(str(here))), before, "TRIPTYCH=off writes nothing")
tap.done()
