# 1 "once.f90"
! Routines whose loops are visited at most once in a visit, and loops in a nest of which only the visits are counted.
program once                                                               != R 1
  implicit none
# 3 "once.f90" 3
  include 'triptych/probes.inc'
# 3 "once.f90" 3
  include 'triptych/units.inc'
# 3 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2
# 4 "once.f90"
  real :: a(8)
  integer :: k
# 6 "once.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 6 "once.f90"
  a = 1
# 7 "once.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1); tri_n1 = 6
# 7 "once.f90"
  do k = 0, 5                                                              != L 1 6 6 6 D
    call unrolled(k, a)
    call again(k, a)
    call left(k, a)
    call picked(k, a)
    call alone(k, a)
    call inside(k, a)
  end do
# 14 "once.f90" 3
  if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 15 "once.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 15 "once.f90"
  print '(8f8.2)', a                                                       != IO 1 6
# 15 "once.f90" 3
  if (tri_h2 /= 0) call tri_leave_io(tri_h2, 6_8)
# 16 "once.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 16 "once.f90"
end program

subroutine unrolled(n, a)                                                  != R 6
  implicit none
# 19 "once.f90" 3
  include 'triptych/probes.inc'
# 19 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n4, tri_n5, tri_a
# 20 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, m
# 23 "once.f90" 3
  if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) then; call tri_t3_unrolled(n,a); return; end if; tri_n4 = -1; tri_n5 = -1
# 23 "once.f90"
  if (n == 0) then
# 23 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 23 "once.f90"
              return
# 23 "once.f90" 3
  end if
# 24 "once.f90"
  m = mod(n, 2)
  if (m /= 0) then
# 26 "once.f90" 3
  tri_n4 = m; if (tri_n4 < 0) tri_n4 = 0
# 26 "once.f90"
    do i = 1, m                                                            != L 3 3 1 1 D
      a(i) = a(i) + 1
    end do
    if (n < 2) then
# 29 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 29 "once.f90"
               return
# 29 "once.f90" 3
  end if
# 30 "once.f90"
  end if
# 31 "once.f90" 3
  tri_a = m+1; tri_n5 = n; tri_n5 = tri_n5 - tri_a; if (tri_n5 < 0) tri_n5 = -2; tri_n5 = (tri_n5 + 2) / 2
# 31 "once.f90"
  do i = m + 1, n, 2                                                       != L 4 6 1 2 D
    a(i) = a(i) + 1
    a(i + 1) = a(i + 1) + 2
  end do
# 35 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 35 "once.f90"
end subroutine
# 18 "once.f90" 3
subroutine tri_t3_unrolled(n, a)                                                  != R 6
  implicit none
# 19 "once.f90" 3
  include 'triptych/probes.inc'
# 19 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3, tri_l3, tri_i4, tri_t4, tri_j4
# 19 "once.f90" 3
  integer(8) :: tri_k4, tri_i5, tri_t5, tri_j5, tri_k5; integer(8) :: tri_x4, tri_x5, tri_v(8), tri_h4, tri_n4
# 19 "once.f90" 3
  integer(8) :: tri_h5, tri_n5, tri_a
# 20 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, m
# 23 "once.f90" 3
  tri_h3 = 0; tri_l3 = 0; if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call tri_nest(tri_r(1,4), tri_h3, tri_l3); tri_i4 = 0
# 23 "once.f90" 3
  tri_t4 = 0; tri_j4 = 9223372036854775807_8; tri_k4 = 0; tri_i5 = 0; tri_t5 = 0; tri_j5 = 9223372036854775807_8; tri_k5 = 0
# 23 "once.f90" 3
  if (tri_l3 /= 0) then; tri_x4 = tri_salt(tri_h3); tri_x5 = tri_salt(tri_h3); end if
# 23 "once.f90" 3
  if (n == 0) then
# 23 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 23 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 23 "once.f90" 3
  end if
# 23 "once.f90" 3
              return
# 23 "once.f90" 3
  end if
# 24 "once.f90" 3
  m = mod(n, 2)
  if (m /= 0) then
# 26 "once.f90" 3
  tri_h4 = 0; if (tri_l3 /= 0) then; if (tri_r(1,5) == 2) then; if (tri_r(3,5) /= 0) then; tri_x4 = tri_x4 + 2654435769_8
# 26 "once.f90" 3
  if (tri_x4 > 4294967295_8) tri_x4 = tri_x4 - 4294967296_8; if (tri_x4 < tri_r(3,5)) call tri_sampled(tri_r(1,5), tri_h4); end if
# 26 "once.f90" 3
  else if (tri_r(1,5) /= 0) then; call tri_open(tri_r(1,5), tri_h4); end if; end if; tri_n4 = m; if (tri_n4 < 0) tri_n4 = 0
# 26 "once.f90" 3
    do i = 1, m                                                            != L 3 3 1 1 D
      a(i) = a(i) + 1
    end do
# 28 "once.f90" 3
  if (tri_h4 /= 0) then; call tri_leave_loop(tri_h4, tri_n4); else; tri_i4 = tri_i4 + 1; tri_t4 = tri_t4 + tri_n4
# 28 "once.f90" 3
  if (tri_n4 < tri_j4) tri_j4 = tri_n4; if (tri_n4 > tri_k4) tri_k4 = tri_n4; end if
# 29 "once.f90" 3
    if (n < 2) then
# 29 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 29 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 29 "once.f90" 3
  end if
# 29 "once.f90" 3
               return
# 29 "once.f90" 3
  end if
# 30 "once.f90" 3
  end if
# 31 "once.f90" 3
  tri_h5 = 0; if (tri_l3 /= 0) then; if (tri_r(1,6) == 2) then; if (tri_r(3,6) /= 0) then; tri_x5 = tri_x5 + 2654435769_8
# 31 "once.f90" 3
  if (tri_x5 > 4294967295_8) tri_x5 = tri_x5 - 4294967296_8; if (tri_x5 < tri_r(3,6)) call tri_sampled(tri_r(1,6), tri_h5); end if
# 31 "once.f90" 3
  else if (tri_r(1,6) /= 0) then; call tri_open(tri_r(1,6), tri_h5); end if; end if; tri_a = m+1; tri_n5 = n
# 31 "once.f90" 3
  tri_n5 = tri_n5 - tri_a; if (tri_n5 < 0) tri_n5 = -2; tri_n5 = (tri_n5 + 2) / 2
# 31 "once.f90" 3
  do i = m + 1, n, 2                                                       != L 4 6 1 2 D
    a(i) = a(i) + 1
    a(i + 1) = a(i + 1) + 2
  end do
# 34 "once.f90" 3
  if (tri_h5 /= 0) then; call tri_leave_loop(tri_h5, tri_n5); else; tri_i5 = tri_i5 + 1; tri_t5 = tri_t5 + tri_n5
# 34 "once.f90" 3
  if (tri_n5 < tri_j5) tri_j5 = tri_n5; if (tri_n5 > tri_k5) tri_k5 = tri_n5; end if
# 35 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 35 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 35 "once.f90" 3
  end if
# 35 "once.f90" 3
end subroutine
# 36 "once.f90"

! A jump leads back to the first loop: it is visited more than once.
subroutine again(n, a)                                                     != R 6
  implicit none
