"""What `ring N TURNS` must count, all ranks together: the formulas of README.md."""


def counts(arguments, ranks):
    n, t = int(arguments[0]), int(arguments[1])
    p = ranks
    hops = t * p * (p - 1)
    routines = {
        "RING": p, "PARAMS": p, "NUMBER": 2, "PLACE": t * p, "ANGLE": 2 * t * n, "ROUND": t * p,
        "PASS": hops, "GIVE": hops, "TAKE": hops, "FORCES": t * p * p, "VERIFY": t * p,
    }
    loops = {
        ("RING", 1): (p, t * p),
        ("PLACE", 1): (t * p, t * n),
        ("ROUND", 1): (t * p, t * n), ("ROUND", 2): (t * p, hops),
        ("PASS", 1): (hops, t * (p - 1) * n),
        ("FORCES", 1): (t * p * p, t * p * n), ("FORCES", 2): (t * p * n, t * n * n),
        ("VERIFY", 1): (t * p, t * p * (n - 1)), ("VERIFY", 2): (t * p, t * n),
    }
    sent = 16 * t * (p - 1) * n
    mpi = {
        "MPI_Init": (p, 0), "MPI_Finalize": (p, 0), "MPI_Comm_rank": (p, 0), "MPI_Comm_size": (p, 0),
        "MPI_Bcast": (2 * p, 8 + 4), "MPI_Reduce": (p, 8 * p),
        "MPI_Send": (hops, sent), "MPI_Recv": (hops, 0), "MPI_Get_count": (hops, 0),
    }
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": (hops, sent)}
