"""However a Fortran program ends, the loops of the routine that ends it have their trips, and the exit status is its own."""
import program
import tap

PROGRAM = '''program endings
  implicit none
  integer :: i
  do i = 1, 10
    call work(i)
  end do
contains
  subroutine work(i)
    integer, intent(in) :: i
    integer :: j, k
    real :: zero
    outer: do j = 1, 5
      do k = 1, 2
        zero = 0
        if (i == 3 .and. j == 2) %s
      end do
    end do outer
  end subroutine
end program
'''
# how it ends: the exit status, or by which signal
WAYS = {"stop": 0, "stop 3": 3, "error stop 4": 4, "call exit(5)": 5, "call abort": -6}


def check(way, level):
    here = program.folder()
    here.write("endings.f90", PROGRAM % way)
    name = f"{way} {level}"
    here.triptych("fc", "gfortran", level, *program.CFLAGS, "endings.f90", "-o", "endings")
    ended = here.triptych("run", "-o", "run.tri", "./endings", check=False)
    tap.equal(ended.status, WAYS[way], f"{name}: exit status")
    report = here.report("run.tri")
    loops = {loop["line"]: loop for loop in report["loops"]}
    tap.equal([loops[line]["trips"] for line in (12, 13)], [5 + 5 + 2, 10 + 10 + 3], f"{name}: trips")
    tap.equal([loops[line]["unfinished"] for line in (12, 13)], [0, 0], f"{name}: the loops have ended")
    calls = {routine["name"]: routine["visits"] for routine in report["routines"]}
    tap.equal(calls, {"endings": 1, "endings::work": 3}, f"{name}: calls")


for way in WAYS:
    for level in ("-O0", "-O2"):
        check(way, level)
tap.done()
