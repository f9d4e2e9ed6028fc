"""`triptych report --style kpx`: word for word, field by field, of made archives and of runs."""
import program
import sample
import tap

here = program.folder()
sample.make(here)
sample.make_fortran(here)
sample.make_fortran(here, "counts.tri", "counts")
sample.make_fortran(here, "huge.tri", "huge")
UTF8 = {"LC_ALL": "C.UTF-8"}
COLUMNS = {
    "PROGRAM UNIT RESULTS": "PROGRAM TIMES TIME:SEC % LINE FILE",
    "I/O PROCESS RESULTS": "PROGRAM SEQ. UNIT KIND TIMES TIME:SEC % LINE FILE",
    "DO LOOP RESULTS": "PROGRAM SEQ. LABEL T ROTATION MEAN:ROT TIMES TIME:SEC % LINE FILE",
}
SECTIONS = tuple(COLUMNS)


def kpx(archive, *options):
    return here.triptych("report", "--style", "kpx", *options, archive, env=UTF8).out


def records(text):
    """What a script reads: by section, the records by column, without the total; and the totals by section."""
    sections, totals, lines = {}, {}, iter(text.splitlines())
    for line in lines:
        if not line.startswith("<<< "):
            continue
        title = line[4:-4]
        tap.equal((next(lines), set(next(lines))), ("", {"-"}), f"{title}: an empty line and a rule")
        columns = next(lines).split()
        tap.equal(" ".join(columns), COLUMNS[title], f"{title}: the columns")
        tap.equal(set(next(lines)), {"-"}, f"{title}: a rule")
        rows = sections[title] = []
        for row in lines:
            if set(row) == {"-"}:
                break
            fields = row.split(maxsplit=len(columns) - 1)
            tap.equal(len(fields), len(columns), f"{title}: as many fields as columns: {row}")
            rows.append(dict(zip(columns, fields)))
        totals[title] = dict(zip(columns, next(lines).split()))
        tap.equal((totals[title]["PROGRAM"], set(next(lines))), ("TOTAL", {"-"}), f"{title}: the total and a rule")
    return sections, totals


def add_up(text):
    """Of each section: the times are the total, the percentages 100, as far as decimals tell."""
    sections, totals = records(text)
    for title, rows in sections.items():
        known = [row for row in rows if row["TIME:SEC"] != "-"]
        seconds, percent = (sum(float(row[column].rstrip("+")) for row in known if row[column] != "-") for column in ("TIME:SEC", "%"))
        total = totals[title]
        if total["TIME:SEC"] == "-":
            tap.equal((seconds, percent), (0, 0), f"{title}: nothing is timed")
            continue
        tap.check(abs(seconds - float(total["TIME:SEC"].rstrip("+"))) <= 0.0005 * (len(known) + 1), f"{title}: seconds add up", [seconds, total])
        tap.check(total["%"] == "-" or abs(percent - 100) <= 0.05 * len(known) + 1e-9, f"{title}: percentages add up", [percent, total])
        tap.equal(total["TIMES"], str(sum(int(row["TIMES"]) for row in rows if row["TIMES"] != "-")), f"{title}: times add up")
        for row in known:
            tap.check(len(row["TIME:SEC"].rstrip("+").split(".")[1]) == 3 and (row["%"] == "-" or len(row["%"].split(".")[1]) == 1),
                      f"{title}: three decimals of seconds, one of %", row)
    return sections, totals


def tables(text):
    return text[text.index("<<<"):]


sample.golden("kpx-sample.txt", kpx("sample.tri"), "--style kpx of C, two places and three lanes")
sample.golden("kpx-fortran.txt", kpx("fortran.tri"), "--style kpx of Fortran and C")
sample.golden("kpx-huge.txt", tables(kpx("huge.tri", "--sort", "line")), "--style kpx of huge numbers in source order")
sample.golden("kpx-counts.txt", tables(kpx("counts.tri")), "--style kpx of a run that only counted")
tap.equal(tables(kpx("fortran.tri", "--width", "40")), tables(kpx("fortran.tri", "--width", "200")),
          "no width changes the tables")

data = here.report("fortran.tri")
found, totals = add_up(kpx("fortran.tri"))
tap.equal(tuple(found), SECTIONS, "the sections")
for archive in ("sample.tri", "huge.tri", "counts.tri"):
    add_up(kpx(archive))
