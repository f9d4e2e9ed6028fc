#!/usr/bin/env python3
"""Writes how every record of OTF2 becomes numbers and texts, and is written from these again, from the library's own
headers: otf2_generate.py FOLDER HEADER SOURCE. FOLDER is where otf2.h is."""
import re
import sys

# The numbers of records are on disk: in this order, from 1. What a newer library has besides stands behind.
EVENTS = """
Enter Leave BufferFlush MeasurementOnOff MpiSend MpiIsend MpiIsendComplete MpiIrecvRequest MpiRecv MpiIrecv MpiRequestTest
MpiRequestCancelled MpiCollectiveBegin MpiCollectiveEnd OmpFork OmpJoin OmpAcquireLock OmpReleaseLock OmpTaskCreate
OmpTaskSwitch OmpTaskComplete Metric ParameterString ParameterInt ParameterUnsignedInt RmaWinCreate RmaWinDestroy
RmaCollectiveBegin RmaCollectiveEnd RmaGroupSync RmaRequestLock RmaAcquireLock RmaTryLock RmaReleaseLock RmaSync
RmaWaitChange RmaPut RmaGet RmaAtomic RmaOpCompleteBlocking RmaOpCompleteNonBlocking RmaOpTest RmaOpCompleteRemote
ThreadFork ThreadJoin ThreadTeamBegin ThreadTeamEnd ThreadAcquireLock ThreadReleaseLock ThreadTaskCreate ThreadTaskSwitch
ThreadTaskComplete ThreadCreate ThreadBegin ThreadWait ThreadEnd CallingContextEnter CallingContextLeave
CallingContextSample IoCreateHandle IoDestroyHandle IoDuplicateHandle IoSeek IoChangeStatusFlags IoDeleteFile
IoOperationBegin IoOperationTest IoOperationIssued IoOperationComplete IoOperationCancelled IoAcquireLock IoReleaseLock
IoTryLock ProgramBegin ProgramEnd NonBlockingCollectiveRequest NonBlockingCollectiveComplete CommCreate CommDestroy
""".split()
DEFINITIONS = """
ClockProperties Paradigm ParadigmProperty IoParadigm String Attribute SystemTreeNode LocationGroup Location Region Callsite
Callpath Group MetricMember MetricClass MetricInstance Comm Parameter RmaWin MetricClassRecorder SystemTreeNodeProperty
SystemTreeNodeDomain LocationGroupProperty LocationProperty CartDimension CartTopology CartCoordinate SourceCodeLocation
CallingContext CallingContextProperty InterruptGenerator IoFileProperty IoRegularFile IoDirectory IoHandle
IoPreCreatedHandleState CallpathParameter InterComm
""".split()
MARKERS = ["DefMarker", "Marker"]


class Argument:
    def __init__(self, text):
        text = re.sub(r"\s+", " ", text.strip())
        kind, self.name = re.match(r"(.*?[ *])(\w+)$", text).groups()
        kind = kind.strip()
        self.array = kind.endswith("*")
        self.type = kind.removeprefix("const ").rstrip("* ")
        self.text = self.array and self.type == "char"
        self.value = self.type == "OTF2_AttributeValue"
        self.metric = self.type == "OTF2_MetricValue"


def read(folder, header, pattern, skip):
    """The records of a header: name -> arguments behind the first `skip` ones."""
    found = {}
    text = open(f"{folder}/otf2/OTF2_{header}", encoding="utf-8").read()
    for match in re.finditer(pattern + r"\s*\(([^)]*)\)[^;{]*;", text):
        found[match.group(1)] = [Argument(one) for one in match.group(2).split(",")[skip:]]
    return found


def constant(prefix, name):
    return f"FOREIGN_{prefix}_" + re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()


class Kind:
    """Events, definitions or markers."""

    def __init__(self, folder, word, listed, reader, writer, callbacks, write, skip_read, skip_write):
        self.word = word
        self.read = read(folder, reader + "Callbacks.h", r"\( \*OTF2_" + reader + r"Callback_(\w+) \)", skip_read)
        self.write = read(folder, writer + ".h", r"OTF2_" + writer + "_" + write + r"(\w+)", skip_write)
        known = [name for name in self.read if name != "Unknown" and name in self.write]
        self.names = [name for name in listed if name in known] + [name for name in known if name not in listed]
        self.numbers = {name: listed.index(name) + 1 if name in listed else None for name in self.names}
        last = len(listed)
        for name in self.names:
            if self.numbers[name] is None:
                last += 1
                self.numbers[name] = last
        self.reader, self.writer, self.callbacks, self.prefix = reader, writer, callbacks, write
        for name in self.names:
            mine = [(one.type, one.array) for one in self.read[name]]
            if mine != [(one.type, one.array) for one in self.write[name]]:
                sys.exit(f"{sys.argv[0]}: {name} is read otherwise than it is written")

    def constant(self, name):
        return constant(self.word, name)

    def enum(self):
        lines = [f"    {self.constant(name)} = {self.numbers[name]}," for name in self.names]
        return f"enum foreign_{self.word.lower()}_kind {{\n" + "\n".join(lines) + f"\n    FOREIGN_{self.word}S\n}};\n"


def bits(argument, types, at):
    """What stands for an argument: 64 bits."""
    if argument.value:
        return f"foreign_bits({types}, &{at})"
    if argument.metric:
        return f"{at}.unsigned_int"
    return f"(uint64_t)({at})"


def gather(record):
    """Statements that put the arguments of a record into a list."""
    lines, count, types = [], None, None
    for one in record:
        if one.name.startswith("numberOf"):
            count = one.name
        if one.type == "OTF2_Type":
            types = one.name
        if one.text:
            lines.append(f"    foreign_add_text(to, {one.name});")
        elif one.array:
            lines.append(f"    for (uint64_t i = 0; i < {count}; i++)")
            lines.append(f"        foreign_add(to, {bits(one, f'{types}[i]', one.name + '[i]')});")
        else:
            lines.append(f"    foreign_add(to, {bits(one, types, one.name)});")
    return lines