# 39 "once.f90" 3
  include 'triptych/probes.inc'
# 39 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_i7, tri_t7, tri_j7, tri_k7, tri_i8
# 39 "once.f90" 3
  integer(8) :: tri_t8, tri_j8, tri_k8, tri_n7, tri_n8; integer(8) :: tri_v(8)
# 40 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, round
# 43 "once.f90" 3
  if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) then; call tri_t6_again(n,a); return; end if; tri_i7 = 0; tri_t7 = 0
# 43 "once.f90" 3
  tri_j7 = 9223372036854775807_8; tri_k7 = 0; tri_i8 = 0; tri_t8 = 0; tri_j8 = 9223372036854775807_8; tri_k8 = 0
# 43 "once.f90"
  round = 0
10 round = round + 1
  if (n > 1) then
# 46 "once.f90" 3
  tri_n7 = n; if (tri_n7 < 0) tri_n7 = 0
# 46 "once.f90"
    do i = 1, n                                                            != L 12 42 2 5 D
      a(i) = a(i) + 1
    end do
# 48 "once.f90" 3
  tri_i7 = tri_i7 + 1; tri_t7 = tri_t7 + tri_n7; if (tri_n7 < tri_j7) tri_j7 = tri_n7; if (tri_n7 > tri_k7) tri_k7 = tri_n7
# 49 "once.f90"
  end if
  if (round < 3) goto 10
  if (n > 3) then
# 52 "once.f90" 3
  tri_n8 = n; if (tri_n8 < 4) tri_n8 = 4 - 1; tri_n8 = tri_n8 - 4 + 1
# 52 "once.f90"
    do i = 4, n                                                            != L 2 3 1 2 D
      a(i) = a(i) - 1
    end do
# 54 "once.f90" 3
  tri_i8 = tri_i8 + 1; tri_t8 = tri_t8 + tri_n8; if (tri_n8 < tri_j8) tri_j8 = tri_n8; if (tri_n8 > tri_k8) tri_k8 = tri_n8
# 55 "once.f90"
  end if
# 56 "once.f90" 3
  if (tri_r(1,7) /= 0) then; tri_v(1) = tri_i7; tri_v(2) = tri_t7; tri_v(3) = tri_i8; tri_v(4) = tri_t8; tri_v(5) = tri_j7
# 56 "once.f90" 3
  tri_v(6) = tri_k7; tri_v(7) = tri_j8; tri_v(8) = tri_k8; call tri_count_nest(tri_r(1,7), -1_8, tri_v); end if
# 56 "once.f90"
end subroutine
# 38 "once.f90" 3
subroutine tri_t6_again(n, a)                                                     != R 6
  implicit none
# 39 "once.f90" 3
  include 'triptych/probes.inc'
# 39 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h6, tri_l6, tri_i7, tri_t7, tri_j7
# 39 "once.f90" 3
  integer(8) :: tri_k7, tri_i8, tri_t8, tri_j8, tri_k8; integer(8) :: tri_x7, tri_x8, tri_h7, tri_n7, tri_h8
# 39 "once.f90" 3
  integer(8) :: tri_n8, tri_v(8)
# 40 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, round
# 43 "once.f90" 3
  tri_h6 = 0; tri_l6 = 0; if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call tri_nest(tri_r(1,7), tri_h6, tri_l6); tri_i7 = 0
# 43 "once.f90" 3
  tri_t7 = 0; tri_j7 = 9223372036854775807_8; tri_k7 = 0; tri_i8 = 0; tri_t8 = 0; tri_j8 = 9223372036854775807_8; tri_k8 = 0
# 43 "once.f90" 3
  if (tri_l6 /= 0) then; tri_x7 = tri_salt(tri_h6); tri_x8 = tri_salt(tri_h6); end if
# 43 "once.f90" 3
  round = 0
10 round = round + 1
  if (n > 1) then
# 46 "once.f90" 3
  tri_h7 = 0; if (tri_l6 /= 0) then; if (tri_r(1,8) == 2) then; if (tri_r(3,8) /= 0) then; tri_x7 = tri_x7 + 2654435769_8
# 46 "once.f90" 3
  if (tri_x7 > 4294967295_8) tri_x7 = tri_x7 - 4294967296_8; if (tri_x7 < tri_r(3,8)) call tri_sampled(tri_r(1,8), tri_h7); end if
# 46 "once.f90" 3
  else if (tri_r(1,8) /= 0) then; call tri_open(tri_r(1,8), tri_h7); end if; end if; tri_n7 = n; if (tri_n7 < 0) tri_n7 = 0
# 46 "once.f90" 3
    do i = 1, n                                                            != L 12 42 2 5 D
      a(i) = a(i) + 1
    end do
# 48 "once.f90" 3
  if (tri_h7 /= 0) then; call tri_leave_loop(tri_h7, tri_n7); else; tri_i7 = tri_i7 + 1; tri_t7 = tri_t7 + tri_n7
# 48 "once.f90" 3
  if (tri_n7 < tri_j7) tri_j7 = tri_n7; if (tri_n7 > tri_k7) tri_k7 = tri_n7; end if
# 49 "once.f90" 3
  end if
  if (round < 3) goto 10
  if (n > 3) then
# 52 "once.f90" 3
  tri_h8 = 0; if (tri_l6 /= 0) then; if (tri_r(1,9) == 2) then; if (tri_r(3,9) /= 0) then; tri_x8 = tri_x8 + 2654435769_8
# 52 "once.f90" 3
  if (tri_x8 > 4294967295_8) tri_x8 = tri_x8 - 4294967296_8; if (tri_x8 < tri_r(3,9)) call tri_sampled(tri_r(1,9), tri_h8); end if
# 52 "once.f90" 3
  else if (tri_r(1,9) /= 0) then; call tri_open(tri_r(1,9), tri_h8); end if; end if; tri_n8 = n; if (tri_n8 < 4) tri_n8 = 4 - 1
# 52 "once.f90" 3
  tri_n8 = tri_n8 - 4 + 1
# 52 "once.f90" 3
    do i = 4, n                                                            != L 2 3 1 2 D
      a(i) = a(i) - 1
    end do
# 54 "once.f90" 3
  if (tri_h8 /= 0) then; call tri_leave_loop(tri_h8, tri_n8); else; tri_i8 = tri_i8 + 1; tri_t8 = tri_t8 + tri_n8
# 54 "once.f90" 3
  if (tri_n8 < tri_j8) tri_j8 = tri_n8; if (tri_n8 > tri_k8) tri_k8 = tri_n8; end if
# 55 "once.f90" 3
  end if
# 56 "once.f90" 3
  if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) then; tri_v(1) = tri_i7; tri_v(2) = tri_t7; tri_v(3) = tri_i8; tri_v(4) = tri_t8
# 56 "once.f90" 3
  tri_v(5) = tri_j7; tri_v(6) = tri_k7; tri_v(7) = tri_j8; tri_v(8) = tri_k8; call tri_end_nest(tri_r(1,7), tri_h6, -1_8, tri_v)
# 56 "once.f90" 3
  end if
# 56 "once.f90" 3
end subroutine
# 57 "once.f90"

subroutine left(n, a)                                                      != R 6
  implicit none
