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
SECTIONS = ("PROGRAM UNIT RESULTS", "I/O PROCESS RESULTS", "DO LOOP RESULTS", "SOURCE FILE NAME(S)")
COLUMNS = {
    "PROGRAM UNIT RESULTS": "PROGRAM SEQ. TIMES TIME:SEC % LINE FILE",
    "I/O PROCESS RESULTS": "PROGRAM SEQ. LABEL UNIT TIMES TIME:SEC % LINE FILE DATA-FILE",
    "DO LOOP RESULTS": "PROGRAM SEQ. LABEL T ROTATION MEAN:ROT TIMES TIME:SEC % LINE FILE",
    "SOURCE FILE NAME(S)": "FILE NAME",
}


def kpx(archive, *options):
    return here.triptych("report", "--style", "kpx", *options, archive, env=UTF8).out


def records(text):
    """What a script reads: by section, the records by column. The last column may have blanks in it."""
    sections, lines = {}, iter(text.splitlines())
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
    return sections


def tables(text):
    return text[text.index("<<<"):]


sample.golden("kpx-sample.txt", kpx("sample.tri"), "--style kpx of C, two places and three lanes")
sample.golden("kpx-fortran.txt", kpx("fortran.tri"), "--style kpx of Fortran and C")
sample.golden("kpx-huge.txt", tables(kpx("huge.tri", "--sort", "line")), "--style kpx of huge numbers in source order")
sample.golden("kpx-counts.txt", tables(kpx("counts.tri")), "--style kpx of a run that only counted")
tap.equal(tables(kpx("fortran.tri", "--width", "40")), tables(kpx("fortran.tri", "--width", "200")),
          "no width changes the tables")

data = here.report("fortran.tri")
found = records(kpx("fortran.tri"))
tap.equal(tuple(found), SECTIONS, "the sections")
files = {row["FILE"]: row["NAME"] for row in found["SOURCE FILE NAME(S)"]}
tap.equal(files, {"1": "src/grid.F90", "2": "src/output.f90", "3": "sum.c", "4": "swim.f"}, "the files")
loops = {(row["PROGRAM"], row["SEQ."]): row for row in found["DO LOOP RESULTS"]}
for row in data["loops"]:
    ours = loops[row["routine"], str(row["seq"])]
    tap.equal((ours["LABEL"], ours["TIMES"], ours["TIME:SEC"], ours["LINE"], files[ours["FILE"]]),
              (row["label"] or "-", str(row["count"]), f"{row['time_ns'] / 1e9:.6f}", str(row["line"]), row["file"]),
              f"loop {row['seq']} of {row['routine']} is the same as in the JSON")
    tap.equal((ours["T"], ours["ROTATION"], ours["MEAN:ROT"]),
              ("*", "-", "-") if row["trips"] is None else
              (row["type"], str(row["trips"]), f"{row['mean_trips']:.2f}"), "so are its rotations")
tap.equal([(row["UNIT"], row["DATA-FILE"]) for row in found["I/O PROCESS RESULTS"]],
          [("-" if row["unit"] is None else str(row["unit"]), row["target"] or "-") for row in data["io"]],
          "units and data files are the same as in the JSON")
left = {row["PROGRAM"]: row for row in found["PROGRAM UNIT RESULTS"]}["grid::flux"]
tap.equal((left["TIMES"], left["TIME:SEC"], left["%"]), ("-", "-", "-"), "what was skipped has no numbers")
names = [row["PROGRAM"] for row in records(kpx("sample.tri"))["PROGRAM UNIT RESULTS"]]
tap.check("helper_with_a_name_that_goes_on_and_on_for_ever" in names, "names are not cut", names)
tap.equal([line for line in kpx("fortran.tri", "--top", "1", "--routines").splitlines() if "more" in line],
          ["(5 more; --top 0 shows all)"], "--top cuts when it is asked to")
tap.equal(tuple(records(kpx("fortran.tri", "--loops", "--sources"))), SECTIONS[2:], "only some sections")
tap.equal(tables(kpx("fortran.tri", "--all")), tables(kpx("fortran.tri")), "--all is all of them")
tap.contains(kpx("fortran.tri", "--color", "always"), "\033[1;36m<<< DO LOOP RESULTS >>>\033[0m", "colours on request")

