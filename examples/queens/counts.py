"""What `queens N` must count, found by another search: over sets, one row at a time, not one square at a time."""


def partial_boards(n):
    """For each depth, all peaceful boards of so many rows, in the order of their columns."""
    boards = [()]
    for depth in range(n + 1):
        yield boards
        boards = [board + (column,) for board in boards for column in range(n)
                  if all(column != other and abs(column - other) != depth - row
                         for row, other in enumerate(board))]


def images(board):
    """The other seven, in the order of board_is_first_image: three turns, the mirror image, and its turns."""
    n = len(board)
    squares = {(row, column) for row, column in enumerate(board)}
    mirror = {(row, n - 1 - column) for row, column in squares}
    for first in (squares, mirror):
        for turns in range(4):
            if (first, turns) != (squares, 0):
                yield turns == 0, tuple(column for _, column in sorted(first))
            first = {(column, n - 1 - row) for row, column in first}


def counts(arguments):
    n = int(arguments[0])
    depths = list(partial_boards(n))
    nodes = sum(len(boards) for boards in depths)
    solutions = depths[n]
    turned = mirrored = compared = alike = 0
    for board in solutions:
        for is_mirror, image in images(board):
            mirrored += is_mirror
            turned += not is_mirror
            compared += 1
            alike += next((row for row in range(n) if image[row] != board[row]), n)
            if image < board:
                break
    distinct = sum(all(image >= board for _, image in images(board)) for board in solutions)
    found = len(solutions)
    any_found = 1 if found else 0
    routines = {
        "main": 1, "read_number": 1, "is_right": 1, "search_all": 1, "place": nodes, "take": found,
        "board_is_first_image": found, "turned": turned, "mirrored": mirrored, "board_compare": compared,
        "board_print": any_found, "board_is_peaceful": any_found,
    }
    loops = {
        ("place", 1): (nodes - found, nodes - 1),
        ("board_is_first_image", 1): (found, compared),
        ("turned", 1): (turned, turned * n), ("mirrored", 1): (mirrored, mirrored * n),
        ("board_compare", 1): (compared, alike),
        ("board_print", 1): (any_found, any_found * n), ("board_print", 2): (any_found * n, any_found * n * n),
        ("board_is_peaceful", 1): (any_found, any_found * (n - 1)),
        ("board_is_peaceful", 2): (any_found * (n - 1), any_found * n * (n - 1) // 2),
    }
    last = f"{n} queens: {found} solutions, {distinct} distinct\n"
    io = {
        ("board_print", 1): (any_found * n * n, any_found * 2 * n * n),
        ("board_print", 2): (any_found * n, any_found * n),
        ("main", 1): (0, 0), ("main", 2): (1, len(last)), ("main", 3): (1, 6),
    }
    return {"routines": routines, "loops": loops, "io": io}