# 59 "once.f90" 3
  include 'triptych/probes.inc'
# 59 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n10, tri_n11, tri_n12
# 60 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 63 "once.f90" 3
  if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) then; call tri_t9_left(n,a); return; end if; tri_n10 = -1; tri_n11 = -1
# 63 "once.f90" 3
  tri_n12 = -1
# 63 "once.f90"
  if (n > 0) then
# 64 "once.f90" 3
  tri_n10 = 0
# 64 "once.f90"
    do i = 1, 8                                                            != L 5 15 1 5 U
# 64 "once.f90" 3
  tri_n10 = tri_n10 + 1
# 65 "once.f90"
      a(i) = a(i) + 1
      if (i == n) exit
    end do
  end if
  if (n < 4) then
# 70 "once.f90" 3
  tri_n11 = 0
# 70 "once.f90"
    do i = 1, 8                                                            != L 4 10 1 4 U
# 70 "once.f90" 3
  tri_n11 = tri_n11 + 1
# 71 "once.f90"
      if (i > n) then
# 71 "once.f90" 3
  if (tri_r(1,10) /= 0) then; call tri_count_once3(tri_r(1,10), tri_n10, tri_n11, tri_n12); end if
# 71 "once.f90"
                 return
# 71 "once.f90" 3
  end if
# 72 "once.f90"
      a(i) = a(i) - 1
    end do
  end if
# 75 "once.f90" 3
  tri_n12 = -n; if (tri_n12 < 0) tri_n12 = 0
# 75 "once.f90"
  do i = 1, -n                                                             != L 2 0 0 0 D
    a(i) = 0
  end do
# 78 "once.f90" 3
  if (tri_r(1,10) /= 0) then; call tri_count_once3(tri_r(1,10), tri_n10, tri_n11, tri_n12); end if
# 78 "once.f90"
end subroutine
# 58 "once.f90" 3
subroutine tri_t9_left(n, a)                                                      != R 6
  implicit none
# 59 "once.f90" 3
  include 'triptych/probes.inc'
# 59 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h9, tri_l9, tri_i10, tri_t10, tri_j10
# 59 "once.f90" 3
  integer(8) :: tri_k10, tri_i11, tri_t11, tri_j11, tri_k11; integer(8) :: tri_i12, tri_t12, tri_j12, tri_k12, tri_x10
# 59 "once.f90" 3
  integer(8) :: tri_x11, tri_x12, tri_h10, tri_n10, tri_h11; integer(8) :: tri_n11, tri_v(12), tri_h12, tri_n12
# 60 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 63 "once.f90" 3
  tri_h9 = 0; tri_l9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_nest(tri_r(1,10), tri_h9, tri_l9); tri_i10 = 0
# 63 "once.f90" 3
  tri_t10 = 0; tri_j10 = 9223372036854775807_8; tri_k10 = 0; tri_i11 = 0; tri_t11 = 0; tri_j11 = 9223372036854775807_8
# 63 "once.f90" 3
  tri_k11 = 0; tri_i12 = 0; tri_t12 = 0; tri_j12 = 9223372036854775807_8; tri_k12 = 0; if (tri_l9 /= 0) then
# 63 "once.f90" 3
  tri_x10 = tri_salt(tri_h9); tri_x11 = tri_salt(tri_h9); tri_x12 = tri_salt(tri_h9); end if
# 63 "once.f90" 3
  if (n > 0) then
# 64 "once.f90" 3
  tri_h10 = 0; if (tri_l9 /= 0) then; if (tri_r(1,11) == 2) then; if (tri_r(3,11) /= 0) then; tri_x10 = tri_x10 + 2654435769_8
# 64 "once.f90" 3
  if (tri_x10 > 4294967295_8) tri_x10 = tri_x10 - 4294967296_8; if (tri_x10 < tri_r(3,11)) call tri_sampled(tri_r(1,11), tri_h10)
# 64 "once.f90" 3
  end if; else if (tri_r(1,11) /= 0) then; call tri_open(tri_r(1,11), tri_h10); end if; end if; tri_n10 = 0
# 64 "once.f90" 3
    do i = 1, 8                                                            != L 5 15 1 5 U
# 64 "once.f90" 3
  tri_n10 = tri_n10 + 1
# 65 "once.f90" 3
      a(i) = a(i) + 1
      if (i == n) exit
    end do
# 67 "once.f90" 3
  if (tri_h10 /= 0) then; call tri_leave_loop(tri_h10, tri_n10); else; tri_i10 = tri_i10 + 1; tri_t10 = tri_t10 + tri_n10
# 67 "once.f90" 3
  if (tri_n10 < tri_j10) tri_j10 = tri_n10; if (tri_n10 > tri_k10) tri_k10 = tri_n10; end if
# 68 "once.f90" 3
  end if
  if (n < 4) then
# 70 "once.f90" 3
  tri_h11 = 0; if (tri_l9 /= 0) then; if (tri_r(1,12) == 2) then; if (tri_r(3,12) /= 0) then; tri_x11 = tri_x11 + 2654435769_8
# 70 "once.f90" 3
  if (tri_x11 > 4294967295_8) tri_x11 = tri_x11 - 4294967296_8; if (tri_x11 < tri_r(3,12)) call tri_sampled(tri_r(1,12), tri_h11)
# 70 "once.f90" 3
  end if; else if (tri_r(1,12) /= 0) then; call tri_open(tri_r(1,12), tri_h11); end if; end if; tri_n11 = 0
# 70 "once.f90" 3
    do i = 1, 8                                                            != L 4 10 1 4 U
# 70 "once.f90" 3
  tri_n11 = tri_n11 + 1
# 71 "once.f90" 3
      if (i > n) then
# 71 "once.f90" 3
  if (tri_h11 /= 0) then; call tri_leave_loop(tri_h11, tri_n11); else; tri_i11 = tri_i11 + 1; tri_t11 = tri_t11 + tri_n11
# 71 "once.f90" 3
  if (tri_n11 < tri_j11) tri_j11 = tri_n11; if (tri_n11 > tri_k11) tri_k11 = tri_n11; end if
# 71 "once.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_t11
# 71 "once.f90" 3
  tri_v(5) = tri_i12; tri_v(6) = tri_t12; tri_v(7) = tri_j10; tri_v(8) = tri_k10; tri_v(9) = tri_j11; tri_v(10) = tri_k11
# 71 "once.f90" 3
  tri_v(11) = tri_j12; tri_v(12) = tri_k12; call tri_end_nest(tri_r(1,10), tri_h9, -1_8, tri_v); end if
# 71 "once.f90" 3
                 return
# 71 "once.f90" 3
  end if
# 72 "once.f90" 3
      a(i) = a(i) - 1
    end do
# 73 "once.f90" 3
  if (tri_h11 /= 0) then; call tri_leave_loop(tri_h11, tri_n11); else; tri_i11 = tri_i11 + 1; tri_t11 = tri_t11 + tri_n11
# 73 "once.f90" 3
  if (tri_n11 < tri_j11) tri_j11 = tri_n11; if (tri_n11 > tri_k11) tri_k11 = tri_n11; end if
# 74 "once.f90" 3
  end if
