! Loops in which nothing is called, in procedures and loops that call others: the region around them keeps their counts.
module beside
  implicit none
contains
  subroutine note(k)
    integer, intent(inout) :: k
    integer :: i
    if (k > 1000) then
      do i = 1, mod(k, 7)
        k = k - i
      end do
      call other(k)
    end if
    k = k + 1
  end subroutine

  subroutine other(k)
    integer, intent(inout) :: k
    k = mod(k, 900)
    if (k < 0) print *, k
  end subroutine

  ! After calls, between them and before them; in branches; left early; with loops inside.
  subroutine mixed(n, a, k)
    integer, intent(in) :: n
    real, intent(inout) :: a(40)
    integer, intent(inout) :: k
    integer :: i, j
    call note(k)
    if (mod(n, 3) == 0) then
      do i = 1, n
        a(i) = a(i) + 1
      end do
    else if (mod(n, 3) == 1) then
      do j = 1, 3
        do i = j, n
          a(i) = a(i) + j
        end do
      end do
    else
      do i = 1, 40
        if (a(i) > n) exit
        a(i) = a(i) + i
      end do
    end if
    call note(k)
    do i = 1, n
      if (i == 5) cycle
      do j = 1, mod(i, 4)
        a(j) = a(j) - 1
      end do
    end do
    if (n > 7) return
    do i = n, 1, -2
      a(i) = 0
    end do
    call note(k)
  end subroutine

  ! In a loop that calls others, and visited again by a jump.
  subroutine inside(n, a, k)
    integer, intent(in) :: n
    real, intent(inout) :: a(40)
    integer, intent(inout) :: k
    integer :: i, j, again
    again = 0
10  do i = 1, 3
      call note(k)
      do j = 1, n
        a(j) = a(j) + i
      end do
      do j = 1, 4
        a(j) = a(j) - i
      end do
    end do
    do i = 1, n
      a(i) = a(i) / 2
    end do
    again = again + 1
    if (again < 3) goto 10
  end subroutine

  recursive subroutine down(n, a, k)
    integer, intent(in) :: n
    real, intent(inout) :: a(40)
    integer, intent(inout) :: k
    integer :: i
    do i = 1, n
      a(i) = a(i) + n
    end do
    if (n > 0) call down(n - 1, a, k)
    call note(k)
    do i = 1, 2 * n
      a(i) = a(i) - n
    end do
  end subroutine
end module

program direct
  use beside
  implicit none
  real :: a(40)
  integer :: r, k
  a = 0
  k = 0
  do r = 1, 300
    call mixed(mod(r, 11), a, k)
    call inside(mod(r, 5), a, k)
    call down(mod(r, 6), a, k)
  end do
  print '(i8, f14.3)', k, sum(a)
end program