def parameters(record):
    return "".join(f", {'const ' if one.array else ''}{one.type} {'*' if one.array else ''}{one.name}" for one in record)


def callback(kind, name):
    record = kind.read[name]
    event = kind.word == "EVENT"
    head = ("OTF2_LocationRef location, OTF2_TimeStamp time, uint64_t position, void *data, OTF2_AttributeList *list"
            if event else "void *data")
    lines = [f"static OTF2_CallbackCode {kind.word.lower()}_{name}({head}{parameters(record)})", "{"]
    if event:
        lines += ["    (void)location;", "    (void)position;"]
    lines += ["    struct foreign_record *to = foreign_begin(data);"] + (gather(record) or ["    (void)to;"])
    if event:
        lines.append(f"    return foreign_take_event(data, {kind.constant(name)}, time, list);")
    else:
        lines.append(f"    return foreign_take_{kind.word.lower()}(data, {kind.constant(name)});")
    return "\n".join(lines) + "\n}\n"


def writing(kind, name):
    record = kind.write[name]
    lines, arguments, count, types, texts = [], [], None, None, 0
    for one in record:
        target = f"{one.type} *{one.name}" if one.array else f"{one.type} {one.name}"
        if one.text:
            lines.append(f"        const char *{one.name} = foreign_text(from, {texts});")
            texts += 1
        elif one.array:
            lines.append(f"        {target} = foreign_array(from, {count}, sizeof *{one.name});")
            item = f"{one.name}[i]"
            if one.value:
                take = f"{item} = foreign_value({types}[i], foreign_next(from));"
            elif one.metric:
                take = f"{item}.unsigned_int = foreign_next(from);"
            else:
                take = f"{item} = ({one.type})foreign_next(from);"
            lines.append(f"        for (uint64_t i = 0; {one.name} && i < {count}; i++)\n            {take}")
        elif one.value:
            lines.append(f"        {target} = foreign_value({types}, foreign_next(from));")
        else:
            lines.append(f"        {target} = ({one.type})foreign_next(from);")
        if one.name.startswith("numberOf"):
            count = one.name
        if one.type == "OTF2_Type":
            types = one.name
        arguments.append(one.name)
    first = "writer, list, time" if kind.word == "EVENT" else "writer"
    lines.append("        if (foreign_is_whole(from))")
    lines.append(f"            code = OTF2_{kind.writer}_{kind.prefix}{name}({', '.join([first] + arguments)});")
    for one in record:
        if one.array and not one.text:
            lines.append(f"        free({one.name});")
    return f"    case {kind.constant(name)}: {{\n" + "\n".join(lines) + "\n        break;\n    }\n"


def writer_of(kind):
    extra = ", OTF2_AttributeList *list, OTF2_TimeStamp time" if kind.word == "EVENT" else ""
    word = kind.word.lower()
    lines = [f"OTF2_ErrorCode foreign_write_{word}(OTF2_{kind.writer} *writer, struct foreign_record *from,",
             f"    uint32_t kind{extra})", "{", "    OTF2_ErrorCode code = OTF2_ERROR_INVALID_RECORD;", "    foreign_rewind(from);",
             "    switch (kind) {"]
    return "\n".join(lines) + "\n" + "".join(writing(kind, name) for name in kind.names) + "    default:\n        break;\n    }\n    return code;\n}\n"


def setter_of(kind):
    word = kind.word.lower()
    lines = [f"void foreign_listen_{word}s(OTF2_{kind.callbacks} *callbacks)", "{"]
    lines += [f"    OTF2_{kind.callbacks}_Set{name}Callback(callbacks, {word}_{name});" for name in kind.names]
    return "\n".join(lines) + "\n}\n"


def names_of(kind):
    word = kind.word.lower()
    lines = [f"const char *foreign_{word}_name(uint32_t kind)", "{", "    switch (kind) {"]
    lines += [f'    case {kind.constant(name)}:\n        return "{name}";' for name in kind.names]
    return "\n".join(lines) + '\n    default:\n        return "";\n    }\n}\n'


def kinds_of(folder):
    return [
        Kind(folder, "EVENT", EVENTS, "EvtReader", "EvtWriter", "EvtReaderCallbacks", "", 5, 3),
        Kind(folder, "DEFINITION", DEFINITIONS, "GlobalDefReader", "GlobalDefWriter", "GlobalDefReaderCallbacks", "Write",
             1, 1),
        Kind(folder, "MARKER", MARKERS, "MarkerReader", "MarkerWriter", "MarkerReaderCallbacks", "Write", 1, 1),
    ]


def main():
    folder, header, source = sys.argv[1:]
    kinds = kinds_of(folder)
    with open(header, "w", encoding="utf-8") as out:
        out.write("/* Made from the headers of OTF2: the numbers of its records. */\n#ifndef FOREIGN_KINDS_H\n"
                  "#define FOREIGN_KINDS_H\n\n" + "\n".join(kind.enum() for kind in kinds) + "\n#endif\n")
    with open(source, "w", encoding="utf-8") as out:
        out.write("/* Made from the headers of OTF2: each of its records as numbers and texts, and back. */\n"
                  '#include "export/otf2/records.h"\n\n#include <stdlib.h>\n\n')
        for kind in kinds:
            out.write("\n".join(callback(kind, name) for name in kind.names) + "\n")
            out.write(setter_of(kind) + "\n" + writer_of(kind) + "\n" + names_of(kind) + "\n")


if __name__ == "__main__":
    main()