# 75 "once.f90" 3
  tri_h12 = 0; if (tri_l9 /= 0) then; if (tri_r(1,13) == 2) then; if (tri_r(3,13) /= 0) then; tri_x12 = tri_x12 + 2654435769_8
# 75 "once.f90" 3
  if (tri_x12 > 4294967295_8) tri_x12 = tri_x12 - 4294967296_8; if (tri_x12 < tri_r(3,13)) call tri_sampled(tri_r(1,13), tri_h12)
# 75 "once.f90" 3
  end if; else if (tri_r(1,13) /= 0) then; call tri_open(tri_r(1,13), tri_h12); end if; end if; tri_n12 = -n
# 75 "once.f90" 3
  if (tri_n12 < 0) tri_n12 = 0
# 75 "once.f90" 3
  do i = 1, -n                                                             != L 2 0 0 0 D
    a(i) = 0
  end do
# 77 "once.f90" 3
  if (tri_h12 /= 0) then; call tri_leave_loop(tri_h12, tri_n12); else; tri_i12 = tri_i12 + 1; tri_t12 = tri_t12 + tri_n12
# 77 "once.f90" 3
  if (tri_n12 < tri_j12) tri_j12 = tri_n12; if (tri_n12 > tri_k12) tri_k12 = tri_n12; end if
# 78 "once.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_t11
# 78 "once.f90" 3
  tri_v(5) = tri_i12; tri_v(6) = tri_t12; tri_v(7) = tri_j10; tri_v(8) = tri_k10; tri_v(9) = tri_j11; tri_v(10) = tri_k11
# 78 "once.f90" 3
  tri_v(11) = tri_j12; tri_v(12) = tri_k12; call tri_end_nest(tri_r(1,10), tri_h9, -1_8, tri_v); end if
# 78 "once.f90" 3
end subroutine
# 79 "once.f90"

subroutine picked(n, a)                                                    != R 6
  implicit none
# 81 "once.f90" 3
  include 'triptych/probes.inc'
# 81 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_t14, tri_j14, tri_k14, tri_t15, tri_j15
# 81 "once.f90" 3
  integer(8) :: tri_k15, tri_i16, tri_t16, tri_j16, tri_k16; integer(8) :: tri_t17, tri_j17, tri_k17, tri_i18, tri_t18
# 81 "once.f90" 3
  integer(8) :: tri_j18, tri_k18, tri_t19, tri_j19, tri_k19; integer(8) :: tri_n14, tri_p16, tri_p18, tri_n17, tri_a
# 81 "once.f90" 3
  integer(8) :: tri_p15, tri_n15, tri_n16, tri_n18, tri_p19; integer(8) :: tri_n19, tri_v(20)
# 82 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, j, k, twice
# 85 "once.f90" 3
  if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) then; call tri_t13_picked(n,a); return; end if; tri_t14 = 0
# 85 "once.f90" 3
  tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0; tri_i16 = 0
# 85 "once.f90" 3
  tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0
# 85 "once.f90" 3
  tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8
# 85 "once.f90" 3
  tri_k19 = 0
# 85 "once.f90" 3
  tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; tri_p16 = 0; tri_p18 = 0
# 85 "once.f90"
  do twice = 1, n                                                          != L 6 15 0 5 D
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 90 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 90 "once.f90"
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 92 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 93 "once.f90"
        end do
# 93 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 94 "once.f90"
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 99 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 100 "once.f90"
      end if
    end do
  end do
# 102 "once.f90" 3
  tri_p15 = 0; if (tri_n14 > 0) then; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; tri_p15 = tri_n14 * tri_n15
# 102 "once.f90" 3
  tri_t15 = tri_t15 + tri_p15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 102 "once.f90" 3
  if (tri_p16 > 0) then; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; tri_i16 = tri_i16 + tri_p16; tri_p16 = tri_p16 * tri_n16
# 102 "once.f90" 3
  tri_t16 = tri_t16 + tri_p16; if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 102 "once.f90" 3
  if (tri_p18 > 0) then; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1; tri_i18 = tri_i18 + tri_p18
# 102 "once.f90" 3
  tri_p18 = tri_p18 * tri_n18; tri_t18 = tri_t18 + tri_p18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 102 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if; tri_p19 = 0; if (tri_p18 > 0) then; tri_n19 = n-2
# 102 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_p18 * tri_n19; tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19
# 102 "once.f90" 3
  if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if; tri_t14 = tri_t14 + tri_n14; if (tri_n14 < tri_j14) tri_j14 = tri_n14
# 102 "once.f90" 3
  if (tri_n14 > tri_k14) tri_k14 = tri_n14
# 103 "once.f90" 3
  if (tri_r(1,14) /= 0) then; tri_v(1) = tri_t14; tri_v(2) = tri_t15; tri_v(3) = tri_i16; tri_v(4) = tri_t16; tri_v(5) = tri_t17
# 103 "once.f90" 3
  tri_v(6) = tri_i18; tri_v(7) = tri_t18; tri_v(8) = tri_t19; tri_v(9) = tri_j14; tri_v(10) = tri_k14; tri_v(11) = tri_j15
# 103 "once.f90" 3
  tri_v(12) = tri_k15; tri_v(13) = tri_j16; tri_v(14) = tri_k16; tri_v(15) = tri_j17; tri_v(16) = tri_k17; tri_v(17) = tri_j18
# 103 "once.f90" 3
  tri_v(18) = tri_k18; tri_v(19) = tri_j19; tri_v(20) = tri_k19; call tri_count_nest(tri_r(1,14), -1_8, tri_v); end if
# 103 "once.f90"
end subroutine
# 80 "once.f90" 3
subroutine tri_t13_picked(n, a)                                                    != R 6
  implicit none
# 81 "once.f90" 3
  include 'triptych/probes.inc'
# 81 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h13, tri_l13, tri_t14, tri_j14, tri_k14
# 81 "once.f90" 3
  integer(8) :: tri_t15, tri_j15, tri_k15, tri_i16, tri_t16; integer(8) :: tri_j16, tri_k16, tri_t17, tri_j17, tri_k17
# 81 "once.f90" 3
  integer(8) :: tri_i18, tri_t18, tri_j18, tri_k18, tri_t19; integer(8) :: tri_j19, tri_k19, tri_x14, tri_h14, tri_l14
# 81 "once.f90" 3
  integer(8) :: tri_n14, tri_x15, tri_h15, tri_l15, tri_n15; integer(8) :: tri_x16, tri_x18, tri_h16, tri_l16, tri_n16
# 81 "once.f90" 3
  integer(8) :: tri_x17, tri_h17, tri_n17, tri_a, tri_v(20); integer(8) :: tri_h18, tri_l18, tri_n18, tri_x19, tri_h19
# 81 "once.f90" 3
  integer(8) :: tri_n19, tri_p19, tri_p16, tri_p18, tri_p15
# 82 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, j, k, twice
# 85 "once.f90" 3
  tri_h13 = 0; tri_l13 = 0; if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) call tri_nest(tri_r(1,14), tri_h13, tri_l13); tri_t14 = 0
# 85 "once.f90" 3
  tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0; tri_i16 = 0
# 85 "once.f90" 3
  tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0
# 85 "once.f90" 3
  tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8
