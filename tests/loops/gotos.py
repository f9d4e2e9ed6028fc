"""gotos.py: what programs/gotos.c prints of its computed gotos, and what is counted of them."""


def told(output):
    """function -> what it printed: how often its gotos were executed, and more."""
    return {words[0]: [int(word) for word in words[1:]] for words in map(str.split, output.splitlines())}


def trips(run, name):
    """Of each loop of a function: its head, and its trips in all contexts."""
    found = {}
    for place in run.places:
        for context in place.contexts:
            if context.name == name:
                for loop, counted in zip(context.function.loops, context.loops()):
                    found[loop[0]] = found.get(loop[0], 0) + counted[2]
    return found


def hubs(run, name):
    return {hub for place in run.places for context in place.contexts if context.name == name for hub in context.function.hubs}


def wrong(run, output):
    """Loops that begin where gotos meet have as many trips as these were executed, by what the program printed."""
    expected, found = told(output), []
    for name in ("shared", "modes", "distances", "threaded"):
        meet = hubs(run, name)
        counted = sorted(times for head, times in trips(run, name).items() if head in meet)
        known = expected[name][:1]
        if name == "modes":  # whether its two tables can be told apart depends on the code
            known = sorted(expected[name]) if len(meet) == 2 else [sum(expected[name])]
        if meet and counted != known:
            found.append(f"{name}: {counted}, not {known}")
    return found
