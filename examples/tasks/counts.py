"""What `tasks N DEPTH` must count, found by another search: over sets, one row at a time."""


def sizes(n):
    """For each depth, how many peaceful boards of so many rows there are."""
    boards = [()]
    for depth in range(n + 1):
        yield len(boards)
        boards = [board + (column,) for board in boards for column in range(n)
                  if all(column != other and abs(column - other) != depth - row for row, other in enumerate(board))]


def parts(arguments):
    n = int(arguments[0])
    depth = min(int(arguments[1]), n)
    return n, depth, list(sizes(n))


def counts(arguments):
    n, depth, p = parts(arguments)
    routines = {
        "main": 1, "search_all": 1, "read_number": 2, "spread": sum(p[:depth + 1]), "walk": sum(p[depth:]),
        "with_queen": sum(p) - 1, "free_squares": sum(p) - p[n],
    }
    loops = {
        ("spread", 1): (sum(p[:depth]), sum(p[1:depth + 1])),
        ("walk", 1): (sum(p[depth:n]), sum(p[depth + 1:])),
    }
    io = {("main", 1): (0, 0), ("main", 2): (1, len(f"{n} queens: {p[n]} solutions\n")), ("main", 3): (1, 6)}
    return {"routines": routines, "loops": loops, "io": io}


def acts(arguments, threads):
    """What is seen of OpenMP."""
    _, depth, p = parts(arguments)
    tasks = sum(p[1:depth + 1])
    return {
        ("PARALLEL", "omp parallel"): 1, ("TASK", "implicit task"): threads, ("WORK", "omp single"): 1,
        ("SPAWN", "omp task"): tasks, ("TASK", "omp task"): tasks, ("FINISH", "omp taskwait"): sum(p[:depth]),
    }
