! Loops, arrays, formatted output, and an end with a status.
program matrix
  implicit none
  integer :: i, j
  real(8) :: a(40, 40), total
  do j = 1, 40
    do i = 1, 40
      a(i, j) = real(i * j, 8) / 7
    end do
  end do
  total = sum(matmul(a, transpose(a)))
  print *, total
  write (*, "(i5, f16.3)") count(a > 100), total
  stop 3
end program matrix
