"""What `hybrid N FLIGHTS THREADS` must count, all ranks together: the formulas of README.md."""


def counts(arguments, ranks):
    n, s, t = int(arguments[0]), 4 * int(arguments[1]), int(arguments[2])
    p = ranks
    routines = {
        "main": p, "run": p, "read_number": 3 * p, "fly": p, "strip_new": p, "strip_free": p, "plan": 2 * p,
        "strip_exchange": s * p, "life_run": p, "advance_row": s * n,
        "gliders_place": p, "gliders_wrong": p, "alive": 2 * n * n,
    }
    loops = {
        ("strip_new", 1): (p, 2 * p), ("strip_free", 1): (p, 2 * p), ("strip_free", 2): (2 * p, 8 * p),
        ("life_run", 1): (p * t, s * p * t), ("life_run", 2): (s * p * t, s * n),
        ("advance_row", 1): (s * n, s * n * n),
        ("gliders_place", 1): (p, n), ("gliders_place", 2): (n, n * n),
        ("gliders_wrong", 1): (p, n), ("gliders_wrong", 2): (n, n * n),
    }
    messages = (2 * s * p, 2 * s * p * (n + 2))
    mpi = {
        "MPI_Init_thread": (p, 0), "MPI_Finalize": (p, 0), "MPI_Comm_rank": (2 * p, 0), "MPI_Comm_size": (2 * p, 0),
        "MPI_Recv_init": (4 * p, 0), "MPI_Send_init": (4 * p, 0), "MPI_Request_free": (8 * p, 0),
        "MPI_Startall": (s * p, messages[1]), "MPI_Waitall": (s * p, 0), "MPI_Allreduce": (p, 8 * p),
    }
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": messages}