# 85 "once.f90" 3
  tri_k19 = 0; if (tri_l13 /= 0) then; tri_x14 = tri_salt(tri_h13); end if
# 85 "once.f90" 3
  tri_h14 = 0; tri_l14 = 0; if (tri_l13 /= 0) then; if (tri_r(1,15) == 2) then; if (tri_r(3,15) /= 0) then
# 85 "once.f90" 3
  tri_x14 = tri_x14 + 2654435769_8; if (tri_x14 > 4294967295_8) tri_x14 = tri_x14 - 4294967296_8
# 85 "once.f90" 3
  if (tri_x14 < tri_r(3,15)) call tri_sampled_nest(tri_r(1,15), tri_h14, tri_l14); end if; else if (tri_r(1,15) /= 0) then
# 85 "once.f90" 3
  call tri_nest(tri_r(1,15), tri_h14, tri_l14); end if; end if; tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; if (tri_l14 /= 0) then
# 85 "once.f90" 3
  tri_x15 = tri_salt(tri_h14)
# 85 "once.f90" 3
  do twice = 1, n                                                          != L 6 15 0 5 D
# 86 "once.f90" 3
  tri_h15 = 0; tri_l15 = 0; if (tri_r(1,16) == 2) then; if (tri_r(3,16) /= 0) then; tri_x15 = tri_x15 + 2654435769_8
# 86 "once.f90" 3
  if (tri_x15 > 4294967295_8) tri_x15 = tri_x15 - 4294967296_8
# 86 "once.f90" 3
  if (tri_x15 < tri_r(3,16)) call tri_sampled_nest(tri_r(1,16), tri_h15, tri_l15); end if; else if (tri_r(1,16) /= 0) then
# 86 "once.f90" 3
  call tri_nest(tri_r(1,16), tri_h15, tri_l15); end if; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; if (tri_l15 /= 0) then
# 86 "once.f90" 3
  tri_x16 = tri_salt(tri_h15); tri_x18 = tri_salt(tri_h15)
# 86 "once.f90" 3
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
# 88 "once.f90" 3
  tri_h16 = 0; tri_l16 = 0; if (tri_r(1,17) == 2) then; if (tri_r(3,17) /= 0) then; tri_x16 = tri_x16 + 2654435769_8
# 88 "once.f90" 3
  if (tri_x16 > 4294967295_8) tri_x16 = tri_x16 - 4294967296_8
# 88 "once.f90" 3
  if (tri_x16 < tri_r(3,17)) call tri_sampled_nest(tri_r(1,17), tri_h16, tri_l16); end if; else if (tri_r(1,17) /= 0) then
# 88 "once.f90" 3
  call tri_nest(tri_r(1,17), tri_h16, tri_l16); end if; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; if (tri_l16 /= 0) then
# 88 "once.f90" 3
  tri_x17 = tri_salt(tri_h16)
# 88 "once.f90" 3
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 90 "once.f90" 3
  tri_h17 = 0; if (tri_r(1,18) == 2) then; if (tri_r(3,18) /= 0) then; tri_x17 = tri_x17 + 2654435769_8
# 90 "once.f90" 3
  if (tri_x17 > 4294967295_8) tri_x17 = tri_x17 - 4294967296_8; if (tri_x17 < tri_r(3,18)) call tri_sampled(tri_r(1,18), tri_h17)
# 90 "once.f90" 3
  end if; else if (tri_r(1,18) /= 0) then; call tri_open(tri_r(1,18), tri_h17); end if; tri_a = i; tri_n17 = n
# 90 "once.f90" 3
  if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 90 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 92 "once.f90" 3
  if (tri_h17 /= 0) then; call tri_leave_loop(tri_h17, tri_n17); else; tri_t17 = tri_t17 + tri_n17
# 92 "once.f90" 3
  if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17; end if
# 93 "once.f90" 3
        end do
# 93 "once.f90" 3
  else
# 88 "once.f90" 3
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 90 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 90 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 92 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 93 "once.f90" 3
        end do
# 93 "once.f90" 3
  end if; if (tri_h16 /= 0) then; tri_v(1) = tri_t17; tri_v(2) = tri_j17; tri_v(3) = tri_k17
# 93 "once.f90" 3
  call tri_leave_nest(tri_h16, tri_n16, tri_v); tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0; else
# 93 "once.f90" 3
  tri_i16 = tri_i16 + 1; tri_t16 = tri_t16 + tri_n16; if (tri_n16 < tri_j16) tri_j16 = tri_n16
# 93 "once.f90" 3
  if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 94 "once.f90" 3
      else if (j == 3) then
# 95 "once.f90" 3
  tri_h18 = 0; tri_l18 = 0; if (tri_r(1,19) == 2) then; if (tri_r(3,19) /= 0) then; tri_x18 = tri_x18 + 2654435769_8
# 95 "once.f90" 3
  if (tri_x18 > 4294967295_8) tri_x18 = tri_x18 - 4294967296_8
# 95 "once.f90" 3
  if (tri_x18 < tri_r(3,19)) call tri_sampled_nest(tri_r(1,19), tri_h18, tri_l18); end if; else if (tri_r(1,19) /= 0) then
# 95 "once.f90" 3
  call tri_nest(tri_r(1,19), tri_h18, tri_l18); end if; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1
# 95 "once.f90" 3
  if (tri_l18 /= 0) then; tri_x19 = tri_salt(tri_h18)
# 95 "once.f90" 3
        do i = 3, n                                                        != L 12 26 1 3 D
# 96 "once.f90" 3
  tri_h19 = 0; if (tri_r(1,20) == 2) then; if (tri_r(3,20) /= 0) then; tri_x19 = tri_x19 + 2654435769_8
# 96 "once.f90" 3
  if (tri_x19 > 4294967295_8) tri_x19 = tri_x19 - 4294967296_8; if (tri_x19 < tri_r(3,20)) call tri_sampled(tri_r(1,20), tri_h19)
# 96 "once.f90" 3
  end if; else if (tri_r(1,20) /= 0) then; call tri_open(tri_r(1,20), tri_h19); end if; tri_n19 = n-2
# 96 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0
# 96 "once.f90" 3
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
# 98 "once.f90" 3
  if (tri_h19 /= 0) then; call tri_leave_loop(tri_h19, tri_n19); else; tri_t19 = tri_t19 + tri_n19
# 98 "once.f90" 3
  if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 99 "once.f90" 3
        end do
# 99 "once.f90" 3
  else
# 95 "once.f90" 3
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 99 "once.f90" 3
  tri_p19 = 0; if (tri_n18 > 0) then; tri_n19 = n-2; if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_n18 * tri_n19
# 99 "once.f90" 3
  tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 100 "once.f90" 3
# 99 "once.f90" 3
  end if; if (tri_h18 /= 0) then; tri_v(1) = tri_t19; tri_v(2) = tri_j19; tri_v(3) = tri_k19
# 99 "once.f90" 3
  call tri_leave_nest(tri_h18, tri_n18, tri_v); tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; else
# 99 "once.f90" 3
  tri_i18 = tri_i18 + 1; tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 99 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 100 "once.f90" 3
      end if
    end do
# 101 "once.f90" 3
  else
