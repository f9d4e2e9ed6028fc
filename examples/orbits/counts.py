"""What `orbits N STEPS FOLDER` must count: the formulas of README.md; only the random points have to be drawn again. Nobody
tells the bytes that Fortran's READ moves: None."""

EVERY = 20


def tries(n):
    """How many points are drawn until n of them lie in the ball."""
    seed, drawn, kept = 1988, 0, 0
    while kept < n:
        point = []
        for _ in range(3):
            seed = seed * 16807 % 2147483647
            point.append(2 * (seed / 2147483647) - 1)
        drawn += 1
        kept += sum(x * x for x in point) <= 1
    return drawn


def counts(arguments):
    n, s = int(arguments[0]), int(arguments[1])
    drawn = tries(n)
    massive = n - n // 4
    looks = 1 + s // EVERY
    path = len(arguments[2] + "/bodies.txt")
    routines = {
        "main": 1, "read_number": 2, "write_bodies": 1, "next_random": 3 * drawn, "observe": 1,
        "notes_open": 1, "notes_close": 1, "notes_look": looks, "potential": looks, "larger": 4 * looks,
        "cluster_new": 1, "cluster_free": 1,
        "bodies::bodies_field": 7 + 7 * (s + 1) + 18 * s + 4 * looks, "bodies::bodies_kinetic": looks,
        "gravity": s + 1, "gravity::pull": s + 1,
        "orbits::orbits_read": 1, "orbits::fortran_text": 1, "orbits::orbits_integrate": 1,
        "orbits::orbits_integrate::kick": 2 * s, "orbits::orbits_integrate::drift": s, "orbits::advance": 9 * s,
    }
    loops = {
        ("write_bodies", 1): (1, drawn),
        ("cluster_new", 1): (1, 9),
        ("potential", 1): (looks, looks * (n - 1)),
        ("potential", 2): (looks * (n - 1), looks * n * (n - 1) // 2),
        ("notes_look", 1): (1, 3), ("notes_look", 2): (looks, 3 * looks),
        ("bodies::bodies_kinetic", 1): (looks, looks * n),
        ("gravity::pull", 1): (s + 1, (s + 1) * n), ("gravity::pull", 2): ((s + 1) * massive, (s + 1) * massive * n),
        ("orbits::orbits_read", 1): (1, n),
        ("orbits::fortran_text", 1): (1, path), ("orbits::fortran_text", 2): (1, path),
        ("orbits::orbits_integrate", 1): (1, s),
    }
    io = {
        ("write_bodies", 1): (1, 0), ("write_bodies", 2): (1, len(f"{n}\n")), ("write_bodies", 3): (n, 73 * n),
        ("write_bodies", 4): (1, 0),
        ("observe", 1): (0, 0), ("observe", 2): (1, len("right: energy drifts by 1.2e-07, momentum by 1.2e-17\n")),
        ("main", 1): (0, 0), ("main", 2): (0, 0),
        ("notes_open", 1): (1, 0), ("notes_close", 1): (1, 0), ("notes_look", 1): (looks, 26 * looks),
        ("orbits::orbits_read", 1): (1, 0), ("orbits::orbits_read", 2): (1, None),
        ("orbits::orbits_read", 3): (n, None), ("orbits::orbits_read", 4): (1, 0), ("orbits::orbits_read", 5): (0, 0),
    }
    units = {"bodies.txt": n + 3}
    return {"routines": routines, "loops": loops, "io": io, "units": units}
