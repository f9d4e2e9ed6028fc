"""Recursion in tail position, of which gfortran makes a loop: the measured program needs no more stack, every call is a visit,
and all visits are on one call path. Other recursion has a call path for each level."""
import collections
import json

import program
import tap

here = program.folder()
DEEP = 300_000
FREE = f"""
module lists
  implicit none
  integer, parameter :: deep = {DEEP}
  type node
    integer :: value = 1
    type(node), pointer :: next => null()
  end type
contains
  recursive subroutine walk(p, s)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    if (.not. associated(p)) return
    s = s + p%value
    call walk(p%next, s)
  end subroutine
  recursive subroutine chosen(p, s)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    s = s + p%value
    select case (mod(s, 3))
    case (0)
      if (associated(p%next)) call chosen(p%next, s)
    case (1)
      if (.not. associated(p%next)) return
      associate (q => p)
        call chosen(q%next, s)
      end associate
    case default
      if (associated(p%next)) then
        call chosen(p%next, s)
        return
      else
        s = -s
      end if
    end select
  end subroutine
  recursive subroutine in_loop(p, s)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    integer :: i
    do i = 1, 3
      s = s + noted(i)
      if (i == 2 .and. associated(p%next)) then
        call in_loop(p%next, s)
        return
      end if
    end do
  end subroutine
  recursive subroutine nests(p, s, n)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    integer, intent(in) :: n
    integer :: i, j
    do i = 1, n
      do j = 1, i
        s = s + mod(j, 2)
      end do
    end do
    if (associated(p%next)) call nests(p%next, s, n)
  end subroutine
  recursive subroutine even(p, s)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    s = s + 1
    if (associated(p%next)) call odd(p%next, s)
  end subroutine
  recursive subroutine odd(p, s)
    type(node), pointer, intent(in) :: p
    integer, intent(inout) :: s
    s = s + 1
    if (associated(p%next)) call even(p%next, s)
  end subroutine
  recursive function summed(n, all) result(r)
    integer, value :: n
    integer(8), value :: all
    integer(8) :: r
    if (n == 0) then
      r = all
    else
      r = summed(n - 1, all + n)
    end if
  end function
  recursive integer function length(p) result(r)
    type(node), pointer, intent(in) :: p
    r = 0
    if (associated(p)) r = 1 + length(p%next)
  end function
  integer function noted(n)
    integer, intent(in) :: n
    noted = n
    if (n > 1000) print *, n
  end function
  recursive subroutine args(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s
    s = s + n
    if (n > 0) call args(noted(n) - 1, s)
  end subroutine
  recursive subroutine freed(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s
    integer, allocatable :: a(:)
    allocate (a(n))
    a = 1
    s = s + sum(a)
    if (n > 0) call freed(n - 1, s)
  end subroutine
  recursive subroutine maybe(n, s, m)
    integer, intent(in) :: n
    integer, intent(inout) :: s
    integer, intent(in) :: m
    optional :: m
    s = s + 1
    if (present(m)) s = s + m
    if (n > 0) call maybe(n - 1, s)
  end subroutine
  recursive integer function fib(n) result(r)
    integer, intent(in) :: n
    r = n
    if (n > 1) r = fib(n - 1) + fib(n - 2)
  end function
end module
program main
  use lists
  implicit none
  type(node), allocatable, target :: all(:)
  type(node), pointer :: first
  integer :: i, s(9)
  allocate (all(deep))
  do i = 1, deep - 1
    all(i)%next => all(i + 1)
  end do
  first => all(1)
  s = 0
  call walk(first, s(1))
  call chosen(first, s(2))
  call in_loop(first, s(3))
  call nests(first, s(4), 2)
  call even(first, s(5))
  call args(20, s(6))
  call freed(20, s(7))
  call inner(deep, s(8))
  call maybe(20, s(9))
  print '(9(i0, 1x))', s
  print '(4(i0, 1x))', summed(deep, 0_8), length(first), fib(10), gcd(832040, 514229)
contains
  recursive subroutine inner(n, s)
    integer, intent(in) :: n
    integer, intent(inout) :: s
    if (n == 0) return
    s = s + 1
    call inner(n - 1, s)
  end subroutine
  recursive integer function gcd(a, b) result(r)
    integer, intent(in) :: a, b
    if (b == 0) then
      r = a
    else
      r = gcd(b, mod(a, b))
    end if
  end function
end program
"""
FIXED = f"""
      PROGRAM OLD
      INTEGER S
      S = 0
      CALL DOWN({DEEP}, S)
      PRINT '(I0)', S
      CONTAINS
      RECURSIVE SUBROUTINE DOWN(N, S)
      INTEGER, VALUE :: N
      INTEGER S
      IF (N .EQ. 0) GOTO 10
      S = S + 1
      IF (MOD(N, 2) .EQ. 1) THEN
        CALL DOWN(N - 1, S)
        GOTO 10
      END IF
      CALL DOWN(N - 1, S)
   10 CONTINUE
      END SUBROUTINE
      END
"""
OUT = f"{DEEP} {-DEEP if DEEP % 3 == 2 else DEEP} {3 * DEEP + 3} {2 * DEEP} {DEEP} 210 210 {DEEP} 21\n" \
      f"{DEEP * (DEEP + 1) // 2} {DEEP} 55 1\n"