# 86 "once.f90" 3
# 86 "once.f90" 3
  tri_p16 = 0; tri_p18 = 0
# 86 "once.f90" 3
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 90 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 90 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 92 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 93 "once.f90" 3
        end do
# 93 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 94 "once.f90" 3
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 99 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 100 "once.f90" 3
      end if
    end do
# 101 "once.f90" 3
  if (tri_p16 > 0) then; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; tri_i16 = tri_i16 + tri_p16; tri_p16 = tri_p16 * tri_n16
# 101 "once.f90" 3
  tri_t16 = tri_t16 + tri_p16; if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 101 "once.f90" 3
  if (tri_p18 > 0) then; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1; tri_i18 = tri_i18 + tri_p18
# 101 "once.f90" 3
  tri_p18 = tri_p18 * tri_n18; tri_t18 = tri_t18 + tri_p18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 101 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if; tri_p19 = 0; if (tri_p18 > 0) then; tri_n19 = n-2
# 101 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_p18 * tri_n19; tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19
# 101 "once.f90" 3
  if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 102 "once.f90" 3
# 101 "once.f90" 3
  end if; if (tri_h15 /= 0) then; tri_v(1) = tri_i16; tri_v(2) = tri_t16; tri_v(3) = tri_t17; tri_v(4) = tri_i18
# 101 "once.f90" 3
  tri_v(5) = tri_t18; tri_v(6) = tri_t19; tri_v(7) = tri_j16; tri_v(8) = tri_k16; tri_v(9) = tri_j17; tri_v(10) = tri_k17
# 101 "once.f90" 3
  tri_v(11) = tri_j18; tri_v(12) = tri_k18; tri_v(13) = tri_j19; tri_v(14) = tri_k19; call tri_leave_nest(tri_h15, tri_n15, tri_v)
# 101 "once.f90" 3
  tri_i16 = 0; tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8
# 101 "once.f90" 3
  tri_k17 = 0; tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0
# 101 "once.f90" 3
  tri_j19 = 9223372036854775807_8; tri_k19 = 0; else; tri_t15 = tri_t15 + tri_n15; if (tri_n15 < tri_j15) tri_j15 = tri_n15
# 101 "once.f90" 3
  if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 102 "once.f90" 3
  end do
# 102 "once.f90" 3
  else
# 85 "once.f90" 3
# 85 "once.f90" 3
  tri_p16 = 0; tri_p18 = 0
# 85 "once.f90" 3
  do twice = 1, n                                                          != L 6 15 0 5 D
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 90 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 90 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 92 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 93 "once.f90" 3
        end do
# 93 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 94 "once.f90" 3
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 99 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 100 "once.f90" 3
      end if
    end do
  end do
# 102 "once.f90" 3
  tri_p15 = 0; if (tri_n14 > 0) then; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; tri_p15 = tri_n14 * tri_n15
# 102 "once.f90" 3
  tri_t15 = tri_t15 + tri_p15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 102 "once.f90" 3
  if (tri_p16 > 0) then; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; tri_i16 = tri_i16 + tri_p16; tri_p16 = tri_p16 * tri_n16
# 102 "once.f90" 3
  tri_t16 = tri_t16 + tri_p16; if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 102 "once.f90" 3
  if (tri_p18 > 0) then; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1; tri_i18 = tri_i18 + tri_p18
# 102 "once.f90" 3
  tri_p18 = tri_p18 * tri_n18; tri_t18 = tri_t18 + tri_p18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 102 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if; tri_p19 = 0; if (tri_p18 > 0) then; tri_n19 = n-2
# 102 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_p18 * tri_n19; tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19
# 102 "once.f90" 3
  if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 103 "once.f90" 3
# 102 "once.f90" 3
  end if; if (tri_h14 /= 0) then; tri_v(1) = tri_t15; tri_v(2) = tri_i16; tri_v(3) = tri_t16; tri_v(4) = tri_t17
# 102 "once.f90" 3
  tri_v(5) = tri_i18; tri_v(6) = tri_t18; tri_v(7) = tri_t19; tri_v(8) = tri_j15; tri_v(9) = tri_k15; tri_v(10) = tri_j16
# 102 "once.f90" 3
  tri_v(11) = tri_k16; tri_v(12) = tri_j17; tri_v(13) = tri_k17; tri_v(14) = tri_j18; tri_v(15) = tri_k18; tri_v(16) = tri_j19
# 102 "once.f90" 3
  tri_v(17) = tri_k19; call tri_leave_nest(tri_h14, tri_n14, tri_v); tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0
# 102 "once.f90" 3
  tri_i16 = 0; tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8
# 102 "once.f90" 3
  tri_k17 = 0; tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0
# 102 "once.f90" 3
  tri_j19 = 9223372036854775807_8; tri_k19 = 0; else; tri_t14 = tri_t14 + tri_n14; if (tri_n14 < tri_j14) tri_j14 = tri_n14
# 102 "once.f90" 3
  if (tri_n14 > tri_k14) tri_k14 = tri_n14; end if
# 103 "once.f90" 3
  if (tri_h13 /= 0 .or. tri_r(1,14) /= 0) then; tri_v(1) = tri_t14; tri_v(2) = tri_t15; tri_v(3) = tri_i16; tri_v(4) = tri_t16
# 103 "once.f90" 3
  tri_v(5) = tri_t17; tri_v(6) = tri_i18; tri_v(7) = tri_t18; tri_v(8) = tri_t19; tri_v(9) = tri_j14; tri_v(10) = tri_k14
# 103 "once.f90" 3
  tri_v(11) = tri_j15; tri_v(12) = tri_k15; tri_v(13) = tri_j16; tri_v(14) = tri_k16; tri_v(15) = tri_j17; tri_v(16) = tri_k17
# 103 "once.f90" 3
  tri_v(17) = tri_j18; tri_v(18) = tri_k18; tri_v(19) = tri_j19; tri_v(20) = tri_k19
# 103 "once.f90" 3
  call tri_end_nest(tri_r(1,14), tri_h13, -1_8, tri_v); end if
# 103 "once.f90" 3
end subroutine
# 104 "once.f90"

subroutine alone(n, a)                                                     != R 6
  implicit none
# 106 "once.f90" 3
  include 'triptych/probes.inc'
# 106 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n21
# 107 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 110 "once.f90" 3
  if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) then; call tri_t20_alone(n,a); return; end if
# 110 "once.f90" 3
  tri_n21 = n; if (tri_n21 < 0) tri_n21 = 0
# 110 "once.f90"
  do i = 1, n                                                              != L 6 15 0 5 D
    a(i) = a(i) + 1
  end do
# 113 "once.f90" 3
  if (tri_r(1,21) /= 0) then; call tri_count_always(tri_r(1,21), tri_n21); end if
# 113 "once.f90"
end subroutine
# 105 "once.f90" 3
subroutine tri_t20_alone(n, a)                                                     != R 6
  implicit none
# 106 "once.f90" 3
  include 'triptych/probes.inc'
# 106 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h20, tri_l20, tri_t21, tri_j21, tri_k21
# 106 "once.f90" 3
  integer(8) :: tri_x21, tri_h21, tri_n21, tri_v(3)
