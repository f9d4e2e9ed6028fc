"""scripts/picture: a command's output as SVG."""
import xml.etree.ElementTree

import program
import tap
import terminal

SVG = "{http://www.w3.org/2000/svg}"

problem = terminal.missing()
if problem:
    tap.skip_all(problem)
here = program.folder()
here.run(program.SOURCE / "scripts/picture", "-o", "a.svg", "--columns", "90", "--prompt", "typed", "--", "sh", "-c",
         r"test -t 1 && printf 'a<b\033[1;31mred\033[0m plain\n\n\033[38;5;33mblue\033[m\n'; stty size; stty size >&2")
texts = list(xml.etree.ElementTree.parse(here / "a.svg").iter(SVG + "text"))
said = [text.text for text in texts]
tap.equal(said[:5], ["$ typed", "a<b", "red", " plain", "blue"], "the prompt, then the output, piece by piece")
tap.equal(said[5], "60 90", "the command sees a terminal as wide as asked for")
red, plain, blue = texts[2], texts[3], texts[4]
tap.equal((red.get("font-weight"), red.get("fill")), ("bold", "#e06c75"), "bold and red")
tap.equal((plain.get("font-weight"), plain.get("fill")), (None, None), "and back")
tap.equal(blue.get("fill"), "#0087ff", "one of 256 colours")
tap.equal((float(red.get("x")), float(plain.get("x"))), (14 + 3 * 8, 14 + 6 * 8), "pieces stand in their columns")
tap.equal(int(blue.get("y")) - int(red.get("y")), 2 * 17, "an empty line is a line")
here.run(program.SOURCE / "scripts/picture", "-o", "c.svg", "--", "printf", r"a\033[48;5;33;38;5;33mbb\033[0mc\n")
back = [rect for rect in xml.etree.ElementTree.parse(here / "c.svg").iter(SVG + "rect")][1:]
tap.equal([(float(rect.get("x")), float(rect.get("width")), rect.get("fill")) for rect in back],
          [(14 + 8, 16, "#0087ff")], "a background is a rectangle")
failed = here.run(program.SOURCE / "scripts/picture", "-o", "b.svg", "--", "false", check=False)
tap.check(failed.status == 1 and not (here / "b.svg").exists(), "no picture of a command that fails", failed)
tap.done()
