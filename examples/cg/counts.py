"""What `cg N WAVES` must count: the formulas of README.md."""


def counts(arguments):
    n, waves = int(arguments[0]), int(arguments[1])
    cells = n * n
    values = 5 * cells - 4 * n        # five per row, less one for each side that a cell has on the rim
    steps = waves * (waves + 1) // 2  # problem w takes w of them
    routines = {
        "main": 1, "read_number": 2, "room_open": 1, "room_close": 1, "solve_all": 1, "solve_next": waves,
        "csr_new": 1, "csr_free": 1, "csr_diffusion": 1, "fill_row": cells, "put": values,
        "csr_multiply": steps, "cg_solve": waves,
        "problem_open": 1, "problem_close": 1, "problem_add_wave": waves, "eigenvalue": waves,
        "vector_dot": waves + 2 * steps, "vector_add": 2 * steps, "vector_add_scaled": steps - waves,
        "vector_largest": waves, "vector_distance": waves,
    }
    loops = {
        ("solve_all", 1): (1, waves),
        ("csr_diffusion", 1): (1, n), ("csr_diffusion", 2): (n, cells),
        ("fill_row", 1): (cells, 5 * cells),
        ("csr_multiply", 1): (steps, steps * cells), ("csr_multiply", 2): (steps * cells, steps * values),
        ("cg_solve", 1): (waves, steps),
        ("problem_add_wave", 1): (waves, waves * n),
        ("problem_add_wave", 2): (waves, waves * n), ("problem_add_wave", 3): (waves * n, waves * cells),
    }
    for routine in ("vector_dot", "vector_add", "vector_add_scaled", "vector_largest", "vector_distance"):
        loops[routine, 1] = (routines[routine], routines[routine] * cells)
    io = {
        ("solve_next", 1): (waves, 34 * waves),
        ("solve_all", 1): (1, 6),
        ("main", 1): (0, 0), ("main", 2): (0, 0),
    }
    return {"routines": routines, "loops": loops, "io": io}
