# 1 "openmp.f90"
! Loops under OpenMP, by two threads. Trips are those of all threads together.
module work
  implicit none
contains
  subroutine orphaned(n, a)                                  != R 2
# 5 "openmp.f90" 3
  include 'triptych/probes.inc'
# 5 "openmp.f90" 3
  integer(4) :: tri_r(18,33); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_n1
# 6 "openmp.f90"
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
# 9 "openmp.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 9 "openmp.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_enter(tri_r(1,2), tri_h1); tri_n1 = 0
# 9 "openmp.f90"
    !$omp do
    do i = 1, n                                              != L 2 8 4 4 D
# 10 "openmp.f90" 3
  tri_n1 = tri_n1 + 1
# 11 "openmp.f90"
      a(i) = a(i) + 1
    end do
    !$omp end do
# 13 "openmp.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_end_loop(tri_r(1,2), tri_h1, tri_n1)
# 14 "openmp.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 14 "openmp.f90"
  end subroutine
  subroutine device(a)                                       !- another device
    !$omp declare target
    real, intent(inout) :: a(:)
    a(1) = 2
  end subroutine
  real function vectors(x)                                   !- SIMD
    !$omp declare simd
    real, intent(in) :: x
    vectors = x + 1
  end function
end module
program openmp                                               != R 1
  use work
# 27 "openmp.f90" 3
  include 'triptych/probes.inc'
# 27 "openmp.f90" 3
  include 'triptych/units.inc'
# 27 "openmp.f90" 3
  integer(4) :: tri_r(18,33); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h4, tri_h5, tri_n5, tri_h6, tri_n6
# 27 "openmp.f90" 3
  integer(8) :: tri_h7, tri_n7, tri_h8, tri_h9, tri_n9; integer(8) :: tri_h10, tri_n10, tri_h12, tri_h13, tri_n13
# 27 "openmp.f90" 3
  integer(8) :: tri_h14, tri_n14, tri_h15, tri_n15, tri_h16; integer(8) :: tri_n16, tri_h17, tri_n17, tri_h18, tri_n18
# 27 "openmp.f90" 3
  integer(8) :: tri_h19, tri_n19, tri_h21, tri_n21, tri_h22; integer(8) :: tri_n22, tri_h23, tri_n23, tri_h26, tri_n26
# 27 "openmp.f90" 3
  integer(8) :: tri_h27, tri_h28, tri_n28, tri_h29, tri_n29; integer(8) :: tri_h32
# 28 "openmp.f90"
  integer, parameter :: n = 8
  real :: a(n), total, b(n, n)
  integer :: found(n)
# 31 "openmp.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4)
# 31 "openmp.f90"
  a = 0
  total = 0
# 33 "openmp.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5); tri_n5 = n; if (tri_n5 < 0) tri_n5 = 0
# 33 "openmp.f90"
  !$omp parallel do num_threads(2) default(none) shared(a) private(j) &
  !$omp reduction(+:total) &
# 34 "openmp.f90" 3
!$omp shared(tri_r) &
# 34 "openmp.f90" 3
!$omp private(tri_h6, tri_n6, tri_h7, tri_n7) ! a comment
# 35 "openmp.f90"
  do i = 1, n                                                != L 1 8 8 8 D
# 36 "openmp.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call tri_enter(tri_r(1,7), tri_h6); tri_n6 = i
# 36 "openmp.f90" 3
  if (tri_n6 < 0) tri_n6 = 0
# 36 "openmp.f90"
    do j = 1, i                                              != L 8 36 1 8 D
      total = total + j
    end do
# 38 "openmp.f90" 3
  if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) call tri_end_loop(tri_r(1,7), tri_h6, tri_n6)
# 39 "openmp.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) call tri_enter(tri_r(1,8), tri_h7); tri_n7 = 0
# 39 "openmp.f90"
    do k = 1, 3                                              != L 8 16 2 2 U
# 39 "openmp.f90" 3
  tri_n7 = tri_n7 + 1
# 40 "openmp.f90"
      if (k == 2) exit
    end do
