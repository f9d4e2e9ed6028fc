"""triptych query on a terminal: what is typed, and what is seen."""
import os
import signal

import program
import tap
import terminal

UP, DOWN, LEFT, BACKSPACE, TAB, ENTER, CTRL_C = "\x1b[A", "\x1b[B", "\x1b[D", "\x7f", "\t", "\r", "\x03"
ENDLESS = "events" + ".join(events, e -> 1).map(e -> e.row)" * 4 + ".filter(e -> e.row < 0)"

here = program.folder()
here.run(os.environ["WRITE_TRACE"], "a.tri")


def shell(*words, rows=24, columns=100, **env):
    started = terminal.Terminal([program.TRIPTYCH, "query", *words, "a.tri"], cwd=here.path, rows=rows, columns=columns,
                                env={"XDG_STATE_HOME": str(here / "state"), "NO_COLOR": None, **env})
    started.wait("query>")
    return started


def typing():
    t = shell()
    t.type("events.filter(e -> e.row < 20).")
    t.wait_row(r"20 rows, .* ms.*")
    tap.equal(t.row("query.*"), "query> events.filter(e -> e.row < 20).", "the result of a call is below the line at the point")
    t.wait_for(lambda: (t.screen.row, t.screen.column) == (1, 38), "the cursor")
    tap.check(True, "and the cursor goes back to where it was")
    t.type("filter(e -> e.row >= 15 && e.duration")
    t.wait("e.duration")
    tap.check(t.row("20 rows.*"), "it stays while the next call is typed", t.screen.text())
    t.type(" >= 0).")
    t.wait_row(r"5 rows, .*")
    tap.check(t.row("20 rows.*") is None, "each call narrows it", t.screen.text())
    t.type("groupBy(e -> e.row % 2).")
    t.wait_row(r"2 groups, .*")
    t.type("sum(e -> e.row);")
    t.wait_row(r"2 rows, .*")
    t.wait_row(r" +0 +34")
    tap.check(t.row(r" +1 +51"), "at a semicolon the whole is there", t.screen.text())
    t.type(ENTER)
    t.wait_row("query>")
    lines = t.screen.text().split("\n")
    tap.equal(lines[-6:-3], ["key  sum", "  1   51", "  0   34"], "and stays on the screen")
    tap.check(lines[-3].startswith("2 rows, ") and lines[-1] == "query>", "with a new prompt below it", lines)
    tap.contains(lines[-2], " events were filtered (--filter): ", "and a word on events that are missing")
    t.type(".sorted(g -> g.sum).limit(1);" + ENTER)
    t.wait_row(r"1 row, .*")
    t.wait_for(lambda: t.row("query>"), "the prompt")
    tap.check(t.row(r"  0   34"), "a point continues the last query", t.screen.text())
    tap.equal(t.end(), 0, "Ctrl-D ends it")


def changing():
    t = shell()
    t.type("events.limit(30).limit(3);")
    t.wait_row("3 rows, .*")
    t.type(BACKSPACE * 9)
    t.wait_row("30 rows, .*")
    tap.check(True, "when a call is taken away again, the result is that of the rest")
    t.type(LEFT * 30 + "\x0b")
    t.wait_for(lambda: t.row("30 rows.*") is None, "an empty screen")
    tap.check(True, "where nothing is left, nothing is shown")
    t.type("events.limit(4)" + ENTER)
    t.wait_row(r"   \.\.\.")
    t.type("  .limit(2).")
    t.wait_row("2 rows, .*")
    t.type("count();" + ENTER)
    t.wait_row("query>")
    tap.check(t.row("    2"), "a query of two lines", t.screen.text())
    t.end()


def completing():
    t = shell()
    t.type("ev" + TAB)
    t.wait("all logged visits")
    tap.equal(t.row("query.*"), "query> event", "what all candidates have in common is written")
    t.type("s.fil" + TAB + TAB + "e.reg" + TAB + ".fi" + TAB)
    t.wait("query> events.filter(e -> e.region.file")
    tap.check(True, "words are completed: calls, lambdas, fields of other rows")
    t.type(CTRL_C + "events.filter(e -> e.st" + TAB)
    t.wait("startTime", "a time: start", "startPosition", "first source line")
    tap.equal(t.row("query> events.fil.*star.*"), "query> events.filter(e -> e.start", "several fields are listed with what they are")
    t.type("T")
    t.wait_row("500 rows.*")
    tap.check("a time: start" not in t.screen.text(), "the list goes with the next key", t.screen.text())
    t.end(CTRL_C + "\x04")


def mistaken():
    t = shell()
    t.type("events.filter(e -> e.durration > 3ms")
    t.wait("3ms")
    tap.check("durration`" not in t.screen.text(), "what is incomplete is no mistake", t.screen.text())
    t.type(").")
    t.wait("no field of events is called `durration`", "Did you mean `duration`?")
    tap.check(t.row(r" {23}\^{9}"), "a mistake is shown with its place", t.screen.text())
    t.type(CTRL_C + "events.count(;" + ENTER)
    t.wait("expected a value, not `;`")
    t.type("events.count();" + ENTER)
    t.wait_row("  500")
    t.type('events.filter(e -> e.name == "a)' + ENTER)
    t.wait("this text has no closing quote")
    t.wait_row("query>")
    tap.check(True, "a text that does not end is not gone on with")
    t.end()