loops = {(row["PROGRAM"], row["SEQ."]): row for row in found["DO LOOP RESULTS"]}
for row in data["loops"]:
    ours = loops[row["routine"], str(row["seq"])]
    tap.equal((ours["LABEL"], ours["TIMES"], ours["LINE"], ours["FILE"]), (row["label"] or "-", str(row["visits"]), str(row["line"]), row["file"].split("/")[-1]),
              f"loop {row['seq']} of {row['routine']} is the same as in the JSON")
    tap.equal((ours["T"], ours["ROTATION"], ours["MEAN:ROT"]),
              (ours["T"], "-", "-") if row["trips"] is None else
              ("1" if row["type"] == "D" else "0", str(row["trips"]), f"{row['trips_mean']:.2f}"), "so are its rotations")
tap.equal({(row["PROGRAM"], row["SEQ."], row["KIND"], row["UNIT"]) for row in found["I/O PROCESS RESULTS"] if row["TIMES"] not in "-0"},
          {(row["routine"], str(row["seq"]), row["function"], "-" if row["unit"] is None else str(row["unit"])) for row in data["io"]},
          "statements and units are the same as in the JSON")
left = {row["PROGRAM"]: row for row in found["PROGRAM UNIT RESULTS"]}["grid::flux"]
tap.equal((left["TIMES"], left["TIME:SEC"], left["%"]), ("-", "-", "-"), "what was skipped has no numbers")
names = [row["PROGRAM"] for row in records(kpx("sample.tri"))[0]["PROGRAM UNIT RESULTS"]]
tap.check("helper_with_a_name_that_goes_on_and_on_for_ever" in names, "names are not cut", names)
top = kpx("fortran.tri", "--top", "1", "--routines")
tap.check(len(records(top)[0]["PROGRAM UNIT RESULTS"]) == 1 and "more; --top 0 shows all)" in top, "--top cuts when it is asked to", top)
tap.equal(records(top)[1]["PROGRAM UNIT RESULTS"], totals["PROGRAM UNIT RESULTS"], "the total is that of all rows")
tap.equal(tuple(records(kpx("fortran.tri", "--loops", "--io"))[0]), SECTIONS[1:], "only some sections")
tap.equal(tables(kpx("fortran.tri", "--all")), tables(kpx("fortran.tri")), "--all is all of them")
tap.contains(kpx("fortran.tri", "--color", "always"), "\033[1;36m<<< DO LOOP RESULTS >>>\033[0m", "colours on request")

# What mtool wrote: a file of its own, or the standard output.
sample.make(here, "ranks.tri", "ranks", "sealed")
text = kpx("ranks.tri", "--mpi")
sample.golden("kpx-mpi.txt", text, "--style kpx --mpi of two ranks of MPI")
tap.check(not (here / "@@m_tool.ranks").exists(), "--mpi writes no file")
result = here.triptych("report", "--style", "kpx", "ranks.tri/", env=UTF8)
tap.equal(here.read("@@m_tool.ranks"), text, "without it, there is a file of the same text")
tap.contains(result.err, "in the file @@m_tool.ranks", "whose name is told")
tap.check("@@m_tool" not in result.out and "Number of nodes" not in result.out, "the tables say nothing of MPI", result.out)
kpx("fortran.tri")
tap.check(not (here / "@@m_tool.fortran").exists() and kpx("fortran.tri", "--mpi") == "", "a program without MPI has none")
data = here.report("ranks.tri")
lines = text.splitlines()
tap.equal(lines[:2], [f"Number of nodes : {len({row['rank'] for row in data['comm_ranks']} - {None})}", f"MPI call lines  : {len(data['comm_sites'])}"],
          "how many nodes and sites")
tap.equal([line.split() for line in lines[3:4 + len(data["comm_sites"])]],
          [["Subroutine/Function", "line", "file"]] + [[row["function"], str(row["line"] or "-"), row["file"] or "-"] for row in data["comm_sites"]],
          "the list of sites")
blocks = text.split("\n\n")[2:]
means = {row["site"]: row for row in data["comm_means"]}
for site, block in zip(data["comm_sites"], blocks):
    rows = [line.split() for line in block.splitlines()]
    tap.equal(rows[0][0], site["function"], f"site {site['site']}: {site['function']}")
    mean = means[site["site"]]
    tap.equal([row[1] for row in rows[1:4]], [f"{mean[key] / 1e9:.6f}" for key in ("max_ns", "min_ns", "mean_ns")], "maximum, minimum and mean")
    each = {int(row[0]) - 1: (row[1], row[2]) for row in rows[5:]}
    for row in data["comm"]:
        if row["site"] == site["site"]:
            tap.equal(each[int(row["rank"])], (f"{row['time_ns'] / 1e9:.6f}", f"({row['visits']})"), f"node {row['rank']} + 1: time and counts")
    tap.equal((each[int(rows[1][3]) - 1][0], each[int(rows[2][3]) - 1][0]), (rows[1][1], rows[2][1]), "of the nodes that are named")
