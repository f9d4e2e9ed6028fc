"""Reports of Fortran that really ran: old and new, with C beside it, and kpx's workflow without a second build."""
import program
import sample
import tap

if not program.have("gfortran") or (program.SANITIZED and program.CC != "gcc"):
    tap.skip_all("there is no gfortran, or not with these sanitizers")

here = program.folder()
UTF8 = {"LC_ALL": "C.UTF-8"}
here.write("sea.f", """\
C     A LITTLE SEA: READS A CARD, STEPS, WRITES, AND WRITES ONCE MORE.
      PROGRAM SEA
      REAL A(50,40)
      COMMON /FIELD/ A
      NUNIT = 12
      OPEN (UNIT=10, FILE='cards.dat')
      READ (10,*) N
      CLOSE (10)
      OPEN (UNIT=11, FILE='sea.out')
      OPEN (UNIT=NUNIT, FILE='sea.log')
      DO 20 I = 1, N
         CALL STEP (50, 40)
         IF (MOD(I,3) .EQ. 0) CALL SAVE (I)
   20 CONTINUE
      CALL AGAIN
      WRITE (NUNIT,*) N
      REWIND NUNIT
      CLOSE (NUNIT)
      CLOSE (11)
      CALL NOTE
      PRINT *, 'DONE'
      END
C
      SUBROUTINE STEP (NX, NY)
      REAL A(50,40)
      COMMON /FIELD/ A
      DO 10 J = 1, NY
      DO 10 I = 1, NX
   10 A(I,J) = TWICE(A(I,J)) + 1.0
      RETURN
      END
C
      REAL FUNCTION TWICE (X)
      TWICE = X + X
      IF (TWICE .GT. 1E6) TWICE = 0.0
      END
C
      SUBROUTINE SAVE (I)
      CHARACTER*8 TEXT
      WRITE (TEXT, '(I8)') I
      K = 0
      DO WHILE (K .LT. 4)
         K = K + 1
         IF (K .EQ. 3) GOTO 40
      END DO
   40 WRITE (11,*) TEXT
      RETURN
      ENTRY AGAIN
      WRITE (11,*) 'AGAIN'
      END
""")
here.write("note.c", """\
#include <stdio.h>

void note_(void)
{
    FILE *file = fopen("sea.out", "a");
    if (file) {
        fputs("done\\n", file);
        fclose(file);
    }
}
""")
here.write("cards.dat", "7\n")
here.triptych("cc", program.CC, *program.CFLAGS, "-O1", "-c", "note.c")
here.triptych("fc", "gfortran", *program.CFLAGS, "-O1", "-std=legacy", "sea.f", "note.o", "-o", "sea")
plain = here.run("./sea", env={"TRIPTYCH": "off"}).out

result = here.triptych("run", "-q", "-o", "counts.tri", "--count", "./sea")
tap.equal(result.out, plain, "the output is the program's own")
text = here.triptych("report", "--style", "kpx", "counts.tri", env=UTF8).out
sample.golden("kpx-sea.txt", text[text.index("<<<"):], "--style kpx of FORTRAN 77 that counted")
data = here.report("counts.tri")
tap.equal({row["name"]: row["visits"] for row in data["files"]},
          {"cards.dat": 3, "sea.out": 2 + 2 + 1 + 3, "sea.log": 4, "(internal file)": 2, "stdout": 1},
          "files of Fortran and C are one")
tap.equal({row["unit"]: (row["files"], row["reads"], row["writes"], row["others"]) for row in data["units"]},
          {10: ("cards.dat", 1, 0, 2), 11: ("sea.out", 0, 3, 2), 12: ("sea.log", 0, 1, 3), 6: ("stdout", 0, 1, 0)}, "units")
tap.equal(data["unmeasured"], [], "nothing was left alone")

result = here.triptych("run", "-o", "times.tri", "--skip-hot", "counts.tri", "--clock", "cpu", "--throttle", "off", "./sea")
tap.contains(result.err, "1 region had over 10000 visits in counts.tri and is not measured", "what ran over 10000 times is skipped")
data = here.report("times.tri")
tap.equal([row["name"] for row in data["hot"]], ["TWICE"], "it is listed")
tap.equal(data["run"]["clock"], "cpu", "CPU time")
tap.equal({row["name"]: row["visits"] for row in data["routines"]}, {"SEA": 1, "STEP": 7, "SAVE": 2, "AGAIN": 1, "note_": 1},
          "the others are measured")
tap.check(all(row["time_ns"] is not None for row in data["routines"] + data["loops"] + data["io"]), "with their times", data)
parts = here.report("times.tri", "--routine", "sea")
tap.equal(sum(row["time_ns"] or 0 for row in parts["kinds"]), parts["routine"][0]["time_ns"], "the parts add up")
tap.equal([row["part"] for row in parts["kinds"] if row["time_ns"] is None], ["communication"], "communication is not known")

here.write("grid.f90", """\
module grid
  implicit none
contains
  subroutine step(a, unit)
    real, intent(inout) :: a(:, :)
    integer, intent(in) :: unit
    integer :: i, j
    rows: do j = 2, size(a, 2) - 1
      do i = 2, size(a, 1) - 1
        a(i, j) = a(i, j) + 1
      end do
    end do rows
    write (unit, *) sum(a)
  end subroutine
end module

module other
contains
  pure integer function step(i)
    integer, intent(in) :: i
    step = i + 1
  end function
end module

program main
  use grid, only: grid_step => step
  use other, only: step
  implicit none
  real :: a(8, 6)
  integer :: k, unit
  a = 0
  k = 0
  open (newunit=unit, file='grid.out')
  do
    k = step(k)
    call grid_step(a, unit)
    if (k == 5) exit
  end do
  close (unit)
end program
""")
here.triptych("fc", "gfortran", *program.CFLAGS, "-O1", "grid.f90", "-o", "grid")
here.triptych("run", "-q", "./grid")
data = here.report("grid.tri")
tap.equal({row["name"]: row["visits"] for row in data["routines"]}, {"main": 1, "grid::step": 5, "other::step": 5},
          "procedures of modules")
tap.equal({(row["routine"], row["seq"], row["label"], row["form"], row["type"]): row["trips"] for row in data["loops"]},
          {("grid::step", 1, "rows", "do", "D"): 20, ("grid::step", 2, "", "do", "D"): 120, ("main", 1, "", "do", "U"): 5},
          "loops")
unit = data["units"][0]
tap.check(unit["unit"] < 0 and (unit["files"], unit["writes"], unit["others"]) == ("grid.out", 5, 2), "NEWUNIT=", unit)
result = here.triptych("report", "--routine", "step", "grid.tri", check=False)
tap.check(result.status == 1 and "grid::step" in result.err and "other::step" in result.err, "two are called step", result)
tap.equal(here.report("grid.tri", "--routine", "GRID::Step")["routine"][0]["name"], "grid::step", "one of them")
tap.done()
