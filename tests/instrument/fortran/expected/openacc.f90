# 1 "openacc.f90"
! Nothing may be inserted in what may run on another device.
subroutine kernel(a)                                         !- another device
  !$acc routine seq
  real :: a(:)
  a(1) = 1
end subroutine
program openacc                                              != R 1
# 7 "openacc.f90" 3
  include 'triptych/probes.inc'
# 7 "openacc.f90" 3
  include 'triptych/units.inc'
# 7 "openacc.f90" 3
  integer(4) :: tri_r(18,7); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h1, tri_h2, tri_n2, tri_h5, tri_n5
# 7 "openacc.f90" 3
  integer(8) :: tri_h6
# 8 "openacc.f90"
  real :: a(8)
# 9 "openacc.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1)
# 9 "openacc.f90"
  !$acc data copy(a)
# 10 "openacc.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2); tri_n2 = 8
# 10 "openacc.f90"
  !$acc parallel loop
  do i = 1, 8                                                != L 1 8 8 8 D
    do j = 1, 1                                              !- another device
      a(i) = i
    end do
  end do
  !$acc end parallel loop
# 16 "openacc.f90" 3
  if (tri_h2 /= 0) call tri_leave_loop(tri_h2, tri_n2)
# 17 "openacc.f90"
  !$acc kernels
  do i = 1, 8                                                !- another device
    a(i) = a(i) + 1
  end do
  !$acc end kernels
# 22 "openacc.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call tri_enter(tri_r(1,6), tri_h5); tri_n5 = 2
# 22 "openacc.f90"
  do i = 1, 2                                                != L 1 2 2 2 D
    a(i) = 1
  end do
# 24 "openacc.f90" 3
  if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 25 "openacc.f90"
  !$acc end data
# 26 "openacc.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6)
# 26 "openacc.f90"
  print *, a                                                 != IO 1 6
# 26 "openacc.f90" 3
  if (tri_h6 /= 0) call tri_leave_io(tri_h6, 6_8)
# 27 "openacc.f90" 3
  if (tri_h1 /= 0) call tri_leave(tri_h1)
# 27 "openacc.f90"
end program
