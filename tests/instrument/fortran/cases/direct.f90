! Loops in which nothing is called, where others are.
subroutine scale(n, x, a)
  implicit none
  integer :: n, i, j
  real :: x, a(n, n)
  if (n < 1) then
    call complain('scale', n)
    return
  end if
  if (x == 0) then
    do i = 1, n
      a(i, 1) = 0
    end do
  else
    do j = 1, n
      do i = 1, n
        a(i, j) = x * a(i, j)
      end do
    end do
  end if
  do j = 1, 3
    call complain('again', j)
    do i = 1, n
      a(i, 1) = a(i, 1) + j
    end do
  end do
end subroutine
