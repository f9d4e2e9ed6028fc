"""chrome_format.py: checks a trace against the documented format of Chrome's about:tracing and Perfetto, strictly.

    problems = chrome_format.check(json.loads(text))       # sentences; none: it is right

"Trace Event Format", the object form: every field that an event may have, by its phase, with its type; visits of a
thread are nested; what begins has an end.
"""
import numbers

COMMON = {"ph": str, "name": str, "pid": int, "tid": int}
TIMED = {**COMMON, "cat": str, "ts": numbers.Real}
PHASES = {  # phase: (fields that must be there, fields that may be there)
    "X": ({**TIMED, "dur": numbers.Real}, {"args": dict}),
    "s": ({**TIMED, "id": int}, {"args": dict}),
    "f": ({**TIMED, "id": int, "bp": str}, {}),  # arguments of both ends are one set
    "b": ({**TIMED, "id": int}, {"args": dict}),
    "e": ({**TIMED, "id": int}, {}),
    "i": ({**TIMED, "s": str}, {"args": dict}),
    "M": ({**COMMON, "args": dict}, {}),
}
METADATA = {"process_name": ("name", str), "process_labels": ("labels", str), "process_sort_index": ("sort_index", int),
            "thread_name": ("name", str), "thread_sort_index": ("sort_index", int)}
TOP = {"traceEvents": list, "displayTimeUnit": str, "otherData": dict}


def is_a(value, kind):
    return isinstance(value, kind) and (kind is bool or not isinstance(value, bool))


def check_event(event):
    if not isinstance(event, dict) or event.get("ph") not in PHASES:
        return "it is of no phase that is known"
    must, may = PHASES[event["ph"]]
    for field, kind in must.items():
        if field not in event or not is_a(event[field], kind):
            return f"its {field} is missing, or of another type"
    for field in event.keys() - must.keys():
        if field not in may or not is_a(event[field], may[field]):
            return f"its {field} should not be there"
    if event.get("ts", 0) < 0 or event.get("dur", 0) < 0:
        return "its time is less than nothing"
    if event["pid"] < 1 or event["tid"] < 1:
        return "process and thread 0 are those of no program"
    if event["ph"] == "M":
        key, kind = METADATA.get(event["name"], (None, None))
        if not key or list(event["args"]) != [key] or not is_a(event["args"][key], kind):
            return "such metadata there is not"
    if event["ph"] == "f" and event["bp"] != "e" or event["ph"] == "i" and event["s"] not in "gpt":
        return "its place is not known"
    return None


def nanoseconds(microseconds):
    return round(microseconds * 1000)


def check_nesting(events):
    """Visits of a thread lie in each other or beside each other; they come in the order of their start."""
    open_visits = {}
    for event in events:
        if event["ph"] != "X":
            continue
        start = nanoseconds(event["ts"])
        end = start + nanoseconds(event["dur"])
        stack = open_visits.setdefault((event["pid"], event["tid"]), [])
        while stack and stack[-1] <= start:
            stack.pop()
        if stack and end > stack[-1]:
            return f"{event} ends after what is around it"
        stack.append(end)
    return None


def check_pairs(events):
    for begin, end in (("s", "f"), ("b", "e")):
        ids = [[(event["cat"], event["id"]) for event in events if event["ph"] == phase] for phase in (begin, end)]
        if sorted(ids[0]) != sorted(ids[1]) or len(set(ids[0])) != len(ids[0]):
            return f"there are {begin} without {end}, or two with the same id"
    return None


def check_names(events):
    """Each thread has one name and belongs to one process that has one."""
    processes = [event["pid"] for event in events if event["name"] == "process_name" and event["ph"] == "M"]
    threads = [(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name" and event["ph"] == "M"]
    if len(set(processes)) != len(processes) or len({tid for _, tid in threads}) != len(threads):
        return "two processes or threads have one number"
    for event in events:
        if event["pid"] not in processes or event["ph"] != "M" and (event["pid"], event["tid"]) not in threads:
            return f"{event} is of a thread without a name"
    return None


def check(trace):
    if not isinstance(trace, dict):
        return ["it is no object"]
    problems = [f"its {key} is missing, or of another type" for key, kind in TOP.items() if not is_a(trace.get(key), kind)]
    problems += [f"{key} should not be there" for key in trace.keys() - TOP.keys()]
    if problems:
        return problems
    if trace["displayTimeUnit"] not in ("ms", "ns"):
        problems.append("displayTimeUnit is ms or ns")
    events = trace["traceEvents"]
    for event in events:
        problem = check_event(event)
        if problem:
            return problems + [f"{event}: {problem}"]
    return problems + [found for found in (check_nesting(events), check_pairs(events), check_names(events)) if found]
