#!/usr/bin/env python3
"""Writes functions that write one record of each kind that OTF2 has, with random arguments:
make_records.py GENERATOR FOLDER SOURCE, where GENERATOR is otf2_generate.py and FOLDER where otf2.h is."""
import importlib.util
import sys

# How many are defined of what records refer to; all others are numbers.
REFERENCES = """
StringRef AttributeRef LocationRef RegionRef GroupRef MetricRef CommRef ParameterRef RmaWinRef SourceCodeLocationRef
CallingContextRef InterruptGeneratorRef IoFileRef IoHandleRef LocationGroupRef SystemTreeNodeRef CallsiteRef CallpathRef
MetricMemberRef CartDimensionRef CartTopologyRef IoParadigmRef MarkerRef
""".split()
SHARED = ["MetricInstance", "IoDirectory", "InterComm"]  # have their numbers together with another kind
BY_HAND = ["ClockProperties", "String", "LocationGroup", "Location", "Region"]
NUMBERS = ["uint8_t", "uint16_t", "uint32_t", "uint64_t", "int64_t", "OTF2_TimeStamp"]


def random(one):
    if one.type == "OTF2_AttributeValue":
        return "random_value(random)"
    if one.type == "OTF2_MetricValue":
        return "(OTF2_MetricValue){.unsigned_int = random_any(random)}"
    if one.type.removeprefix("OTF2_") in REFERENCES:
        return f"({one.type})random_below(random, MADE_EACH)"
    if one.type == "OTF2_Type":
        return "(OTF2_Type)(1 + random_below(random, 10))"
    if one.type in NUMBERS:
        return f"({one.type})random_any(random)"
    return f"({one.type})random_below(random, 3)"  # of an enumeration


def statements(record, self_too, shift):
    lines, count = [], None
    for one in record:
        if one.text:
            lines.append(f'    const char *{one.name} = random_below(random, 2) ? "text of {one.name}" : "";')
        elif one.array:
            lines.append(f"    {one.type} {one.name}[MADE_MOST];")
            lines.append(f"    for (int i = 0; i < MADE_MOST; i++)\n        {one.name}[i] = {random(one)};")
        elif one.name.startswith("numberOf") and any(other.array for other in record):
            count = one.name
            lines.append(f"    {one.type} {one.name} = ({one.type})random_below(random, MADE_MOST);")
        elif one.name == "self" and self_too:
            lines.append(f"    {one.type} self = ({one.type})(number + {shift});")
        else:
            lines.append(f"    {one.type} {one.name} = {random(one)};")
    return lines


def function(kind, name):
    record = kind.write[name]
    event = kind.word == "EVENT"
    first = ("OTF2_EvtWriter *writer, OTF2_AttributeList *list, OTF2_TimeStamp time, uint64_t *random" if event else
             f"OTF2_{kind.writer} *writer, uint32_t number, uint64_t *random")
    given = "writer, list, time" if event else "writer"
    names = "".join(f", {one.name}" for one in record)
    lines = [f"static OTF2_ErrorCode make_{kind.word.lower()}_{name}({first})", "{"]
    lines += statements(record, not event, 100 if name in SHARED else 0) + ["    (void)random;"] + ([] if event else ["    (void)number;"])
    lines += [f"    return OTF2_{kind.writer}_{kind.prefix}{name}({given}{names});", "}", ""]
    return "\n".join(lines)


def table(kind, word, names):
    entries = ", ".join(f"make_{kind.word.lower()}_{name}" for name in names)
    return f"static make_{word} *const made_{word}s[] = {{{entries}}};\n"


def main():
    generator, folder, source = sys.argv[1:]
    spec = importlib.util.spec_from_file_location("otf2_generate", generator)
    otf2 = importlib.util.module_from_spec(spec)
    sys.dont_write_bytecode = True
    spec.loader.exec_module(otf2)
    events, definitions, markers = otf2.kinds_of(folder)
    with open(source, "w", encoding="utf-8") as out:
        out.write("/* Made from the headers of OTF2. */\n")
        event_names = [name for name in events.names if name not in ("Enter", "Leave")]
        definition_names = [name for name in definitions.names if name not in BY_HAND]
        for kind, names in ((events, event_names), (definitions, definition_names), (markers, markers.names)):
            out.writelines(function(kind, name) for name in names)
        out.write(table(events, "event", event_names) + table(definitions, "definition", definition_names))


main()