# 41 "openmp.f90" 3
  if (tri_h7 /= 0 .or. tri_r(1,8) /= 0) call tri_end_loop(tri_r(1,8), tri_h7, tri_n7)
# 42 "openmp.f90"
    a(i) = k
  end do
  !$omp end parallel do
# 44 "openmp.f90" 3
  if (tri_h5 /= 0) call tri_leave_loop(tri_h5, tri_n5)
# 45 "openmp.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8)
# 45 "openmp.f90"
  print *, total, a                                          != IO 1 6
# 45 "openmp.f90" 3
  if (tri_h8 /= 0) call tri_leave_io(tri_h8, 6_8)
# 46 "openmp.f90"
  !$omp parallel num_threads(2) &
# 46 "openmp.f90" 3
!$omp shared(tri_r) &
# 46 "openmp.f90" 3
!$omp private(tri_h9, tri_n9, tri_h10, tri_n10, tri_h12) &
# 46 "openmp.f90" 3
!$omp private(tri_h13, tri_n13, tri_h14, tri_n14, tri_h15) &
# 46 "openmp.f90" 3
!$omp private(tri_n15, tri_h16, tri_n16)
# 47 "openmp.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_enter(tri_r(1,10), tri_h9); tri_n9 = 0
# 47 "openmp.f90"
  !$omp do schedule(static)
  do i = 1, n                                                != L 2 8 4 4 D
# 48 "openmp.f90" 3
  tri_n9 = tri_n9 + 1
# 49 "openmp.f90"
    a(i) = a(i) + 1
  end do
  !$omp end do nowait
# 51 "openmp.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) call tri_end_loop(tri_r(1,10), tri_h9, tri_n9)
# 52 "openmp.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0) call tri_enter(tri_r(1,11), tri_h10); tri_n10 = 0
# 52 "openmp.f90"
  !$omp do schedule(static) collapse(2)
  do i = 1, n                                                != L 2 ? ? ? D
    do j = 1, n                                              !- merges it
      b(i, j) = 0
    end do
  end do
# 57 "openmp.f90" 3
  if (tri_h10 /= 0) call tri_leave_loop(tri_h10, tri_n10)
# 58 "openmp.f90"
  !$omp barrier
  !$omp single
# 60 "openmp.f90" 3
  tri_h12 = 0; if (tri_r(1,13) /= 0) call tri_enter(tri_r(1,13), tri_h12)
# 60 "openmp.f90"
  write(*, *) 'single'                                       != IO 1 6
# 60 "openmp.f90" 3
  if (tri_h12 /= 0) call tri_leave_io(tri_h12, 6_8)
# 61 "openmp.f90" 3
  tri_h13 = 0; if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) call tri_enter(tri_r(1,14), tri_h13); tri_n13 = 3
# 61 "openmp.f90"
  do i = 1, 3                                                != L 1 3 3 3 D
    a(i) = i
  end do
# 63 "openmp.f90" 3
  if (tri_h13 /= 0 .or. tri_r(1,14) /= 0) call tri_end_loop(tri_r(1,14), tri_h13, tri_n13)
# 64 "openmp.f90"
  !$omp end single
  !$omp sections
  !$omp section
# 67 "openmp.f90" 3
  tri_h14 = 0; if (tri_r(1,15) /= 0 .and. tri_r(1,15) /= 2) call tri_enter(tri_r(1,15), tri_h14); tri_n14 = 4
# 67 "openmp.f90"
  do i = 1, 4                                                != L 1 4 4 4 D
    found(i) = i
  end do
# 69 "openmp.f90" 3
  if (tri_h14 /= 0 .or. tri_r(1,15) /= 0) call tri_end_loop(tri_r(1,15), tri_h14, tri_n14)
# 70 "openmp.f90"
  !$omp section
# 71 "openmp.f90" 3
  tri_h15 = 0; if (tri_r(1,16) /= 0 .and. tri_r(1,16) /= 2) call tri_enter(tri_r(1,16), tri_h15); tri_n15 = 4
# 71 "openmp.f90"
  do i = 5, 8                                                != L 1 4 4 4 D
    found(i) = i
  end do
