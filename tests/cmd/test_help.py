"""Help and option errors of every command: what fits where, what agrees with what, and what a misspelt option is answered."""
import os
import re

import program
import tap
import terminal

here = program.folder()
COMMANDS = re.findall(r"^  ([a-z]+) ", here.triptych("help").out.split("Examples:")[0], re.M)
MANY = 15


def triptych(*words):
    return here.triptych(*words, check=False)


def misused(words, expected, name):
    """Checks the one line that is said, the status, and that nothing else is printed."""
    result = triptych(*words)
    tap.check(result.status == 2 and result.err == f"{expected}\n" and not result.out, name, f"expected: {expected}\n{result}")


def misspelt(option):
    """Two letters are exchanged."""
    return option[:-2] + option[-1] + option[-2] if option[-1] != option[-2] else option[:-3] + option[-2] + option[-3] + option[-1]


whole = triptych("help")
tap.check(whole.status == 0 and whole.out == triptych("--help").out == triptych("-h").out, "help, --help and -h agree", whole)
PAGES = sorted(path.stem.removeprefix("triptych-") for path in (program.SOURCE / "doc").glob("triptych-*.1"))
tap.equal(sorted(COMMANDS), PAGES, "help lists the commands, and each has a man page")
tap.check(max(map(len, whole.out.splitlines())) <= 80 and "Examples:" in whole.out, "80 columns, with examples", whole.out)

for command in COMMANDS:
    short, full = triptych(command, "--help"), triptych(command, "--help", "all")
    tap.check(short.status == 0 and not short.err and short.out.startswith(f"usage: triptych {command}"), f"{command}: --help", short)
    tap.equal(triptych("help", command).out, short.out, f"{command}: help {command} is the same")
    tap.equal(triptych(command, "-h").out, short.out, f"{command}: -h is the same")
    tap.equal(triptych("help", command, "all").out, full.out, f"{command}: help {command} all is --help all")
    wide = [line for line in (short.out + full.out).splitlines() if len(line) > 80 or line != line.rstrip()]
    tap.equal(wide, [], f"{command}: 80 columns")
    tap.check(re.search(r"\nExamples:\n  .*triptych", short.out), f"{command}: has an example", short.out)
    shown, options = (re.findall(r"^  (?:-\w,|   ) --([a-z-]+)", text, re.M) for text in (short.out, full.out))
    last = short.out.splitlines()[-1]
    if len(options) > MANY:
        tap.check(2 < len(shown) <= MANY and set(shown) < set(options) and last == f"`triptych {command} --help all` lists all {len(options)} options.",
                  f"{command}: common options first", short.out)
    else:
        tap.equal(short.out, full.out, f"{command}: all options at once")
    tap.equal(sorted(set(options)), sorted(options), f"{command}: each option is explained once")
    lists = f"`triptych {command} --help{' all' if len(options) > MANY else ''}` lists the options"
    misused([command, "--qqqqq"], f"triptych {command}: there is no option --qqqqq; {lists}", f"{command}: an option that is none")
    misused([command, "-Q"], f"triptych {command}: there is no option -Q; {lists}", f"{command}: a letter that is none")
    for option in [option for option in options if len(option) > 4][:2]:
        misused([command, f"--{misspelt(option)}"], f"triptych {command}: there is no option --{misspelt(option)}; did you mean --{option}?",
                f"{command}: --{misspelt(option)}")

misused(["help", "run", "more"], "triptych help: write `triptych help run` or `triptych help run all`", "a word that is none behind help")
misused(["rnu", "./a"], "triptych: there is no command rnu; did you mean `triptych run`?", "a command that is misspelt")
misused(["help", "reprot"], "triptych: there is no command reprot; did you mean `triptych report`?", "help for one that is misspelt")
misused(["qqqqq"], "triptych: there is no command qqqqq; `triptych help` lists the commands", "a command that is none")
misused(["./a"], "triptych: there is no command ./a; to run a program, write `triptych run ./a`", "a program")
misused(["run", "--no", "ls"], "triptych run: --no may mean --no-seal or --no-samples; write more of it", "an option that is too short")
misused(["run", "--force=yes", "ls"], "triptych run: --force takes no argument, but 'yes' is given", "an argument that is not wanted")
misused(["run", "--interval"], "triptych run: --interval needs an argument: a time such as 10ms, 500us or 1s", "an argument that is missing")
misused(["run", "-o"], "triptych run: -o needs an argument: the name of an archive such as first.tri", "the same of a letter")
misused(["run", "--interval", "x", "ls"], "triptych run: --interval takes a time such as 10ms, 500us or 1s, not 'x'", "an argument that is wrong")
misused(["run", "--clock=sun", "ls"], "triptych run: --clock takes counter, monotonic or cpu, not 'sun'", "a word that is none")
misused(["run", "-n", "4", "ls"],
        "triptych run: there is no option -n; set the number of ranks on the launcher: `triptych run mpirun -n 4 ./program`", "-n of a launcher")
misused(["report", "--sort"], "triptych report: --sort needs an argument: inclusive, exclusive, visits, name, trips or line", "words to choose from")
misused(["compare", "--top", "-1"], "triptych compare: --top takes a number of rows such as 10, not '-1'", "a negative number")
for variable, command in (("TRIPTYCH_CC_OPTIONS", "cc"), ("TRIPTYCH_FC_OPTIONS", "fc")):
    wrong = here.triptych(command, "true", env={**os.environ, variable: "--verbsoe"}, check=False)
    tap.check(wrong.status == 2 and f"triptych {command}: {variable}: there is no option --verbsoe; did you mean --verbose?\n" == wrong.err, f"{variable}", wrong)


def on_terminal(columns, *words):
    """Exit status, and what a terminal of that width is sent on stderr."""
    return terminal.written([program.TRIPTYCH, *words], here.path, columns=columns, stream="stderr")


plain = triptych("run", "-n", "4", "ls").err
for columns in (50, 80, 120):
    status, text = on_terminal(columns, "run", "-n", "4", "ls")
    lines = text.splitlines()
    tap.check(status == 2 and max(map(len, lines)) <= columns and (len(lines) > 1) == (columns < len(plain)), f"{columns} columns: a message is broken", text)
    tap.check(all(line.startswith("    ") for line in lines[1:]) and "`triptych run mpirun" in text, f"{columns} columns: its lines are indented", text)
    tap.equal(" ".join(text.split()), " ".join(plain.split()), f"{columns} columns: it says the same")
path = "/nowhere/" + "a-long-name-of-a-folder/" * 4 + "x.tri"
status, text = on_terminal(60, "report", path)
tap.check(status == 1 and path in text and len(text.splitlines()) > 1, "a path stays whole", text)
status, text = on_terminal(50, "query", "-x")
tap.check(status == 2 and max(map(len, text.splitlines())) <= 50, "so do other commands' messages", text)
wrong = ["run", "--filter", "e -> e.byte > 1", "true"]
for columns in (60, 80, 132):
    status, text = on_terminal(columns, *wrong)
    lines = text.splitlines()
    tap.check(status == 2 and max(map(len, lines)) <= columns and lines[2].strip() == "^^^^" and lines[3].startswith("Did you mean `bytes`?"),
              f"{columns} columns: so is the help below a mark", text)
    tap.equal(" ".join(text.split()), " ".join(triptych(*wrong).err.split()), f"{columns} columns: which says the same")
tap.done()
