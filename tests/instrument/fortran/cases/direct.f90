! Loops in which nothing is called, where others are.
program direct                                                              != R 1
  implicit none
  real :: a(6, 6)
  integer :: n
  a = 1
  do n = 0, 6                                                               != L 1 7 7 7 D
    call scale(n, real(mod(n, 3)), a)
  end do
  print '(f12.3)', sum(a)                                                   != IO 1 6
end program

subroutine scale(n, x, a)                                                   != R 7
  implicit none
  integer :: n, i, j
  real :: x, a(6, 6)
  if (n < 1) then
    call complain('scale', n)
    return
  end if
  if (x < 0.5) then
    do i = 1, n                                                             != L 2 9 3 6 D
      a(i, 1) = 0
    end do
  else
    do j = 1, n                                                             != L 4 12 1 5 D
      do i = 1, n                                                           != L 12 46 1 5 D
        a(i, j) = x * a(i, j)
      end do
    end do
  end if
  do j = 1, 3                                                               != L 6 18 3 3 D
    call complain('again', j)
    do i = 1, n                                                             != L 18 63 1 6 D
      a(i, 1) = a(i, 1) + j
    end do
  end do
end subroutine

subroutine complain(what, n)                                                != R 19
  implicit none
  character(*) :: what
  integer :: n
  if (n > 5) print *, what, n                                               != IO 0
end subroutine
