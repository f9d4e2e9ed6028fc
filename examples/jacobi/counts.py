"""What `jacobi N WAVES EVERY` must count, all ranks together: the formulas of README.md."""
import math

TOLERANCE = 1e-6


def sides(ranks):
    """The ranks as a rectangle, as near to a square as can be."""
    short = max(side for side in range(1, math.isqrt(ranks) + 1) if ranks % side == 0)
    return ranks // short, short


def parts(n, count):
    return [n * (part + 1) // count - n * part // count for part in range(count)]


def steps(n, waves, every):
    """Until the change, which shrinks by cos(theta) in each step, is below the tolerance."""
    theta = waves * math.pi / (n + 1)
    largest = max(abs(math.sin(theta * i)) for i in range(1, n + 1))**2
    done = every
    while math.cos(theta)**(done - 1) * (1 - math.cos(theta)) * largest > TOLERANCE:
        done += every
    return done


def counts(arguments, ranks):
    n, waves, every = (int(word) for word in arguments[:3])
    p, s = ranks, steps(n, waves, every)
    looks = s // every
    down, across = sides(p)
    blocks = [(rows, columns) for rows in parts(n, down) for columns in parts(n, across)]
    swept = sum(3 * max(rows - 2, 0) + 2 for rows, _ in blocks)
    cells = sum(max(rows - 2, 0) * (max(columns - 2, 0) + 2) + 2 * columns for rows, columns in blocks)
    pairs = (down - 1) * across + down * (across - 1)  # of neighbours
    cut = n * (down - 1 + across - 1)  # cells along the cuts
    routines = {
        "main": p, "run": p, "read_number": 3 * p, "solve": p,
        "block_new": p, "block_free": p, "part_begin": 4 * p, "new_cells": 3 * p, "block_swap": s * p,
        "halo_new": p, "halo_free": p, "halo_start": s * p, "halo_finish": s * p,
        "wave_source": p, "wave_error": p, "angle": 2 * p, "value": 2 * n * n,
        "solver_run": p, "step": s * p, "sweep": 5 * s * p, "largest_change": looks * p,
    }
    rows = n * across  # of all blocks together
    loops = {
        ("halo_start", 1): (s * p, 4 * s * p),
        ("wave_source", 1): (p, rows), ("wave_source", 2): (rows, n * n),
        ("wave_error", 1): (p, rows), ("wave_error", 2): (rows, n * n),
        ("solver_run", 1): (p, s * p),
        ("sweep", 1): (5 * s * p, s * swept), ("sweep", 2): (s * swept, s * cells),
        ("largest_change", 1): (looks * p, looks * rows), ("largest_change", 2): (looks * rows, looks * n * n),
    }
    mpi = {
        "MPI_Init": (p, 0), "MPI_Finalize": (p, 0), "MPI_Comm_rank": (2 * p, 0), "MPI_Comm_size": (2 * p, 0),
        "MPI_Dims_create": (p, 0), "MPI_Cart_create": (p, 0), "MPI_Cart_coords": (p, 0), "MPI_Cart_shift": (2 * p, 0),
        "MPI_Comm_free": (p, 0), "MPI_Type_contiguous": (p, 0), "MPI_Type_vector": (p, 0),
        "MPI_Type_commit": (2 * p, 0), "MPI_Type_free": (2 * p, 0),
        "MPI_Irecv": (4 * s * p, 0), "MPI_Isend": (4 * s * p, 16 * cut * s), "MPI_Waitall": (s * p, 0),
        "MPI_Allreduce": ((looks + 1) * p, 8 * (looks + 1) * p),
    }
    return {"routines": routines, "loops": loops, "mpi": mpi, "messages": (2 * pairs * s, 16 * cut * s)}