# 107 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 110 "once.f90" 3
  tri_h20 = 0; tri_l20 = 0; if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) call tri_nest(tri_r(1,21), tri_h20, tri_l20); tri_t21 = 0
# 110 "once.f90" 3
  tri_j21 = 9223372036854775807_8; tri_k21 = 0; if (tri_l20 /= 0) then; tri_x21 = tri_salt(tri_h20); end if
# 110 "once.f90" 3
  tri_h21 = 0; if (tri_l20 /= 0) then; if (tri_r(1,22) == 2) then; if (tri_r(3,22) /= 0) then; tri_x21 = tri_x21 + 2654435769_8
# 110 "once.f90" 3
  if (tri_x21 > 4294967295_8) tri_x21 = tri_x21 - 4294967296_8; if (tri_x21 < tri_r(3,22)) call tri_sampled(tri_r(1,22), tri_h21)
# 110 "once.f90" 3
  end if; else if (tri_r(1,22) /= 0) then; call tri_open(tri_r(1,22), tri_h21); end if; end if; tri_n21 = n
# 110 "once.f90" 3
  if (tri_n21 < 0) tri_n21 = 0
# 110 "once.f90" 3
  do i = 1, n                                                              != L 6 15 0 5 D
    a(i) = a(i) + 1
  end do
# 112 "once.f90" 3
  if (tri_h21 /= 0) then; call tri_leave_loop(tri_h21, tri_n21); else; tri_t21 = tri_t21 + tri_n21
# 112 "once.f90" 3
  if (tri_n21 < tri_j21) tri_j21 = tri_n21; if (tri_n21 > tri_k21) tri_k21 = tri_n21; end if
# 113 "once.f90" 3
  if (tri_h20 /= 0 .or. tri_r(1,21) /= 0) then; tri_v(1) = tri_t21; tri_v(2) = tri_j21; tri_v(3) = tri_k21
# 113 "once.f90" 3
  call tri_end_nest(tri_r(1,21), tri_h20, -1_8, tri_v); end if
# 113 "once.f90" 3
end subroutine
# 114 "once.f90"

! Each loop is directly inside the one before, and has the same trips in each visit.
subroutine inside(n, a)                                                    != R 6
  implicit none
# 117 "once.f90" 3
  include 'triptych/probes.inc'
# 117 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_t23, tri_j23, tri_k23, tri_t24, tri_j24
# 117 "once.f90" 3
  integer(8) :: tri_k24, tri_t25, tri_j25, tri_k25, tri_n23; integer(8) :: tri_p24, tri_n24, tri_a, tri_p25, tri_n25
# 118 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, k, m
# 121 "once.f90" 3
  if (tri_r(1,23) /= 0 .and. tri_r(1,23) /= 2) then; call tri_t22_inside(n,a); return; end if; tri_t23 = 0
# 121 "once.f90" 3
  tri_j23 = 9223372036854775807_8; tri_k23 = 0; tri_t24 = 0; tri_j24 = 9223372036854775807_8; tri_k24 = 0; tri_t25 = 0
# 121 "once.f90" 3
  tri_j25 = 9223372036854775807_8; tri_k25 = 0
# 121 "once.f90" 3
  tri_n23 = n; if (tri_n23 < 0) tri_n23 = 0
# 121 "once.f90"
  do i = 1, n                                                              != L 6 15 0 5 D
    do k = n, 2, -1                                                        != L 15 40 0 4 D
      do m = 3, n                                                          != L 40 90 0 3 D
        a(m) = a(m) + 1
      end do
    end do
  end do
# 127 "once.f90" 3
  tri_p24 = 0; if (tri_n23 > 0) then; tri_a = n; tri_n24 = 2; if (tri_n24 > tri_a) tri_n24 = tri_a + 1
# 127 "once.f90" 3
  tri_n24 = tri_a - tri_n24 + 1; tri_p24 = tri_n23 * tri_n24; tri_t24 = tri_t24 + tri_p24
# 127 "once.f90" 3
  if (tri_n24 < tri_j24) tri_j24 = tri_n24; if (tri_n24 > tri_k24) tri_k24 = tri_n24; end if; tri_p25 = 0; if (tri_p24 > 0) then
# 127 "once.f90" 3
  tri_n25 = n; if (tri_n25 < 3) tri_n25 = 3 - 1; tri_n25 = tri_n25 - 3 + 1; tri_p25 = tri_p24 * tri_n25
# 127 "once.f90" 3
  tri_t25 = tri_t25 + tri_p25; if (tri_n25 < tri_j25) tri_j25 = tri_n25; if (tri_n25 > tri_k25) tri_k25 = tri_n25; end if
# 127 "once.f90" 3
  tri_t23 = tri_t23 + tri_n23; if (tri_n23 < tri_j23) tri_j23 = tri_n23; if (tri_n23 > tri_k23) tri_k23 = tri_n23
# 128 "once.f90" 3
  if (tri_r(1,23) /= 0) then; call tri_count_heads(tri_r(1,23), -1_8, tri_n23, tri_n24, tri_n25); end if
# 128 "once.f90"
end subroutine
# 116 "once.f90" 3
subroutine tri_t22_inside(n, a)                                                    != R 6
  implicit none
# 117 "once.f90" 3
  include 'triptych/probes.inc'
# 117 "once.f90" 3
  integer(4) :: tri_r(18,26); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h22, tri_l22, tri_t23, tri_j23, tri_k23
# 117 "once.f90" 3
  integer(8) :: tri_t24, tri_j24, tri_k24, tri_t25, tri_j25; integer(8) :: tri_k25, tri_x23, tri_h23, tri_l23, tri_n23
# 117 "once.f90" 3
  integer(8) :: tri_x24, tri_h24, tri_l24, tri_n24, tri_a; integer(8) :: tri_x25, tri_h25, tri_n25, tri_p25, tri_v(9)
# 117 "once.f90" 3
  integer(8) :: tri_p24
# 118 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, k, m
# 121 "once.f90" 3
  tri_h22 = 0; tri_l22 = 0; if (tri_r(1,23) /= 0 .and. tri_r(1,23) /= 2) call tri_nest(tri_r(1,23), tri_h22, tri_l22); tri_t23 = 0
# 121 "once.f90" 3
  tri_j23 = 9223372036854775807_8; tri_k23 = 0; tri_t24 = 0; tri_j24 = 9223372036854775807_8; tri_k24 = 0; tri_t25 = 0
# 121 "once.f90" 3
  tri_j25 = 9223372036854775807_8; tri_k25 = 0; if (tri_l22 /= 0) then; tri_x23 = tri_salt(tri_h22); end if
# 121 "once.f90" 3
  tri_h23 = 0; tri_l23 = 0; if (tri_l22 /= 0) then; if (tri_r(1,24) == 2) then; if (tri_r(3,24) /= 0) then
# 121 "once.f90" 3
  tri_x23 = tri_x23 + 2654435769_8; if (tri_x23 > 4294967295_8) tri_x23 = tri_x23 - 4294967296_8
# 121 "once.f90" 3
  if (tri_x23 < tri_r(3,24)) call tri_sampled_nest(tri_r(1,24), tri_h23, tri_l23); end if; else if (tri_r(1,24) /= 0) then
