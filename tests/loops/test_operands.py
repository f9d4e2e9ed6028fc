"""Bytes that instructions of x86-64 load and store, and where: for all opcodes with all prefixes, as objdump names their operands."""
import itertools
import json
import os
import pathlib
import platform
import re

import program
import tap

NATIVE = platform.machine() == "x86_64"
TOOLS = "" if NATIVE else "x86_64-linux-gnu-"
LIST = os.environ["LIST_CODE"]
SIZES = {"BYTE": 1, "WORD": 2, "DWORD": 4, "QWORD": 8, "TBYTE": 10, "XMMWORD": 16, "YMMWORD": 32, "ZMMWORD": 64}
REST = bytes([1, 0, 0, 0])  # constants
PREFIXES = {"{evex}", "data16", "rex.W", "repz", "repnz"}
GROUPS = {0x71, 0x72, 0x73, 0xae, 0xba, 0xc6, 0xc7}  # whose second byte selects the instruction

# Neither loaded nor stored: hints, what is not for programs, and what is undefined; and what has two operands in memory.
OTHERS = re.compile(r"nop|prefetch|cldemote|clflush|clwb|lea|v(gather|scatter)pf|inv|vm(read|write)|l[defgst]s|l[as][lr]|lldt|ltr|sldt|str|ver[rw]|ud|cmps|rep"
                    r"|movsxd|call|jmp|push|pop|x(acq|rel)")

HERE = program.SOURCE / "tests" / "loops" / "programs"
here = program.folder()


def operand(reg):
    return bytes([0x47 | reg << 3, 0x10])  # 0x10(%rdi)


def legacy():
    for prefix, wide, escape, opcode in itertools.product((b"", b"\x66", b"\xf3", b"\xf2"), (b"", b"\x48"), (b"", b"\x0f", b"\x0f\x38", b"\x0f\x3a"), range(256)):
        for reg in range(8 if len(escape) < 2 else 1):
            yield prefix + wide + escape + bytes([opcode]) + operand(reg)


def vex():
    for prefix, wide, length, which, opcode, other in itertools.product(range(4), (0, 1), (0, 1), (1, 2, 3), range(256), (15, 2)):
        for reg in range(8 if opcode in GROUPS else 1):
            yield bytes([0xc4, 0xe0 | which, wide << 7 | other << 3 | length << 2 | prefix, opcode]) + operand(reg)


def evex():
    for prefix, wide, length, which, opcode, other, one, mask in itertools.product(range(4), (0, 1), range(3), (1, 2, 3, 5, 6), range(256), (15, 2), (0, 1), (0, 1)):
        if mask and opcode & 3 != 1:  # a few are enough
            continue
        for reg in range(8 if opcode in GROUPS else 1):
            yield bytes([0x62, 0xf0 | which, wide << 7 | other << 3 | 4 | prefix, length << 5 | one << 4 | 8 | mask, opcode]) + operand(reg)


def disassembled(all_bytes):
    """The text of each; they begin at labels, so that one that is none does not disturb the next."""
    here.write("all.s", "\n".join(f"i{i}: .byte {','.join(map(str, code))}" for i, code in enumerate(all_bytes)) + "\n")
    here.run(TOOLS + "as", "all.s", "-o", "all.o")
    texts, current = {}, None
    for line in here.run(TOOLS + "objdump", "-d", "-M", "intel", "all.o").out.splitlines():
        label = re.match(r"[0-9a-f]+ <i(\d+)>:", line)
        if label:
            current = int(label[1])
        elif current is not None and line.count("\t") > 1:
            texts[current] = line.split("\t")[2]
            current = None
    return texts


def fault(text, own):
    """What differs; None if nothing does, "" if there is nothing to compare."""
    _, loaded, stored, unsure, _, size, offset = own
    found = re.search(r"(\w+) (?:PTR|BCST) ([^,#]*)", text)
    name = [word for word in text.split() if word not in PREFIXES][0] if "[" in text else ""
    if "{ba" in text or "(bad)" in text or not found or OTHERS.match(name) or found[1] not in SIZES or "[rdi+" not in found[2]:
        return ""
    expected, at = SIZES[found[1]], int(re.search(r"\+(0x[0-9a-f]+)|$", found[2])[1] or "0", 16)
    counts = [count for count in (loaded, stored) if count >= 0]
    masked = "{k" in text or "maskmov" in text
    if masked != bool(unsure) and not re.match("v(fn?m(add|sub)p?.*,.*,.*,)", text):
        return f"is {'' if unsure else 'not '}unsure"
    if size != expected or at != offset or not counts or (not unsure and set(counts) != {expected}):
        return f"loads {loaded}, stores {stored}; its operand has {size} bytes at {offset:#x}"
    return None


def of_a_program():
    """Loops of 1000 trips, whose bytes and operations are known."""
    known = {"tls8": (16, 8, 0), "tlsbyte": (1, 0, 0), "mmx": (16, 8, 0), "x87": (14, 10, 1), "bcast": (12, 8, 8)}
    if not NATIVE or "avx512dq" not in pathlib.Path("/proc/cpuinfo").read_text():
        return
    here.run("gcc", "-O1", HERE / "operands.c", HERE / "operands_x86_64.S", "-o", "operands")
    result = here.triptych("loops", "-q", "-o", "operands.tri", "./operands", check=False)
    if "libtriptych-loops.so is missing" in result.err:
        return
    tap.equal((result.status, result.out), (0, "done\n"), "a program with operands of all kinds")
    rows = {row["function"]: row for row in json.loads(here.triptych("loops", "--format", "json", "operands.tri").out)["mix"] if row["loop"] is not None}
    found = {name: (rows[name]["loaded_bytes"], rows[name]["stored_bytes"], rows[name]["flops"]) for name in known}
    tap.equal(found, {name: tuple(1000 * count for count in counts) for name, counts in known.items()}, "its bytes and operations")
    tap.equal((rows["gath"]["loaded_bytes"], rows["gath"]["unsure"]), (0, 1000), "what a gather loads is not known")


def main():
    all_bytes = [code + REST for code in itertools.chain(legacy(), vex(), evex())]
    here.write("list", "\n".join(code.hex() for code in all_bytes) + "\n")
    own = here.run("sh", "-c", f"{LIST} operations <list").out.splitlines()
    texts, compared, faults = disassembled(all_bytes), 0, []
    for i, line in enumerate(own):
        numbers = [int(word) for word in line.split()]
        why = fault(texts.get(i, "(bad)"), numbers) if len(numbers) > 1 else ""
        compared += why != ""
        if why:
            faults.append(f"{all_bytes[i].hex()} {texts[i]}: {why}")
    tap.check(compared > 10000 and not faults, "operands in memory as objdump names them", "\n".join([f"{compared} compared", *faults[:40]]))
    of_a_program()
    tap.done()


main()