# mtool's parts: every line has its name in front.
sample.make(here, "ranks.tri", "ranks", "sealed")
text = kpx("ranks.tri", "--mpi")
mtool = [line for line in text.splitlines() if line.startswith("@@m_tool")]
sample.golden("kpx-mpi.txt", "\n".join(mtool) + "\n", "--style kpx of two ranks of MPI")
tap.equal(text[text.index("@@m_tool"):].splitlines(), mtool, "no other line is among them")
tap.equal([line[13:-4] for line in mtool if "<<<" in line],
          ["MPI CALL SITES", "MPI SOURCE FILE NAME(S)", "MPI RESULTS OF EACH PROCESS", "MPI TOTAL OF EACH PROCESS",
           "MPI MEAN TIME OF CALL SITES"], "the five parts")
tap.equal(kpx("ranks.tri")[kpx("ranks.tri").index("@@m_tool"):].splitlines(), mtool, "they follow ktool's tables")
tap.check("@@m_tool" not in kpx("fortran.tri"), "a program without MPI has none")
data = here.report("ranks.tri")
rows = [line.split()[1:] for line in mtool]
start = next(i for i, row in enumerate(rows) if row[:3] == ["<<<", "MPI", "RESULTS"])
each = [row for row in rows[start:] if len(row) == 8 and row[0].isdigit()]
tap.equal([(row[1], row[5], row[6], row[7]) for row in each],
          [(row["function"], str(row["rank"]), str(row["count"]), f"{row['time_ns'] / 1e9:.6f}") for row in data["comm"]],
          "each rank's count and time are the same as in the JSON")
means = {row["site"]: row for row in data["comm_means"]}
tap.equal([row[2:5] for row in each],
          [[f"{means[row['site']][key] / 1e9:.6f}" for key in ("max_ns", "min_ns", "mean_ns")] for row in data["comm"]],
          "so are max, min and mean of the ranks")
awk = here.run("awk", "$1 == \"@@m_tool\" && $2 == \"ALL\" { print $3, $4 }", input=text).out
tap.equal(awk, "8 0.420000\n", "awk reads the total of the run")

awk = here.run("awk", "/^<<</ { on = 1 } on && $8 + 0 > 0.2 { print $1, $2, $8 }", input=kpx("fortran.tri", "--loops")).out
tap.equal(awk, "SWIM 1 0.700000\ngrid::step 1 0.300000\n", "awk reads it")

for options, word in ((["--lanes"], "--lanes"), (["--format", "json"], "--format json"), (["--tree"], "--tree"),
                      (["--routine", "SWIM"], "--routine"), (["--table", "io"], "--table"), (["--files"], "other tables")):
    result = here.triptych("report", "--style", "kpx", *options, "fortran.tri", check=False)
    tap.check(result.status == 2 and f"--style kpx does not go with {word}" in result.err and not result.out,
              f"not with {' '.join(options)}", result)
result = here.triptych("report", "--style", "xpk", "fortran.tri", check=False)
tap.check(result.status == 2 and "--style cannot be 'xpk'" in result.err, "no other style", result)

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
found = records(kpx("second.tri"))
units = {row["PROGRAM"]: row for row in found["PROGRAM UNIT RESULTS"]}
tap.equal((units["main"]["TIMES"], units["part"]["TIMES"], units["part"]["TIME:SEC"]), ("1", "-", "-"),
          "then times, without what ran over 10000 times")
tap.check(float(units["main"]["TIME:SEC"]) > 0, "there are times", units)
process = here.start(program.TRIPTYCH, "run", "-q", "-o", "live.tri", "./count", stdin=-1, stdout=-1)
process.stdout.readline()
units = {row["PROGRAM"]: row for row in records(kpx("live.tri"))["PROGRAM UNIT RESULTS"]}
tap.check(units["main"]["TIMES"] == "1" and units["part"]["TIMES"] == "12000", "a run that goes on", units)
process.communicate(b"\n")
tap.done()