VISITS = {"lists::walk": DEEP + 1, "lists::chosen": DEEP, "lists::in_loop": DEEP, "lists::nests": DEEP, "lists::even": DEEP // 2,
          "lists::odd": DEEP // 2, "lists::summed": DEEP + 1, "lists::length": DEEP + 1, "main::inner": DEEP + 1,
          "main::gcd": 29, "lists::maybe": 21, "lists::args": 21, "lists::freed": 21, "lists::fib": 177,
          "lists::noted": 2 * DEEP + 1 + 20, "main": 1}
ONCE = ["lists::walk", "lists::chosen", "lists::in_loop", "lists::nests", "lists::even", "lists::odd", "lists::summed",
        "lists::length", "main::inner", "main::gcd", "lists::maybe"]
LEVELS = {"lists::args": 21, "lists::freed": 21}


def counts(archive):
    """name -> visits in all, and on how many call paths."""
    visits, paths = collections.Counter(), collections.Counter()
    for line in here.triptych("query", archive, "nodes", "--format", "json").out.splitlines():
        node = json.loads(line)
        visits[node["name"]] += node["visits"]
        paths[node["name"]] += node["visits"] > 0
    return visits, paths


def measure(source, level, run=()):
    here.triptych("fc", "gfortran", level, source, "-o", "deep")
    result = here.triptych("run", "--quiet", "--force", *run, "-o", "deep.tri", "./deep", check=False)
    return (result.status, result.out)


def trips():
    return {(loop["routine"], loop["seq"]): (loop["visits"], loop["trips"]) for loop in here.report("deep.tri")["loops"]}


if program.SANITIZED:
    tap.skip_all("a sanitizer makes no loop of recursion")
here.write("deep.f90", FREE)
here.write("deep.f", FIXED)
for level, run in (("-O2", ()), ("-O3", ("--throttle", "off"))):
    name = " ".join((level, *run))
    tap.equal(measure("deep.f90", level, run), (0, OUT), f"{name}: the stack is large enough")
    visits, paths = counts("deep.tri")
    tap.equal({name: visits[name] for name in VISITS}, VISITS, f"{name}: every call is a visit")
    tap.equal({name: paths[name] for name in ONCE}, dict.fromkeys(ONCE, 1), f"{name}: on one call path")
    tap.equal({name: paths[name] for name in LEVELS}, LEVELS, f"{name}: other recursion has one for each level")
    loops = trips()
    tap.equal([loops["lists::in_loop", 1], loops["lists::nests", 1], loops["lists::nests", 2]],
              [(DEEP, 2 * DEEP + 1), (DEEP, 2 * DEEP), (2 * DEEP, 3 * DEEP)], f"{name}: trips")
tap.equal(measure("deep.f", "-O2"), (0, f"{DEEP}\n"), "fixed form: the stack is large enough")
visits, paths = counts("deep.tri")
tap.equal((visits["OLD::DOWN"], paths["OLD::DOWN"]), (DEEP + 1, 1), "fixed form: visits of one call path")
here.write("deep.f90", FREE.replace(f"deep = {DEEP}", "deep = 100"))
measure("deep.f90", "-O0")
tap.equal(counts("deep.tri")[1]["lists::walk"], 101, "without optimisation there is one for each level")
tap.done()
