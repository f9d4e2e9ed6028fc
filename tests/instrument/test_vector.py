"""Counting trips does not stop vectorisation: the compiler's own report about instrumented kernels."""
import program
import tap

KERNELS = {
    "daxpy": '''void daxpy(long n, double a, const double *restrict x, double *restrict y)
{
    for (long i = 0; i < n; i++)
        y[i] += a * x[i];
}
''',
    "dot": '''float dot(int n, const float *restrict x, const float *restrict y)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}
''',
    "stencil": '''void stencil(int n, const double *restrict a, double *restrict b)
{
    for (int i = 1; i < n - 1; i++)
        b[i] = 0.5 * a[i] + 0.25 * (a[i - 1] + a[i + 1]);
}
''',
    "product": '''void product(int n, const double (*restrict a)[512], const double (*restrict b)[512],
             double (*restrict c)[512])
{
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            for (int j = 0; j < n; j++)
                c[i][j] += a[i][k] * b[k][j];
}
'''}
WORDS = {"gcc": (["-fopt-info-vec-optimized"], "loop vectorized"),
         "clang": (["-Rpass=loop-vectorize"], "vectorized loop")}


def vectorised(here, compiler, file):
    flags, words = WORDS[compiler]
    said = here.run(compiler, "-O3", "-ffast-math", *flags, "-I", program.SOURCE / "include", "-c", file, "-o", "x.o")
    return sum(words in line for line in (said.out + said.err).splitlines())


def main():
    for compiler in WORDS:
        if not program.have(compiler):
            tap.skip(compiler, "not installed")
            continue
        for name, text in KERNELS.items():
            here = program.folder()
            here.write("kernel.c", text)
            here.triptych("instrument", "-o", "out", "kernel.c", "--cc", compiler)
            tap.contains(here.read("out/kernel.c"), "TRI_TRIP(", f"{name}, {compiler}: trips are counted")
            if tap.check(vectorised(here, compiler, "kernel.c"), f"{name}, {compiler}: is vectorised plain"):
                tap.check(vectorised(here, compiler, "out/kernel.c"), f"{name}, {compiler}: is vectorised measured")
    tap.done()


main()
