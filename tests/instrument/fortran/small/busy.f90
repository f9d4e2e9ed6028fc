! Routines and loops that count small calls of their own, and call others that have probes: these are below them.
module small
  implicit none
contains
  subroutine tiny(x)
    real, intent(inout) :: x
    x = x * 0.5 + 1
  end subroutine
  subroutine scale(x, n)
    integer, intent(in) :: n
    real, intent(inout) :: x(n)
    integer :: i
    do i = 1, n
      x(i) = x(i) * 0.99
    end do
  end subroutine

  subroutine in_condition(a, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: a(n)
    external :: other
    integer :: i
    if (m > 1) then
      do i = 1, 4
        call tiny(a(i))
      end do
    end if
    call other(a, n)
  end subroutine
  subroutine in_tiny_loop(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    external :: other
    integer :: i
    do i = 1, 4
      if (a(i) > 1.5) call tiny(a(i))
    end do
    call other(a, n)
  end subroutine
  subroutine by_arguments(a, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: a(n)
    external :: other
    integer :: i
    do i = 1, 3
      call scale(a, n)
    end do
    if (m > 1) call tiny(a(2))
    call other(a, n)
  end subroutine
  recursive subroutine in_busy_loop(a, n, m)
    integer, intent(in) :: n, m
    real, intent(inout) :: a(n)
    external :: other
    integer :: i, j
    do j = 1, m
      call other(a, n)
      if (a(j) > 1) then
        do i = 1, 4
          if (a(i) > 1.5) call tiny(a(i))
        end do
      end if
      do i = 1, n
        if (a(i) > 1.5) call tiny(a(i))
      end do
    end do
    do i = 1, 3
      if (a(i) > 1.2) call tiny(a(i))
    end do
    if (m > 1) call in_busy_loop(a, n, m - 1)
  end subroutine
  real function in_function(a, n)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    external :: other
    integer :: i
    in_function = 0
    do i = 1, 4
      if (a(i) > 1.2) call tiny(a(i))
      if (a(i) > 10) return
    end do
    call other(a, n)
    in_function = a(1)
  end function
end module

subroutine other(a, n)
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(n)
  integer :: i
  do i = 1, n
    a(i) = a(i) * 0.9
  end do
  call deep(a(1))
end subroutine

subroutine deep(x)
  implicit none
  real, intent(inout) :: x
  x = x + sqrt(x)
end subroutine

program busy
  use small
  implicit none
  real :: a(8), s
  integer :: k
  a = 1
  s = 0
  do k = 1, 21
    call in_condition(a, 8, mod(k, 3))
    call in_tiny_loop(a, 8)
    call by_arguments(a, 8, mod(k, 3))
    call in_busy_loop(a, 8, mod(k, 3))
    s = s + in_function(a, 8)
  end do
  print *, s, a
end program