# 73 "openmp.f90" 3
  if (tri_h15 /= 0 .or. tri_r(1,16) /= 0) call tri_end_loop(tri_r(1,16), tri_h15, tri_n15)
# 74 "openmp.f90"
  !$omp end sections
  !$omp critical
# 76 "openmp.f90" 3
  tri_h16 = 0; if (tri_r(1,17) /= 0 .and. tri_r(1,17) /= 2) call tri_enter(tri_r(1,17), tri_h16); tri_n16 = 2
# 76 "openmp.f90"
  do i = 1, 2                                                != L 2 4 2 2 D
    total = total + 1
  end do
# 78 "openmp.f90" 3
  if (tri_h16 /= 0 .or. tri_r(1,17) /= 0) call tri_end_loop(tri_r(1,17), tri_h16, tri_n16)
# 79 "openmp.f90"
  !$omp end critical
  call orphaned(n, a)
  !$omp end parallel
  !$omp parallel workshare
  a = a + 1
  !$omp end parallel workshare
  !$omp parallel num_threads(2) &
# 85 "openmp.f90" 3
!$omp shared(tri_r) &
# 85 "openmp.f90" 3
!$omp private(tri_h17, tri_n17, tri_h18, tri_n18)
# 86 "openmp.f90"
  !$omp single
# 87 "openmp.f90" 3
  tri_h17 = 0; if (tri_r(1,18) /= 0) call tri_enter(tri_r(1,18), tri_h17); tri_n17 = 3
# 87 "openmp.f90"
  do i = 1, 3                                                != L 1 3 3 3 D
    !$omp task firstprivate(i) default(none) shared(found) &
# 88 "openmp.f90" 3
!$omp shared(tri_r) &
# 88 "openmp.f90" 3
!$omp private(tri_h18, tri_n18)
# 89 "openmp.f90" 3
  tri_h18 = 0; if (tri_r(1,19) /= 0 .and. tri_r(1,19) /= 2) call tri_enter(tri_r(1,19), tri_h18); tri_n18 = i
# 89 "openmp.f90" 3
  if (tri_n18 < 0) tri_n18 = 0
# 89 "openmp.f90"
    do j = 1, i                                              != L 3 6 1 3 D
      found(i) = j
    end do
# 91 "openmp.f90" 3
  if (tri_h18 /= 0 .or. tri_r(1,19) /= 0) call tri_end_loop(tri_r(1,19), tri_h18, tri_n18)
# 92 "openmp.f90"
    !$omp end task
  end do
# 93 "openmp.f90" 3
  if (tri_h17 /= 0) call tri_leave_loop(tri_h17, tri_n17)
# 94 "openmp.f90"
  !$omp end single
  !$omp end parallel
# 96 "openmp.f90" 3
  tri_h19 = 0; if (tri_r(1,20) /= 0) call tri_enter(tri_r(1,20), tri_h19); tri_n19 = n; if (tri_n19 < 0) tri_n19 = 0
# 96 "openmp.f90"
  !$omp simd
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
    do j = 1, 2                                              !- simd
      a(i) = a(i) + 1
    end do
  end do
# 102 "openmp.f90" 3
  if (tri_h19 /= 0) call tri_leave_loop(tri_h19, tri_n19)
# 103 "openmp.f90" 3
  tri_h21 = 0; if (tri_r(1,22) /= 0) call tri_enter(tri_r(1,22), tri_h21); tri_n21 = n; if (tri_n21 < 0) tri_n21 = 0
# 103 "openmp.f90"
  !$omp parallel do simd num_threads(2)
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
  end do
# 106 "openmp.f90" 3
  if (tri_h21 /= 0) call tri_leave_loop(tri_h21, tri_n21)
# 107 "openmp.f90" 3
  tri_h22 = 0; if (tri_r(1,23) /= 0) call tri_enter(tri_r(1,23), tri_h22); tri_n22 = n; if (tri_n22 < 0) tri_n22 = 0
# 107 "openmp.f90"
  !$omp taskloop
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
  end do
  !$omp end taskloop
