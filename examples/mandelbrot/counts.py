"""What `mandelbrot N WAY LIMIT` must count, all ranks together: the formulas of README.md; only the points' steps have to be
made again."""


def point(x0, y0, limit):
    x = y = 0.0
    steps = 0
    while True:
        x, y = x * x - y * y + x0, 2 * x * y + y0
        steps += 1
        if steps >= limit or x * x + y * y > 4:
            return steps


def all_steps(n, limit):
    return sum(point(-2 + 2.5 * (column + 0.5) / n, 1.25 * (2 * row + 1 - n) / n, limit)
               for row in range(n) for column in range(n))


def counts(arguments, ranks):
    n, blocks, limit = int(arguments[0]), arguments[1] == "blocks", int(arguments[2])
    p = ranks
    routines = {
        "main": p, "run": p, "read_number": 2 * p, "draw": p, "show": 1, "verify": 1, "known": n * n,
        "escape_row": n, "escape_real": 2 * n * n, "escape_imaginary": 2 * n, "point": n * n,
    }
    loops = {
        ("escape_row", 1): (n, n * n), ("point", 1): (n * n, all_steps(n, limit)),
        ("verify", 1): (1, n), ("verify", 2): (n, n * n),
    }
    mpi = {
        "MPI_Init": (p, 0), "MPI_Finalize": (p, 0), "MPI_Comm_rank": (2 * p, 0), "MPI_Comm_size": (2 * p, 0),
        "MPI_Reduce": (2 * p, 16 * p), "MPI_Bcast": (p, 4),
    }
    if blocks:
        routines.update({"blocks_run": p, "plan": p, "first_row": 2 * p + 2 * p * p})
        loops.update({("blocks_run", 1): (p, n), ("plan", 1): (p, p * p)})
        mpi["MPI_Gatherv"] = (p, 4 * n * n)
        messages = (0, 0)
    else:
        messages = (2 * n + p - 1, 4 * n + 4 * n * (n + 1))
        routines.update({"workers_run": p, "master": 1, "worker": p - 1, "deal": n + p - 1})
        loops.update({("master", 1): (1, p - 1), ("master", 2): (1, n), ("worker", 1): (p - 1, n + p - 1)})
        mpi.update({"MPI_Send": messages, "MPI_Recv": (messages[0], 0)})
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": messages}