def commands():
    here.write("defs.q", "let few = events.limit(3);\nlet fewer = few.limit(2)")
    t = shell("--load", "defs.q")
    t.wait("fewer is defined")
    t.type("few.count();" + ENTER)
    t.wait_row("    3")
    t.type("let mine = few.skip(2);" + ENTER + ".count();" + ENTER)
    t.wait_row("    1")
    t.type("format json" + ENTER + "fewer.map(e -> e.row);" + ENTER)
    t.wait('{"row": 0}', '{"row": 1}')
    tap.check(True, "definitions from a file, of one's own, and JSON")
    t.type("format table" + ENTER + "rows 2" + ENTER + "events.limit(12).map(e -> {n: e.row});" + ENTER)
    t.wait("12 rows", "`all` shows every row")
    tap.check(t.row(" 2") is None, "as many rows as were asked for", t.screen.text())
    t.type("all" + ENTER)
    t.wait_row("11")
    t.type("help percentile" + ENTER)
    t.wait("events.groupBy(e -> e.name).percentile(e -> e.duration, 95)")
    t.type("help mine" + ENTER)
    t.wait("an event type")
    t.type("explain few.filter(e -> e.rank == 0);" + ENTER)
    t.wait("once for each lane")
    t.type("load nowhere.q" + ENTER)
    t.wait("nowhere.q cannot be read")
    tap.equal(t.end("quit" + ENTER), 0, "help, explain, load, quit")


def history():
    t = shell()
    t.type("events.limit(7)  // some" + ENTER + ".count();" + ENTER)
    t.wait_row("    7")
    t.end()
    t = shell()
    t.type(UP)
    t.wait("query> events.limit(7) .count();")
    t.wait_row("    7")
    tap.check(t.row("1 row, .*"), "a query of the last session comes back with its result", t.screen.text())
    t.type(DOWN + UP + ENTER)
    t.wait_for(lambda: t.row("query>") and t.all().count("    7\n") >= 1, "the result")
    t.end()
    t = shell(XDG_STATE_HOME="/dev/null/none")
    t.type("events.limit(8).count();" + ENTER)
    t.wait_row("    8")
    tap.equal(t.end(), 0, "where no history can be kept it works without")


def interrupting():
    t = shell()
    t.type(ENDLESS + ".")
    t.wait("searching...")
    tap.check(True, "what takes long is said to")
    t.type("count();")
    t.wait("searching...")
    t.type(ENTER)
    t.wait("the query takes long; press Ctrl-C to stop it")
    t.type(CTRL_C)
    t.wait("stopped: the query takes long")
    t.wait_row("query>")
    tap.check(True, "Ctrl-C ends a query, and not the shell")
    t.type("events.limit(3)" + ENTER + CTRL_C + "events.limit(6).count();" + ENTER)
    t.wait_row("    6")
    tap.equal(t.end(), 0, "Ctrl-C gives up a line, and those before it")


def told():
    t = shell()
    t.type("events.limit(9).")
    t.wait_row("9 rows, .*")
    t.type("\x1a")  # nobody could let it go on: it must not stop
    t.type("limit(8).")
    t.wait_row("8 rows, .*")
    tap.equal(t.row("query.*"), "query> events.limit(9).limit(8).", "Ctrl-Z leaves the line as it is")
    os.kill(t.pid, signal.SIGTERM)
    t.wait_for(lambda: not t.read(0.1), "the end")
    tap.equal(os.waitstatus_to_exitcode(os.waitpid(t.pid, 0)[1]), 0, "it ends when it is told to")


def screens():
    t = shell(columns=120)
    t.type("events.limit(4).")
    t.wait_row(" *startTime .* line .*")
    t.wait_for(lambda: (t.screen.row, t.screen.column) == (1, 23), "the cursor")
    tap.check(t.screen.colours, "there are colours")
    t.resize(12, 40)
    t.wait_for(lambda: t.row(" *startTime .*") and " line" not in t.row(" *startTime .*"), "fewer columns")
    tap.check(t.row("query> events.limit.4.."), "a narrower terminal shows fewer columns", t.screen.text())
    t.type("filter(e -> e.row >= 1 && e.row <= 2).count().")
    t.wait_row("1 row, .*")
    text = t.screen.text().replace("\n", "")
    tap.check("query> events.limit(4).filter(e -> e.row >= 1 && e.row <= 2).count().1 row" in text,
              "a line of several rows stays whole", t.screen.text())
    t.end(CTRL_C + "\x04")
    t = shell(NO_COLOR="1")
    t.type("events.limit(4).")
    t.wait_row("4 rows, .*")
    tap.equal(t.screen.colours, 0, "with NO_COLOR there are none")
    t.end(CTRL_C + "\x04")
    t = shell(TERM="dumb")
    t.type("events.limit(5).count();\n")
    t.wait_row("    5")
    t.type("events.nothing();\n")
    t.wait("streams have no call `nothing`")
    tap.check(b"\x1b" not in t.bytes, "a dumb terminal gets plain text", t.bytes)
    tap.equal(t.end(), 0, "and can be left")


for part in (typing, changing, completing, mistaken, commands, history, interrupting, told, screens):
    part()
tap.done()
