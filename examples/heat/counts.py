"""What `heat N STEPS PICTURE` must count: the formulas of README.md."""

MODES = 3


def counts(arguments):
    n, steps = int(arguments[0]), int(arguments[1])
    lines = steps // (steps // 5 if steps > 5 else 1)
    routines = {
        "main": 1, "read_number": 2, "solve": 1,
        "grid_new": 2, "grid_free": 2, "grid_swap": steps, "grid_fill": 1,
        "grid_heat": lines, "grid_range": 1, "grid_largest_error": 1,
        "damping": MODES, "modes_after": 1, "modes_value": 2 * n * n,
        "solver_run": 1, "step": steps, "show_progress": lines,
        "picture_write": 1, "write_lines": 1, "shade": n,
    }
    loops = {
        ("grid_fill", 1): (1, n), ("grid_fill", 2): (n, n * n),
        ("grid_heat", 1): (lines, lines * n), ("grid_heat", 2): (lines * n, lines * n * n),
        ("grid_range", 1): (1, n), ("grid_range", 2): (n, n * n),
        ("grid_largest_error", 1): (1, n), ("grid_largest_error", 2): (n, n * n),
        ("modes_after", 1): (1, MODES), ("modes_value", 1): (2 * n * n, 2 * n * n * MODES),
        ("step", 1): (steps, steps * n), ("step", 2): (steps * n, steps * n * n),
        ("solver_run", 1): (1, steps),
        ("write_lines", 1): (1, n), ("shade", 1): (n, n * n),
    }
    io = {
        ("show_progress", 1): (lines, 31 * lines),
        ("picture_write", 1): (1, 0),
        ("picture_write", 2): (1, 9 + 2 * len(str(n))),
        ("picture_write", 3): (1, 0),
        ("write_lines", 1): (n, n * n),
        ("solve", 1): (0, 0), ("solve", 2): (1, 29),
        ("main", 1): (0, 0), ("main", 2): (0, 0),
    }
    return {"routines": routines, "loops": loops, "io": io}
