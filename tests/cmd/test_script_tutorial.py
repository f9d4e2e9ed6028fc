"""doc/script-tutorial.md: its files and commands, as they are written there, print what it shows, but for numbers. Its thousand is a dozen here."""
import pathlib
import re

import program
import slurm
import tap

TEXT = (program.SOURCE / "doc" / "script-tutorial.md").read_text()
if not (pathlib.Path(program.TRIPTYCH).parents[1] / "script" / "ruby" / "triptych-script-reader").exists():
    tap.skip_all("Ruby is missing")
here, cluster = program.folder(), program.folder()
why = slurm.is_missing() or ("" if slurm.start(cluster) else "Slurm does not start here")
environment = {"PATH": f"{pathlib.Path(program.TRIPTYCH).parent}:{slurm.PATH}", **({} if why else {"SLURM_CONF": slurm.environment()["SLURM_CONF"]})}


def shape(line):
    """A line without what differs from run to run."""
    return re.sub(r"[\d.,]+( ?(s|ms|us|µs)\b)?|[▏▎▍▌▋▊▉█]+", "N", " ".join(line.split())).replace(" ", "")


def check(command, shown):
    if why and re.search("salloc|sbatch|slurm|hundred.out", command):
        tap.skip(command, why)
        return
    if "KILL" in command: # when something is done, but not all
        running = here.start(program.TRIPTYCH, "script", "-q", "thousand.rb", "5000")
        begun = program.wait_until(lambda: any(path.stat().st_size > 1000 for path in here.path.glob("thousand.run/1/journal")))
        running.kill()
        running.wait()
        tap.check(begun, command)
        return
    result = here.run("sh", "-c", command.replace("thousand.rb", "thousand.rb 12"), check=False, env=environment)
    printed = {shape(line) for line in (result.out + result.err).splitlines()}
    wanted = [line for line in shown if shape(line) and line != "..." and not re.search(r"tasks done|█|\bcore\b", line)]
    status = 1 if "was interrupted" in "".join(shown) else 0
    tap.check(result.status == status and all(shape(line) in printed for line in wanted), command, f"expected {wanted}\n{result}")


name = None
for block in re.split(r"\n(?=\S)", TEXT):
    lines = block.splitlines()
    named = re.findall(r"`([\w.]+)`(?:, which `chmod \+x needles` makes executable)?:$", lines[0])
    name = named[-1] if named else name
    code = [line[4:] for line in lines if line.startswith("    ") or not line.strip()]
    parts = "\n".join(code).strip("\n").split("\n$ ") if code else []
    if not parts:
        continue
    if not parts[0].startswith("$ "):
        if name:
            here.write(name, parts[0].strip("\n") + "\n", mode=0o755 if name == "needles" else None)
            name = None
        parts = parts[1:]
    for part in parts:
        command, *shown = part.removeprefix("$ ").splitlines()
        check(command, shown)
tap.done()