tap.check("TOTAL Elapsed Time" in text and "TOTAL OVERHEAD" in text, "the totals", text)
ratios = [line.split() for line in text.splitlines()[-len(data["comm_sites"]):]]
tap.check(abs(sum(float(row[-1]) for row in ratios) - 100) < 0.1 * len(ratios), "ratios add up", ratios)

awk = here.run("awk", "/^<<</ { on = 1 } on && $1 != \"TOTAL\" && $8 + 0 > 0.15 { print $1, $2, $8 }", input=kpx("fortran.tri", "--loops")).out
tap.equal(awk, "SWIM 1 0.345\ngrid::step 1 0.200\n", "awk reads it")

for options, word in ((["--lanes"], "--lanes"), (["--format", "json"], "--format json"), (["--tree"], "--tree"),
                      (["--routine", "SWIM"], "--routine"), (["--table", "io"], "--table"), (["--files"], "other tables")):
    result = here.triptych("report", "--style", "kpx", *options, "fortran.tri", check=False)
    tap.check(result.status == 2 and f"--style kpx cannot be combined with {word}" in result.err and not result.out,
              f"not with {' '.join(options)}", result)
result = here.triptych("report", "--style", "xpk", "fortran.tri", check=False)
tap.check(result.status == 2 and "--style takes today or kpx, not 'xpk'" in result.err, "no other style", result)

here.write("count.c", r"""
#include <stdio.h>

static int part(int n)
{
    int sum = 0;
sweep:
    for (int i = 0; i < n; i++)
        sum += i;
    while (sum > 10)
        sum /= 2;
    return sum;
}

int main(void)
{
    int sum = 0;
    for (int i = 0; i < 12000; i++)
        sum += part(5);
    printf("%d\n", sum);
    fflush(stdout);
    getchar();
    return sum == 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-Wno-unused-label", "count.c", "-o", "count")
here.triptych("run", "-q", "-o", "first.tri", "--count", "./count", input="\n")
sample.golden("kpx-run.txt", tables(kpx("first.tri")), "--style kpx of a run that counted")
here.triptych("run", "-q", "-o", "second.tri", "--skip-hot", "first.tri", "--clock", "cpu", "./count", input="\n")
found, _ = add_up(kpx("second.tri"))
units = {row["PROGRAM"]: row for row in found["PROGRAM UNIT RESULTS"]}
tap.equal((units["main"]["TIMES"], units["part"]["TIMES"], units["part"]["TIME:SEC"]), ("1", "-", "-"),
          "then times, without what ran over 10000 times")
tap.check(units["main"]["TIME:SEC"] != "-", "there are times", units)

here.write("sub/nest.c", """
#include <signal.h>
double x[100];
__attribute__((noinline)) static void work(int n)
{
    for (int r = 0; r < n; r++) {
        for (int i = 0; i < 100; i++)
            x[i] = x[i] * 0.5 + i;
        if (r == 7)
            raise(SIGKILL);
    }
}
int main(void)
{
    for (int i = 0; i < 10; i++)
        work(i);
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "sub/nest.c", "-o", "nest")
here.triptych("run", "-q", "-o", "killed.tri", "./nest", check=False)
loops = [row for row in records(kpx("killed.tri"))[0]["DO LOOP RESULTS"] if row["PROGRAM"] == "work"]
usual = [row for row in here.report("killed.tri")["loops"] if row["routine"] == "work"]
tap.equal([(row["TIMES"].endswith("+"), row["ROTATION"].endswith("+")) for row in sorted(loops, key=lambda row: row["SEQ."])],
          [(row["visits_at_least"], row["trips_at_least"]) for row in sorted(usual, key=lambda row: row["seq"])],
          "a killed run: lower bounds are marked as in the usual report")
tap.check(any(row["TIMES"].endswith("+") for row in loops), "and there is one", loops)
tap.equal({row["FILE"] for row in loops}, {"nest.c"}, "FILE is the name without the folder")
process = here.start(program.TRIPTYCH, "run", "-q", "-o", "live.tri", "./count", stdin=-1, stdout=-1)
process.stdout.readline()
units = {row["PROGRAM"]: row for row in records(kpx("live.tri"))[0]["PROGRAM UNIT RESULTS"]}
tap.check(units["main"]["TIMES"] == "1" and units["part"]["TIMES"] == "12000", "a run that goes on", units)
process.communicate(b"\n")
tap.done()
