"""triptych vocabulary: list, check, show."""
import json

import program
import tap

here = program.folder()
GOOD = "vocabulary mine \"My library\"\nlibrary libmine.so.1\nint give(int to)\n    send to to\n"
here.write("own/mine.vocabulary", GOOD)
here.write("own/bad.vocabulary", "vocabulary bad\nint f(int a)\n    send to b\n")
own = {"TRIPTYCH_VOCABULARIES": str(here / "own")}

listed = json.loads(here.triptych("vocabulary", "list", "--format", "json").out)
names = [one["name"] for one in listed]
tap.check("pvm" in names and names == sorted(names), "the list has those that come with Triptych", names)
result = here.triptych("vocabulary", "list", env=own)
tap.check("mine " in result.out and "My library" in result.out and "libmine.so.1" in result.out, "and the user's", result)
tap.contains(result.err, "bad.vocabulary:3:13: nothing here is called `b`\n      send to b\n              ^", "one with a mistake is named, with line and caret")
rows = here.triptych("vocabulary", "list", "--format", "csv", env=own).out.splitlines()
tap.check(rows[0] == "name,functions,libraries,title,file" and any(row.startswith("mine,1,libmine.so.1,My library,") for row in rows), "as CSV", rows)
for one in listed:
    tap.equal(here.triptych("vocabulary", "check", one["name"]).err, "", f"{one['name']} has no mistakes")
tap.contains(here.triptych("vocabulary", "check", "./own/mine.vocabulary").out, "mine describes 1 function\n", "a file is checked")
tap.contains(here.triptych("vocabulary", "show", "mine", env=own).out, "give                     send: to\n", "show tells what functions do")
for words, part, status in ((["check", "none"], "no vocabulary none", 1), (["check", "./none.vocabulary"], "cannot be read", 1), (["check", "./own"], "is no vocabulary", 1),
                            (["check"], "write list", 2), ([], "write list", 2), (["list", "x"], "write list", 2)):
    result = here.triptych("vocabulary", *words, check=False)
    tap.check(result.status == status and part in result.err, f"misuse: {words}", result)
result = here.triptych("run", "--vocabulary", "./own/bad.vocabulary", "true", check=False)
tap.check(result.status == 1 and ":3:13:" in result.err, "run says what is wrong with a vocabulary", result)
result = here.triptych("run", "--vocabulary", "pvm", "--collect", "io", "true", check=False)
tap.check(result.status == 2 and "--collect" in result.err, "run --vocabulary without its collector", result)
tap.done()
