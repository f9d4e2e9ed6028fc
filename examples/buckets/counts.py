"""What `buckets KEYS ROUNDS` must count, all ranks together: the formulas of README.md."""

KEYS_END = 1 << 20


def counts(arguments, ranks):
    k, r = int(arguments[0]), int(arguments[1])
    p = ranks
    rounds, keys = r * p, r * k  # of all ranks
    routines = {
        "main": p, "run": p, "read_number": 2 * p, "sort_round": rounds, "keys_make": rounds, "mix": keys,
        "exchange_keys": rounds, "make_plan": rounds, "arrange": rounds, "add_up": 2 * rounds, "allocate": 4 * rounds,
        "owner": 2 * keys, "exchange_bucket": 2 * keys + 2 * rounds,
        "sort_keys": rounds, "verify_sums": 2 * rounds, "verify_sorted": rounds, "largest_before": rounds,
    }
    loops = {
        ("run", 1): (p, rounds), ("keys_make", 1): (rounds, keys),
        ("make_plan", 1): (rounds, keys), ("arrange", 1): (rounds, keys), ("add_up", 1): (2 * rounds, 2 * rounds * p),
        ("sort_keys", 1): (rounds, keys), ("sort_keys", 2): (rounds, r * KEYS_END), ("sort_keys", 3): (r * KEYS_END, keys),
        ("verify_sums", 1): (2 * rounds, 2 * keys), ("verify_sorted", 1): (rounds, keys),
    }
    mpi = {
        "MPI_Init": (p, 0), "MPI_Finalize": (p, 0),
        "MPI_Comm_rank": (p + rounds, 0), "MPI_Comm_size": (p + rounds, 0),
        "MPI_Alltoall": (rounds, 4 * rounds * p), "MPI_Alltoallv": (rounds, 4 * keys),
        "MPI_Exscan": (rounds, 4 * rounds), "MPI_Allreduce": (rounds, 32 * rounds),
    }
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": (0, 0)}