# 111 "openmp.f90" 3
  if (tri_h22 /= 0) call tri_leave_loop(tri_h22, tri_n22)
# 112 "openmp.f90" 3
  tri_h23 = 0; if (tri_r(1,24) /= 0) call tri_enter(tri_r(1,24), tri_h23); tri_n23 = n; if (tri_n23 < 0) tri_n23 = 0
# 112 "openmp.f90"
  !$omp target teams distribute parallel do
  do i = 1, n                                                != L 1 8 8 8 D
    do j = 1, 2                                              !- another device
      a(i) = a(i)*2
    end do
  end do
# 117 "openmp.f90" 3
  if (tri_h23 /= 0) call tri_leave_loop(tri_h23, tri_n23)
# 118 "openmp.f90"
  !$omp target
  do i = 1, n                                                !- another device
    a(i) = a(i)*2
  end do
  !$omp end target
# 123 "openmp.f90" 3
  tri_h26 = 0; if (tri_r(1,27) /= 0) call tri_enter(tri_r(1,27), tri_h26); tri_n26 = 3
# 123 "openmp.f90"
  !$omp parallel do ordered num_threads(2) &
# 123 "openmp.f90" 3
!$omp shared(tri_r) &
# 123 "openmp.f90" 3
!$omp private(tri_h27)
# 124 "openmp.f90"
  do i = 1, 3                                                != L 1 3 3 3 D
    !$omp ordered
# 126 "openmp.f90" 3
  tri_h27 = 0; if (tri_r(1,28) /= 0) call tri_enter(tri_r(1,28), tri_h27)
# 126 "openmp.f90"
    write(*, *) i                                            != IO 3 6
# 126 "openmp.f90" 3
  if (tri_h27 /= 0) call tri_leave_io(tri_h27, 6_8)
# 127 "openmp.f90"
    !$omp end ordered
  end do
# 128 "openmp.f90" 3
  if (tri_h26 /= 0) call tri_leave_loop(tri_h26, tri_n26)
# 129 "openmp.f90"
  !$omp atomic
  total = total + 1
# 131 "openmp.f90" 3
  tri_h28 = 0; if (tri_r(1,29) /= 0 .and. tri_r(1,29) /= 2) call tri_enter(tri_r(1,29), tri_h28); tri_n28 = 2
# 131 "openmp.f90"
  !$ do i = 1, 2; total = total + 1; end do                  != L 1 2 2 2 D
# 131 "openmp.f90" 3
  if (tri_h28 /= 0 .or. tri_r(1,29) /= 0) call tri_end_loop(tri_r(1,29), tri_h28, tri_n28)
# 132 "openmp.f90" 3
  tri_h29 = 0; if (tri_r(1,30) /= 0 .and. tri_r(1,30) /= 2) call tri_enter(tri_r(1,30), tri_h29); tri_n29 = n
# 132 "openmp.f90" 3
  if (tri_n29 < 0) tri_n29 = 0
# 132 "openmp.f90"
  !GCC$ unroll 2
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = 0
  end do
# 135 "openmp.f90" 3
  if (tri_h29 /= 0 .or. tri_r(1,30) /= 0) call tri_end_loop(tri_r(1,30), tri_h29, tri_n29)
# 136 "openmp.f90"
  !$omp parallel num_threads(2) private(ios)
  do i = 1, 2                                                !- a jump leaves it
    open(50 + i, file='missing/x', status='old', err=10)     !- a jump leaves it
  end do
10 continue
  !$omp end parallel
# 142 "openmp.f90" 3
  tri_h32 = 0; if (tri_r(1,33) /= 0) call tri_enter(tri_r(1,33), tri_h32)
# 142 "openmp.f90"
  print *, total, sum(found)                                 != IO 1 6
# 142 "openmp.f90" 3
  if (tri_h32 /= 0) call tri_leave_io(tri_h32, 6_8)
# 143 "openmp.f90" 3
  if (tri_h4 /= 0) call tri_leave(tri_h4)
# 143 "openmp.f90"
end program
