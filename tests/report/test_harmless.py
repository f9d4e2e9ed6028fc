"""Names that would do something to a terminal or a spreadsheet, in whatever shows them."""
import csv
import io
import unicodedata
import program
import tap

EVIL = ["esc\x1b[31mred", "c1\u009b31m", "bidi\u202etxt", "isolate\u2066x\u2069", "mark\u061c", "bell\x07", "line\nfeed", "tag\U000e0041"]
FORMULA = ["=1+1", "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(1)"]
here = program.folder()
here.write("a.c", """
#include <stdio.h>
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "w");
        if (file) {
            fputs("x", file);
            fclose(file);
        }
    }
    return 0;
}
""")
here.triptych("cc", program.CC, *program.CFLAGS, "a.c", "-o", "a")
here.run("mv", "a", "a\x1b[2J\u202eb")


def bad(text):
    """Control characters, and what turns the direction of writing; but for the ends of lines."""
    return sorted({f"U+{ord(c):04X}" for c in text if unicodedata.category(c) in ("Cc", "Cf") and c != "\n"})


ran = here.triptych("run", "--events", "-o", "e.tri", "./a\x1b[2J\u202eb", *EVIL, *FORMULA)
tap.equal(bad(ran.err), [], "run: the summary")
tap.contains(ran.err, "a?[2J?b", "which tells the name all the same")
ways = {
    "report": ("report", "e.tri"), "report as CSV": ("report", "--format", "csv", "--table", "files", "e.tri"),
    "report as JSON": ("report", "--format", "json", "e.tri"),
    "query: a table": ("query", "e.tri", "regions"), "query: CSV": ("query", "e.tri", "regions", "--csv"),
    "query: JSON": ("query", "e.tri", "regions", "--json"), "query: labels": ("query", "e.tri", "events.map(e -> {r: e.region, n: e.name})"),
    "show": ("show", "e.tri", "timeline"), "export": ("export", "e.tri", "--to", "csv", "--table", "regions"),
    "a wrong query": ("query", "e.tri", "reg\x1b[2Jions"), "a missing archive": ("report", "none\x1b[2J\u009b.tri"),
    "an unknown command": ("\x1b[2Jcommand",), "an unknown option": ("report", "--\x1b[2Joption", "e.tri"),
}
for way, words in ways.items():
    result = here.triptych(*words, check=False)
    tap.equal((bad(result.out), bad(result.err)), ([], []), f"{way}: nothing that a terminal would obey")
for way in ("report as CSV", "query: CSV", "export"):
    result = here.triptych(*ways[way], check=False)
    rows = [row for row in csv.reader(io.StringIO(result.out))]
    fields = [field for row in rows for field in row]
    formulas = [field for field in fields if field[:1] in tuple("=+-@\t") and not field.lstrip("-").replace(".", "", 1).isdigit()]
    tap.check(formulas == [] and {"'" + name for name in FORMULA} <= set(fields), f"{way}: a formula is a text",
              f"{formulas}\n{[field for field in fields if field.startswith(chr(39))]}\n{result.err}")
tap.done()
