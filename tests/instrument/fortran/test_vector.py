"""Counting trips does not stop vectorisation: the compiler's own report about instrumented Fortran, loop by loop."""
import re

import program
import tap

KERNELS = {
    "saxpy": '''subroutine saxpy(n, a, x, y)
  integer, intent(in) :: n
  real, intent(in) :: a, x(n)
  real, intent(inout) :: y(n)
  integer :: i
  do i = 1, n
    y(i) = y(i) + a*x(i)
  end do
end subroutine
''',
    "product": '''subroutine product(n, a, b, c)
  integer :: n, i, j, k
  real(8) :: a(n, n), b(n, n), c(n, n)
  do j = 1, n
    do k = 1, n
      do i = 1, n
        c(i, j) = c(i, j) + a(i, k)*b(k, j)
      end do
    end do
  end do
end subroutine
''',
    "stencil": '''subroutine stencil(u, v)
  real(8), intent(in) :: u(:, :)
  real(8), intent(out) :: v(:, :)
  integer :: i, j
  do j = 2, size(u, 2) - 1
    do i = 2, size(u, 1) - 1
      v(i, j) = 0.25d0*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1))
    end do
  end do
end subroutine
''',
    "total": '''real function total(x, f)
  real :: x(:)
  integer, external :: f
  total = 0
  do i = f(1), ubound(x, 1)
    total = total + abs(x(i))
  end do
end function
'''}


def vectorised(here, file):
    """The lines of loops that the compiler says are vectorised."""
    said = here.run("gfortran", "-O3", "-ffast-math", "-fopt-info-vec-optimized", "-I", program.SOURCE / "include", "-c",
                    file, "-o", "x.o")
    return set(re.findall(r"^kernel\.f90:(\d+):\d+: optimized: loop vectorized", said.out + said.err, re.MULTILINE))


def main():
    for options in ([], ["--no-loop-times"]):
        for name, text in KERNELS.items():
            here = program.folder()
            here.write("kernel.f90", text)
            here.triptych("instrument", *options, "-o", "out", "kernel.f90")
            tap.contains(here.read("out/kernel.f90"), "tri_n1", f"{name}: trips are counted")
            plain = vectorised(here, "kernel.f90")
            if tap.check(plain, f"{name}: is vectorised plain"):
                tap.equal(vectorised(here, "out/kernel.f90"), plain, " ".join([f"{name}: is vectorised measured"] + options))
    tap.done()


main()
