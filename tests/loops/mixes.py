"""mixes.py: the floating-point operations of programs/mix.c, as formulas have them."""
N, M, FFT, LOG = 1003, 37, 256, 8
HALF = 8  # operations on the unused half of vectors, where a rest of floats is done in half of one
REDUCTION = 32  # sums of the partial sums of a vectorised or unrolled dot product, at most

EXACT = {"daxpy": 2 * N, "saxpy": 2 * N, "product": 2 * M ** 3, "stencil": 4 * (M - 2) ** 2, "fft": 10 * FFT // 2 * LOG}
DOT = 2 * N


def is_near(more, name, flags):
    return 0 <= more <= HALF if name == "saxpy" and "-O3" in flags else more == 0


def wrong(flops, flags):
    """What differs from the formulas: function -> operations. With -ffast-math, a sum may have several partial sums."""
    found = [f"{name}: {flops.get(name)} operations instead of {expected}"
             for name, expected in EXACT.items() if not is_near(flops.get(name, 0) - expected, name, flags)]
    more = flops.get("dot", 0) - DOT
    if not (0 <= more <= REDUCTION if "-ffast-math" in flags else more == 0):
        found.append(f"dot: {flops.get('dot')} operations instead of {DOT}")
    return found
