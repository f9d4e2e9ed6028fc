"""widths.py: tables at many widths: narrow ones say the same as wide ones, or say what they do not show."""
import re

import tap

WIDTHS = (60, 70, 80, 100, 120, 160, 200)
WIDE = 400
NUMBER = re.compile(r"[≥>~<]?[\d][\d.,]*$")
GAPS = re.compile(r"\S+(?: \S+)*")  # of a wide table: columns are two blanks apart


def tables(text):
    """[(title, headings, rows)] of a wide text: a title, a line of headings, and rows of several cells."""
    found = []
    for block in text.split("\n\n"):
        lines = block.splitlines()
        for at in range(len(lines) - 2):
            headings = GAPS.findall(lines[at + 1])
            rows = []
            for line in lines[at + 2:]:
                if len(GAPS.findall(line)) < 2 or line.startswith("  "):
                    break
                rows.append(line)
            if len(headings) > 2 and rows and len(GAPS.findall(lines[at])) == 1:
                found.append((lines[at], headings, rows))
                break
    return found


def shown(headings, line):
    """The headings that a line has, in their order; and what else is in it."""
    place, there = 0, []
    rest = list(line)
    for heading in headings:
        match = re.compile(r"(?<!\S)" + re.escape(heading) + r"(?!\S)").search(line, place)
        if match:
            there.append(heading)
            place = match.end()
            rest[match.start():match.end()] = " " * (match.end() - match.start())
    return there, "".join(rest).strip()


def first_cells(whole, lines, heading):
    """The first cells of narrow rows: the names, or what is left of them; None if they cannot be told."""
    for width in range(len(heading), max(map(len, lines)) + 1):
        cells = [line[:width].strip() for line in lines]
        if all(line[width:width + 1] in ("", " ") for line in lines) and \
                all(cell == name or re.search("…|[.][.]|~[0-9]", cell) for cell, name in zip(cells, whole)):
            return cells
    return None


def wrong_in(title, headings, rows, text, width):
    """What is wrong with a table at a width."""
    lines = text.splitlines()
    if title not in lines:
        return [f"{title} is missing"]
    at = lines.index(title)
    below = " ".join(text[text.index("\n".join(lines[at:at + 2])):].split("\n\n")[0].split())
    dropped = re.search(r"not shown: ([^;]*); --width", below)
    named = dropped[1].split(", ") if dropped else []
    there, rest = shown([heading for heading in headings if heading not in named], lines[at + 1])
    wrong_names = [heading for heading in named if heading not in headings]
    more = re.search(r"and \d+ more (threads|ranks|processes), for which there is no room", below)
    wrong = [f"the headings have '{rest}'"] if rest else []
    wrong += [f"{name} is no heading, but named" for name in wrong_names]
    wrong += [f"{heading} is neither shown nor named" for heading in headings
              if heading not in there and heading not in named and heading != "share" and not more]
    narrow = lines[at + 2:at + 2 + len(rows)]
    for row, line in zip(rows, narrow):
        numbers = {word.replace(",", "") for word in row.split()}
        wrong += [f"'{word}' is not in '{row}'" for word in line.split() if NUMBER.match(word) and word.replace(",", "") not in numbers]
        wrong += [f"{match[0]} is cut" for match in re.finditer(r"\d+(?=…)|(?<=…)\d+", line)
                  if not re.search(rf"(?<!\d){match[0]}(?!\d)", row)]
    names = [GAPS.findall(row)[0] for row in rows]
    cells = first_cells(names, narrow, headings[0])
    if cells and not rows[0].startswith(" "):
        wrong += [f"'{cell}' is '{a}' and '{b}'" for cell, a in zip(cells, names) for other, b in zip(cells, names)
                  if cell == other and a != b]
    return wrong


def check(run, what, least=1):
    """run(width) is the text of a command. All of its tables are compared with those of a very wide text."""
    wide = tables(run(WIDE))
    tap.check(len(wide) >= least, f"{what}: tables are found", [title for title, _, _ in wide])
    wrong = []
    for width in WIDTHS:
        text = run(width)
        for title, headings, rows in wide:
            if len(title) < width:
                wrong += [f"{width}: {title}: {fault}" for fault in wrong_in(title, headings, rows, text, width)]
    tap.check(not wrong, f"{what}: no cell becomes ambiguous at widths {', '.join(map(str, WIDTHS))}", "\n".join(wrong[:12]))
