! Nothing may be inserted in what may run on another device.
subroutine kernel(a)                                         !- another device
  !$acc routine seq
  real :: a(:)
  a(1) = 1
end subroutine
program openacc                                              != R 1
  real :: a(8)
  !$acc data copy(a)
  !$acc parallel loop
  do i = 1, 8                                                != L 1 8 8 8 D
    do j = 1, 1                                              !- another device
      a(i) = i
    end do
  end do
  !$acc end parallel loop
  !$acc kernels
  do i = 1, 8                                                !- another device
    a(i) = a(i) + 1
  end do
  !$acc end kernels
  do i = 1, 2                                                != L 1 2 2 2 D
    a(i) = 1
  end do
  !$acc end data
  print *, a                                                 != IO 1 6
end program