# 121 "once.f90" 3
  call tri_nest(tri_r(1,24), tri_h23, tri_l23); end if; end if; tri_n23 = n; if (tri_n23 < 0) tri_n23 = 0; if (tri_l23 /= 0) then
# 121 "once.f90" 3
  tri_x24 = tri_salt(tri_h23)
# 121 "once.f90" 3
  do i = 1, n                                                              != L 6 15 0 5 D
# 122 "once.f90" 3
  tri_h24 = 0; tri_l24 = 0; if (tri_r(1,25) == 2) then; if (tri_r(3,25) /= 0) then; tri_x24 = tri_x24 + 2654435769_8
# 122 "once.f90" 3
  if (tri_x24 > 4294967295_8) tri_x24 = tri_x24 - 4294967296_8
# 122 "once.f90" 3
  if (tri_x24 < tri_r(3,25)) call tri_sampled_nest(tri_r(1,25), tri_h24, tri_l24); end if; else if (tri_r(1,25) /= 0) then
# 122 "once.f90" 3
  call tri_nest(tri_r(1,25), tri_h24, tri_l24); end if; tri_a = n; tri_n24 = 2; if (tri_n24 > tri_a) tri_n24 = tri_a + 1
# 122 "once.f90" 3
  tri_n24 = tri_a - tri_n24 + 1; if (tri_l24 /= 0) then; tri_x25 = tri_salt(tri_h24)
# 122 "once.f90" 3
    do k = n, 2, -1                                                        != L 15 40 0 4 D
# 123 "once.f90" 3
  tri_h25 = 0; if (tri_r(1,26) == 2) then; if (tri_r(3,26) /= 0) then; tri_x25 = tri_x25 + 2654435769_8
# 123 "once.f90" 3
  if (tri_x25 > 4294967295_8) tri_x25 = tri_x25 - 4294967296_8; if (tri_x25 < tri_r(3,26)) call tri_sampled(tri_r(1,26), tri_h25)
# 123 "once.f90" 3
  end if; else if (tri_r(1,26) /= 0) then; call tri_open(tri_r(1,26), tri_h25); end if; tri_n25 = n
# 123 "once.f90" 3
  if (tri_n25 < 3) tri_n25 = 3 - 1; tri_n25 = tri_n25 - 3 + 1
# 123 "once.f90" 3
      do m = 3, n                                                          != L 40 90 0 3 D
        a(m) = a(m) + 1
      end do
# 125 "once.f90" 3
  if (tri_h25 /= 0) then; call tri_leave_loop(tri_h25, tri_n25); else; tri_t25 = tri_t25 + tri_n25
# 125 "once.f90" 3
  if (tri_n25 < tri_j25) tri_j25 = tri_n25; if (tri_n25 > tri_k25) tri_k25 = tri_n25; end if
# 126 "once.f90" 3
    end do
# 126 "once.f90" 3
  else
# 122 "once.f90" 3
    do k = n, 2, -1                                                        != L 15 40 0 4 D
      do m = 3, n                                                          != L 40 90 0 3 D
        a(m) = a(m) + 1
      end do
    end do
# 126 "once.f90" 3
  tri_p25 = 0; if (tri_n24 > 0) then; tri_n25 = n; if (tri_n25 < 3) tri_n25 = 3 - 1; tri_n25 = tri_n25 - 3 + 1
# 126 "once.f90" 3
  tri_p25 = tri_n24 * tri_n25; tri_t25 = tri_t25 + tri_p25; if (tri_n25 < tri_j25) tri_j25 = tri_n25
# 126 "once.f90" 3
  if (tri_n25 > tri_k25) tri_k25 = tri_n25; end if
# 127 "once.f90" 3
# 126 "once.f90" 3
  end if; if (tri_h24 /= 0) then; tri_v(1) = tri_t25; tri_v(2) = tri_j25; tri_v(3) = tri_k25
# 126 "once.f90" 3
  call tri_leave_nest(tri_h24, tri_n24, tri_v); tri_t25 = 0; tri_j25 = 9223372036854775807_8; tri_k25 = 0; else
# 126 "once.f90" 3
  tri_t24 = tri_t24 + tri_n24; if (tri_n24 < tri_j24) tri_j24 = tri_n24; if (tri_n24 > tri_k24) tri_k24 = tri_n24; end if
# 127 "once.f90" 3
  end do
# 127 "once.f90" 3
  else
# 121 "once.f90" 3
  do i = 1, n                                                              != L 6 15 0 5 D
    do k = n, 2, -1                                                        != L 15 40 0 4 D
      do m = 3, n                                                          != L 40 90 0 3 D
        a(m) = a(m) + 1
      end do
    end do
  end do
# 127 "once.f90" 3
  tri_p24 = 0; if (tri_n23 > 0) then; tri_a = n; tri_n24 = 2; if (tri_n24 > tri_a) tri_n24 = tri_a + 1
# 127 "once.f90" 3
  tri_n24 = tri_a - tri_n24 + 1; tri_p24 = tri_n23 * tri_n24; tri_t24 = tri_t24 + tri_p24
# 127 "once.f90" 3
  if (tri_n24 < tri_j24) tri_j24 = tri_n24; if (tri_n24 > tri_k24) tri_k24 = tri_n24; end if; tri_p25 = 0; if (tri_p24 > 0) then
# 127 "once.f90" 3
  tri_n25 = n; if (tri_n25 < 3) tri_n25 = 3 - 1; tri_n25 = tri_n25 - 3 + 1; tri_p25 = tri_p24 * tri_n25
# 127 "once.f90" 3
  tri_t25 = tri_t25 + tri_p25; if (tri_n25 < tri_j25) tri_j25 = tri_n25; if (tri_n25 > tri_k25) tri_k25 = tri_n25; end if
# 128 "once.f90" 3
# 127 "once.f90" 3
  end if; if (tri_h23 /= 0) then; tri_v(1) = tri_t24; tri_v(2) = tri_t25; tri_v(3) = tri_j24; tri_v(4) = tri_k24
# 127 "once.f90" 3
  tri_v(5) = tri_j25; tri_v(6) = tri_k25; call tri_leave_nest(tri_h23, tri_n23, tri_v); tri_t24 = 0
# 127 "once.f90" 3
  tri_j24 = 9223372036854775807_8; tri_k24 = 0; tri_t25 = 0; tri_j25 = 9223372036854775807_8; tri_k25 = 0; else
# 127 "once.f90" 3
  tri_t23 = tri_t23 + tri_n23; if (tri_n23 < tri_j23) tri_j23 = tri_n23; if (tri_n23 > tri_k23) tri_k23 = tri_n23; end if
# 128 "once.f90" 3
  if (tri_h22 /= 0 .or. tri_r(1,23) /= 0) then; tri_v(1) = tri_t23; tri_v(2) = tri_t24; tri_v(3) = tri_t25; tri_v(4) = tri_j23
# 128 "once.f90" 3
  tri_v(5) = tri_k23; tri_v(6) = tri_j24; tri_v(7) = tri_k24; tri_v(8) = tri_j25; tri_v(9) = tri_k25
# 128 "once.f90" 3
  call tri_end_nest(tri_r(1,23), tri_h22, -1_8, tri_v); end if
# 128 "once.f90" 3
end subroutine
# 129 "once.f90"
