"""What `multigrid LEVELS MODES SHAPE FILE` must count: the formulas of README.md. Nobody tells the bytes that read, write
and print move: None."""
import pathlib

CYCLES = 2
BEFORE, AFTER = 2, 1  # sweeps


def counts(arguments):
    levels, modes = int(arguments[0]), int(arguments[1])
    branches = 2 if arguments[2] in "Ww" else 1
    t = modes * (modes + 1) // 2  # problems
    points = {l: 2**l - 1 for l in range(1, levels + 1)}  # per side
    finest = points[levels]
    visits = {l: t * CYCLES * sum(branches**(top - l) for top in range(l, levels + 1)) for l in points}
    inner = range(2, levels + 1)  # all levels but the coarsest
    columns = t * sum(points.values())
    visited = sum(visits[l] for l in inner)

    def total(weight):
        return sum(visits[l] * weight(l) for l in inner)

    sweeps = BEFORE + AFTER
    restricted = total(lambda l: points[l - 1])
    prolonged = {l: visits[l] + t for l in inner}
    halves = {l: points[l - 1] + 1 for l in inner}
    routines = {
        "main": 1, "main::solve_one": t, "main::keep": 1, "main::read_arguments": 1, "main::number": 2,
        "problems::wave_source": columns, "problems::wave_solution": columns + t * finest,
        "problems::wave_damping": t, "problems::eigenvalue": 2 * t,
        "grids::create": levels, "grids::pose": t * levels, "grids::largest_value": t, "grids::largest_error": t,
        "multigrid::build": 1, "multigrid::solve": t, "multigrid::cycle_from": visited + visits[1],
        "kernels::smooth": 2 * visited, "kernels::find_residual": visited + t, "kernels::restrict": visited,
        "kernels::restrict::weigh": restricted, "kernels::prolong": sum(prolonged.values()),
        "checkpoints::checkpoint_write": 1, "checkpoints::checkpoint_is": 1,
    }
    loops = {
        ("main", 1): (1, modes), ("main", 2): (modes, modes + t - 1),
        ("grids::pose", 1): (t * levels, columns),
        ("grids::largest_value", 1): (t, t * finest), ("grids::largest_value", 2): (t * finest, t * finest**2),
        ("grids::largest_error", 1): (t, t * finest),
        ("multigrid::build", 1): (1, levels),
        ("multigrid::solve", 1): (t, t * levels), ("multigrid::solve", 2): (t * levels, t * levels * CYCLES),
        ("multigrid::cycle_from", 1): (visited, branches * visited),
        ("kernels::smooth", 1): (2 * visited, sweeps * visited),
        ("kernels::smooth", 2): (sweeps * visited, 2 * sweeps * visited),
        ("kernels::smooth", 3): (2 * sweeps * visited, 2 * sweeps * total(lambda l: points[l])),
        ("kernels::smooth", 4): (2 * sweeps * total(lambda l: points[l]), sweeps * total(lambda l: points[l]**2)),
        ("kernels::find_residual", 1): (visited + t, total(lambda l: points[l]) + t * finest),
        ("kernels::find_residual", 2): (total(lambda l: points[l]) + t * finest,
                                        total(lambda l: points[l]**2) + t * finest**2),
        ("kernels::restrict", 1): (visited, restricted),
        ("kernels::restrict::weigh", 1): (restricted, total(lambda l: points[l - 1]**2)),
        ("kernels::prolong", 1): (sum(prolonged.values()), sum(prolonged[l] * halves[l] for l in inner)),
        ("kernels::prolong", 2): (sum(prolonged[l] * halves[l] for l in inner),
                                  sum(prolonged[l] * halves[l]**2 for l in inner)),
        ("checkpoints::checkpoint_write", 1): (1, finest + 2),
        ("checkpoints::checkpoint_is", 1): (1, finest + 2),
        ("checkpoints::checkpoint_is", 2): (finest + 2, (finest + 2)**2),
    }
    times = {
        "main": "write 0, print 1", "main::solve_one": f"print {t}", "main::keep": "write 0",
        "main::read_arguments": "write 0", "main::number": "read 2",
        "checkpoints::checkpoint_write": f"open 1, write 1, write {finest + 2}, flush 1, close 1",
        "checkpoints::checkpoint_is": f"open 1, read 1, read 1, read {finest + 2}, close 1",
    }
    io = {}
    for routine, statements in times.items():
        for seq, statement in enumerate(statements.split(", "), 1):
            keyword, count = statement.split()
            io[routine, seq] = (int(count), None if keyword in ("read", "write", "print") else 0)
    units = {6: t + 1, pathlib.Path(arguments[3]).name: 2 * finest + 12, "internal": 2}
    return {"routines": routines, "loops": loops, "io": io, "units": units}
