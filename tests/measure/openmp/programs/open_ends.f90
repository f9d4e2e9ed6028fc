! open_ends.f90: loops without an end directive, one of which is the last construct of its region.
program p
  implicit none
  integer :: i, j
  real(8) :: a(1000), s
  a = 1
  s = 0
  !$omp parallel
  !$omp do ! /* L static */
  do i = 1, 1000
    a(i) = a(i) * 2
  end do
  !$omp do schedule(dynamic) ! /* L dynamic */
  do i = 1, 1000
    a(i) = a(i) + 1
  end do
  !$omp end do
  !$omp do reduction(+:s)
  do i = 1, 1000
    s = s + a(i)
  end do
  !$omp end do nowait
  !$omp do collapse(2) ! /* L nest */
  do i = 1, 10
    do j = 1, 100
      a(i*j) = a(i*j) + 1
    end do
  end do
  !$omp end parallel
  print *, s
end program
