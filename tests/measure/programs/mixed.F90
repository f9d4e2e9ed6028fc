! mixed.F90: routines that other languages call, and that call them. `solve` is a leaf loop of n trips and calls of a
! leaf routine, `bare` has no probes.
#include "probes.fpp"
subroutine solve(n, sum) bind(c)
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  include 'regions.inc'
  interface
    subroutine c_step(k) bind(c)
      import :: c_int
      integer(c_int), value :: k
    end subroutine c_step
  end interface
  integer(c_int), value :: n
  real(c_double), intent(inout) :: sum
  real(c_double) :: values(1000)
  real(c_double), external :: twice
  integer :: i
  ENTER(1)
  values = sum
  ENTER_LEAF(2)
  do i = 1, n
    values(i) = values(i) + i
  end do
  END_LOOP(2, int(n, 8))
  ENTER(3)
  do i = 1, 3
    sum = sum + twice(values(i))
    call c_step(i)
  end do
  LEAVE_LOOP(3, 3_8)
  LEAVE(1)
end subroutine solve

pure function twice(x)
  use, intrinsic :: iso_c_binding, only: c_double
  implicit none
  include 'regions.inc'
  real(c_double), intent(in) :: x
  real(c_double) :: twice
  ENTER(4)
  twice = 2 * x
  LEAVE(4)
end function twice

subroutine report(unit) bind(c)
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none
  include 'regions.inc'
  integer(c_int), value :: unit
  ENTER(5)
  ENTER(6)
  write (unit, '(a)') 'done'
  LEAVE_IO(6, unit)
  LEAVE(5)
end subroutine report

#ifdef MAIN
program main
  use, intrinsic :: iso_c_binding, only: c_int, c_double
  implicit none
  interface
    subroutine solve(n, sum) bind(c)
      import :: c_int, c_double
      integer(c_int), value :: n
      real(c_double), intent(inout) :: sum
    end subroutine solve
    subroutine report(unit) bind(c)
      import :: c_int
      integer(c_int), value :: unit
    end subroutine report
  end interface
  real(c_double) :: sum
  integer(c_int) :: i
  sum = 0
  do i = 1, 20
    call solve(i, sum)
  end do
  call report(6_c_int)
end program main
#endif
