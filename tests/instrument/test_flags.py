"""Options that only the compiler knows, not libclang: the file is measured all the same, as the compiler sees it."""
import platform

import program
import tap

here = program.folder()
MACRO, OPTION = {"aarch64": ("__ARM_FEATURE_SVE", "-march=armv8.2-a+sve"),
                 "x86_64": ("__AVX512F__", "-mavx512f")}.get(platform.machine(), ("__never__", "-O2"))
here.write("k.c", f"""
double dot_product(const double *a, const double *b, int n)
{{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}}
#ifdef {MACRO}
int of_the_machine(int n)
{{
    while (n > 10)
        n /= 3;
    return n;
}}
#endif
""")
# As builds of HPC programs have them. All change only how code is made.
GCC = """-ftree-vectorize -fno-tree-loop-distribute-patterns -fipa-pta -floop-interchange -fgraphite-identity -floop-nest-optimize
--param max-unroll-times=4 --param=vect-max-version-for-alias-checks=50 -fprefetch-loop-arrays -fvect-cost-model=unlimited
-fsimd-cost-model=unlimited -fno-gcse -funroll-all-loops -frename-registers -fmodulo-sched -fopt-info-vec-missed=opt.txt
-fno-math-errno -ffast-math -fassociative-math -fstack-usage -fconserve-stack -fno-ipa-cp-clone -fcx-limited-range
-fno-fat-lto-objects -fexcess-precision=fast -fno-plt -fno-semantic-interposition -fanalyzer -fallow-store-data-races
-ftree-parallelize-loops=2 -fgcse-sm -fsched-pressure -ftrivial-auto-var-init=zero -fdump-tree-optimized=tree.txt -Wno-psabi
-std=gnu2x -ffinite-loops -fzero-call-used-regs=used -gz -mtune=native""".split()


def measured(name, *command, functions=("dot_product",)):
    """Compiles the file; every function must have been measured, in silence. An option that the compiler does not have is
    no test."""
    if not program.have(command[0]) and not (here / command[0]).exists():
        tap.skip(name, f"there is no {command[0]}")
        return
    if here.run(*command, "-c", "k.c", "-o", "plain.o", check=False).status != 0:
        tap.skip(name, "this compiler does not know it")
        return
    result = here.triptych("cc", *command, "-c", "k.c", "-o", "k.o", check=False)
    plain = here.run("strings", "plain.o").out.splitlines()
    text = here.run("strings", "k.o").out.splitlines()
    missing = [function for function in functions
               if sum(line.endswith(function) for line in text) <= sum(line.endswith(function) for line in plain)]
    tap.check(result.status == 0 and "measured" not in result.err and not missing, name, f"{result}\nmissing: {missing}")


measured("gcc's optimizations", "gcc", "-O3", *GCC)
measured("gcc -march=native", "gcc", "-O2", "-march=native")
measured("gcc -mcpu=native", "gcc", "-O2", "-mcpu=native")
measured("clang -march=native", "clang", "-O2", "-march=native")
measured("clang -mcpu=native", "clang", "-O2", "-mcpu=native")
measured("a machine that both know", "gcc", "-O2", OPTION, functions=("dot_product", "of_the_machine"))

# A compiler of later years: it knows a processor and a standard that nobody else does.
here.write("newer-gcc", f"""#!/bin/sh
for word; do
    shift
    case $word in
        -mcpu=neoverse-v9|-march=znver9) word={OPTION} ;;
        -std=gnu23) word=-std=gnu2x ;;
    esac
    set -- "$@" "$word"
done
exec gcc "$@"
""", mode=0o755)
measured("a processor that libclang does not know", here / "newer-gcc", "-O2",
         "-mcpu=neoverse-v9" if platform.machine() == "aarch64" else "-march=znver9", "-std=gnu23",
         functions=("dot_product", "of_the_machine"))
tap.done()
