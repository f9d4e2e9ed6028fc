"""Archives that are cut, zeroed, changed or robbed of a file: no damage is silent.

SEED and DRILLS choose another, or a larger drill: DRILLS=0 damages every file in every way."""
import json
import os
import random
import shutil
import program
import tap

SEED, DRILLS = int(os.environ.get("SEED", "1501")), int(os.environ.get("DRILLS", "12"))
here = program.folder()
here.write("a.c", """
#include <stdio.h>
int leaf(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int middle(int n) { int s = 0; for (int i = 0; i < n; i++) s += leaf(i); return s; }
int main(void)
{
    FILE *file = fopen("out", "w");
    for (int i = 0; i < 40; i++)
        fprintf(file, "%d\\n", middle(i));
    return fclose(file);
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")
# A file that holds no measurements: the counter of numbers that processes drew. Without the manifest, an unsealed archive is
# what it is while a run goes on.
UNIMPORTANT = {"places/next"}


def files(archive):
    found = sorted(str(path.relative_to(here / archive)) for path in (here / archive).rglob("*") if path.is_file())
    return [name for name in found if name not in UNIMPORTANT]


def cut(path, chance):
    size = path.stat().st_size
    os.truncate(path, chance.randrange(size))


def zero(path, chance):
    data = bytearray(path.read_bytes())
    used = [i for i, byte in enumerate(data) if byte]
    first = chance.choice(used)
    data[first:first + 64] = bytes(len(data[first:first + 64]))
    path.write_bytes(data)


def flip(path, chance):
    data = bytearray(path.read_bytes())
    at = chance.randrange(len(data))
    data[at] ^= 1 << chance.randrange(8)
    path.write_bytes(data)


def delete(path, chance):
    path.unlink()


def says(archive):
    """What report and query say of damage, and whether they agree that there is some."""
    report = here.triptych("report", archive, check=False)
    query = here.triptych("query", archive, "regions", check=False)
    crashed = [result for result in (report, query) if result.status not in (0, 1)]
    told = "damaged" in report.out or "damaged" in report.err or "cannot be" in report.err or "no measurements" in report.err \
        or "not a Triptych archive" in report.err
    asked = "damaged" in query.err or "cannot be" in query.err or "no measurements" in query.err or "not a Triptych archive" in query.err
    return told, asked, crashed, f"{report}\n{query}"


chance = random.Random(SEED)
for kind, options in (("sealed", []), ("unsealed", ["--no-seal"])):
    here.triptych("run", "-q", "--events", *options, "-o", f"{kind}.tri", "./a")
    told, asked, crashed, text = says(f"{kind}.tri")
    tap.check(not told and not asked, f"{kind}: nothing is said of an archive that is intact", text)
    result = here.triptych("report", "--verify", f"{kind}.tri", check=False)
    tap.check(result.status == 0 and "are as the run left them" in result.out, f"{kind}: --verify agrees", result)
    drills = [(name, how) for name in files(f"{kind}.tri") for how in (cut, zero, flip, delete)
              if not (how is delete and name == "manifest" and options)
              if how is delete or any((here / f"{kind}.tri" / name).read_bytes())]
    chosen = chance.sample(drills, DRILLS) if DRILLS else drills
    silent = []
    for name, how in chosen:
        shutil.rmtree(here / "d.tri", ignore_errors=True)
        shutil.copytree(here / f"{kind}.tri", here / "d.tri", symlinks=True)
        how(here / "d.tri" / name, chance)
        told, asked, crashed, text = says("d.tri")
        if not told or not asked or crashed:
            silent.append(f"{how.__name__} {name}: {'report ' * (not told)}{'query ' * (not asked)}{'crash' * bool(crashed)}\n{text}")
    tap.check(not silent, f"{kind}: none of {len(chosen)} drills is silent", "\n".join(silent[:4]) + f"\n{len(silent)} silent: "
              + ", ".join(line.split(":")[0] for line in silent))

    # Without the marker, the archive is not replaced: that is said, also where the manifest is gone, too.
    for gone in (["archive"], ["archive", "manifest"]):
        shutil.rmtree(here / "d.tri", ignore_errors=True)
        shutil.copytree(here / f"{kind}.tri", here / "d.tri", symlinks=True)
        for name in gone:
            (here / "d.tri" / name).unlink()
        said = [" ".join(result.out.split()) + result.err for result in
                (here.triptych(*words) for words in (("report", "d.tri"), ("query", "d.tri", "regions"), ("show", "d.tri")))]
        tap.equal([text.count("archive is missing, without which `triptych run --force` does not replace the archive") for text in said],
                  [1, 1, 1], f"{kind}: without {' and '.join(gone)}, each command says once that the marker is missing")

# Numbers of a process whose files are damaged are marked, and what is not measured is not shown as if it were
shutil.copytree(here / "unsealed.tri", here / "marked.tri")
(here / "marked.tri/manifest").unlink()
profile = here / "marked.tri/places/0/profile-0"
used = int.from_bytes(profile.read_bytes()[16:24], "little")
os.truncate(profile, (used - 1) * 128)
result = here.triptych("report", "marked.tri")
tap.check("truncated files: 1" in result.out, "a file that is shorter than its header says is found without a manifest", result)
tap.check("≥" in result.out, "the numbers that it touches are marked", result)
for command in (("show", "marked.tri"), ("query", "marked.tri", "regions"), ("report", "--format", "json", "marked.tri"),
                ("export", "marked.tri", "--to", "folded")):
    result = here.triptych(*command, check=False)
    tap.equal(result.err.count("is damaged"), 1, f"{command[0]} says it once")
result = here.triptych("report", "--verify", "marked.tri", check=False)
tap.check(result.status == 1 and "has no manifest" in result.err, "--verify says that it cannot tell", result)
# A process that had a number and has no folder
shutil.copytree(here / "unsealed.tri", here / "robbed.tri")
(here / "robbed.tri/manifest").unlink()
shutil.copytree(here / "robbed.tri/places/0", here / "robbed.tri/places/1")
(here / "robbed.tri/places/next").write_text("...")
result = here.triptych("report", "robbed.tri")
tap.contains(result.out, "1 place(s) are missing", "a place that is gone is missed")
# Damaged events leave the profile
shutil.copytree(here / "sealed.tri", here / "eventless.tri")
(here / "eventless.tri/tables/events/start.u8").unlink()
result = here.triptych("report", "eventless.tri")
tap.check("tables/events/start.u8 is missing; its events and samples are not shown" in " ".join(result.out.split()) and "middle" in result.out,
          "without its events, the profile is shown", result)

# A plan of 2 TB, all of it a hole: what is no plan is not read to its end
here.triptych("run", "-q", "--no-seal", "-o", "plan.tri", "./a")
(here / "plan.tri/loops").mkdir()
(here / "plan.tri/manifest").unlink()
plan = here / "plan.tri/loops/x.plan"
header = b"TRIPLAN1" + (1).to_bytes(4, "little") + bytes(4 + 8 * 4 + 8) + (1).to_bytes(8, "little") + bytes(16 * 10)
plan.write_bytes(header)
module = (1).to_bytes(4, "little") + (1).to_bytes(4, "little") + bytes(8) + b"x.plan".ljust(112, b"\0")
(here / "plan.tri/places/0/modules").write_bytes(module.ljust(4096, b"\0"))
os.truncate(plan, 2 << 40)
result = here.triptych("report", "plan.tri", check=False, timeout=20)
tap.check("unreadable plans of binaries: 1" in result.out, "a plan of 2 TB is not read to its end", result)
tap.done()
