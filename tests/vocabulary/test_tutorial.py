"""doc/vocabulary-tutorial.md: its files and commands, as they are written there, print what it shows, but for numbers."""
import os
import pathlib
import re

import program
import tap

if program.SANITIZED:
    tap.skip_all("programs with a sanitizer cannot be preloaded")

TEXT = (program.SOURCE / "doc" / "vocabulary-tutorial.md").read_text()
here = program.folder()
ENV = {"PATH": f"{pathlib.Path(program.TRIPTYCH).parent}:{os.environ['PATH']}", "COLUMNS": "100", "CC": program.CC}
for file in (program.SOURCE / "examples/crew").iterdir():
    if file.suffix != ".vocabulary":
        here.copy(file)


def shape(line):
    """A line without what differs from run to run."""
    return re.sub(r"[\d.,]+( ?(s|ms|us|ns)\b)?", "N", " ".join(line.split())).replace(" ", "")


def check(command, shown):
    result = here.run("sh", "-c", command.replace("cd examples/crew", "true"), check=False, env=ENV)
    printed = {shape(line) for line in (result.out + result.err).splitlines()}
    wanted = [line for line in shown if line.strip() and not line.startswith("triptych: ")]
    wrong = any("nothing here is called" in line for line in shown)
    tap.check(result.status == wrong and all(shape(line) in printed for line in wanted), command, f"expected {wanted}\n{result}")


def part_of(line):
    return line[4:] if line.startswith("    ") else line


for block in re.split(r"\n(?=\S)", TEXT):
    first, *rest = block.splitlines() or [""]
    code = "\n".join(part_of(line) for line in rest).strip("\n")
    parts = code.split("\n$ ") if code else []
    if parts and not parts[0].startswith("$ "):
        written = parts.pop(0).strip("\n") + "\n"
        if written.startswith("vocabulary "):
            here.write("crew.vocabulary", written)
    for part in parts:
        command, *shown = part.removeprefix("$ ").splitlines()
        check(command, shown)
tap.equal([line for line in here.read("crew.vocabulary").splitlines() if line], [line for line in (program.SOURCE / "examples/crew/crew.vocabulary").read_text().splitlines() if line][1:],
          "the vocabulary that comes about is that of the example")
tap.done()
