"""What `triangle N TIMES SCHEDULE` must count."""


def counts(arguments):
    n, times, schedule = int(arguments[0]), int(arguments[1]), arguments[2]
    half = n * (n + 1) // 2
    routines = {
        "main": 1, "read_number": 2, "matrix_new": 1, "matrix_free": 1, "is_right": 1, "matrix_apply": times,
        "fill_row": n, "dot": times * n, "row_of": n + times * n, "choose": 1,
    }
    loops = {
        ("matrix_new", 1): (1, n), ("fill_row", 1): (n, half), ("main", 1): (1, n), ("main", 2): (1, times),
        ("matrix_apply", 1): (times, times * n), ("dot", 1): (times * n, times * half), ("is_right", 1): (1, n),
    }
    io = {("main", 1): (0, 0), ("main", 2): (1, len(f"{n} rows, {times} times, {schedule}: right\n"))}
    return {"routines": routines, "loops": loops, "io": io}


def acts(arguments, threads):
    """What is seen of OpenMP: a loop with a schedule that is chosen at run time is told of by both compilers."""
    times = int(arguments[1])
    return {("PARALLEL", "omp parallel"): times, ("TASK", "implicit task"): times * threads,
            ("WORK", "omp for"): times * threads}
