"""What `conjugate N WAVES` must count, all ranks together: the formulas of README.md."""


def counts(arguments, ranks):
    n, k = int(arguments[0]), int(arguments[1])
    p = ranks
    i = k * (k + 1) // 2  # iterations
    d = k + 2 * i         # dot products
    routines = {
        "main": p, "main::number": 2 * p, "main::solve_one": k * p,
        "strips::create": p, "strips::new_field": 4 * k * p,
        "operators::apply": i * p, "operators::exchange": i * p, "operators::dot": d * p,
        "waves::waves_fill": k * p, "waves::waves_error": k * p, "waves::column": 2 * k * n, "waves::eigenvalue": i * n,
        "solver::solve": k * p, "solver::solve::advance": i * p,
    }
    loops = {
        ("main", 1): (p, k * p),
        ("operators::apply", 1): (i * p, i * n), ("operators::apply", 2): (i * n, i * n * n),
        ("operators::dot", 1): (d * p, d * n),
        ("waves::waves_fill", 1): (k * p, k * n), ("waves::waves_error", 1): (k * p, k * n),
        ("waves::column", 1): (2 * k * n, 2 * i * n), ("waves::column", 2): (2 * i * n, 2 * i * n * n),
        ("solver::solve", 1): (k * p, i * p), ("solver::solve::advance", 1): (i * p, i * n),
    }
    sent = 2 * (p - 1) * i
    mpi = {
        "MPI_Init": (p, 0), "MPI_Finalize": (p, 0), "MPI_Comm_rank": (2 * p, 0), "MPI_Comm_size": (2 * p, 0),
        "MPI_Sendrecv": (2 * i * p, 8 * n * sent), "MPI_Allreduce": ((d + k) * p, 8 * (d + k) * p),
    }
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": (sent, 8 * n * sent)}
