# 1 "once.f90"
! Routines whose loops are visited at most once in a visit, and loops in a nest of which only the visits are counted.
program once                                                               != R 1
  implicit none
# 3 "once.f90" 3
  include 'triptych/probes.inc'
# 3 "once.f90" 3
  include 'triptych/units.inc'
# 3 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2
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
  end do
# 13 "once.f90" 3
  if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 14 "once.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 14 "once.f90"
  print '(8f8.2)', a                                                       != IO 1 6
# 14 "once.f90" 3
  if (tri_h2 /= 0) call tri_leave_io(tri_h2, 6_8)
# 15 "once.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 15 "once.f90"
end program

subroutine unrolled(n, a)                                                  != R 6
  implicit none
# 18 "once.f90" 3
  include 'triptych/probes.inc'
# 18 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n4, tri_n5, tri_a
# 19 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, m
# 22 "once.f90" 3
  if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) then; call tri_t3_unrolled(n,a); return; end if; tri_n4 = -1; tri_n5 = -1
# 22 "once.f90"
  if (n == 0) then
# 22 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 22 "once.f90"
              return
# 22 "once.f90" 3
  end if
# 23 "once.f90"
  m = mod(n, 2)
  if (m /= 0) then
# 25 "once.f90" 3
  tri_n4 = m; if (tri_n4 < 0) tri_n4 = 0
# 25 "once.f90"
    do i = 1, m                                                            != L 3 3 1 1 D
      a(i) = a(i) + 1
    end do
    if (n < 2) then
# 28 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 28 "once.f90"
               return
# 28 "once.f90" 3
  end if
# 29 "once.f90"
  end if
# 30 "once.f90" 3
  tri_a = m+1; tri_n5 = n; if (tri_n5 < tri_a) tri_n5 = tri_a - 2; tri_n5 = (tri_n5 - tri_a) / 2 + 1
# 30 "once.f90"
  do i = m + 1, n, 2                                                       != L 4 6 1 2 D
    a(i) = a(i) + 1
    a(i + 1) = a(i + 1) + 2
  end do
# 34 "once.f90" 3
  if (tri_r(1,4) /= 0) then; call tri_count_once2(tri_r(1,4), tri_n4, tri_n5); end if
# 34 "once.f90"
end subroutine
# 17 "once.f90" 3
subroutine tri_t3_unrolled(n, a)                                                  != R 6
  implicit none
# 18 "once.f90" 3
  include 'triptych/probes.inc'
# 18 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3, tri_l3, tri_i4, tri_t4, tri_j4
# 18 "once.f90" 3
  integer(8) :: tri_k4, tri_i5, tri_t5, tri_j5, tri_k5; integer(8) :: tri_x4, tri_x5, tri_v(8), tri_h4, tri_n4
# 18 "once.f90" 3
  integer(8) :: tri_h5, tri_n5, tri_a
# 19 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, m
# 22 "once.f90" 3
  tri_h3 = 0; tri_l3 = 0; if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call tri_nest(tri_r(1,4), tri_h3, tri_l3); tri_i4 = 0
# 22 "once.f90" 3
  tri_t4 = 0; tri_j4 = 9223372036854775807_8; tri_k4 = 0; tri_i5 = 0; tri_t5 = 0; tri_j5 = 9223372036854775807_8; tri_k5 = 0
# 22 "once.f90" 3
  if (tri_l3 /= 0) then; tri_x4 = tri_salt(tri_h3); tri_x5 = tri_salt(tri_h3); end if
# 22 "once.f90" 3
  if (n == 0) then
# 22 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 22 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 22 "once.f90" 3
  end if
# 22 "once.f90" 3
              return
# 22 "once.f90" 3
  end if
# 23 "once.f90" 3
  m = mod(n, 2)
  if (m /= 0) then
# 25 "once.f90" 3
  tri_h4 = 0; if (tri_l3 /= 0) then; if (tri_r(1,5) == 2) then; if (tri_r(3,5) /= 0) then; tri_x4 = tri_x4 + 2654435769_8
# 25 "once.f90" 3
  if (tri_x4 > 4294967295_8) tri_x4 = tri_x4 - 4294967296_8; if (tri_x4 < tri_r(3,5)) call tri_sampled(tri_r(1,5), tri_h4); end if
# 25 "once.f90" 3
  else if (tri_r(1,5) /= 0) then; call tri_open(tri_r(1,5), tri_h4); end if; end if; tri_n4 = m; if (tri_n4 < 0) tri_n4 = 0
# 25 "once.f90" 3
    do i = 1, m                                                            != L 3 3 1 1 D
      a(i) = a(i) + 1
    end do
# 27 "once.f90" 3
  if (tri_h4 /= 0) then; call tri_leave_loop(tri_h4, tri_n4); else; tri_i4 = tri_i4 + 1; tri_t4 = tri_t4 + tri_n4
# 27 "once.f90" 3
  if (tri_n4 < tri_j4) tri_j4 = tri_n4; if (tri_n4 > tri_k4) tri_k4 = tri_n4; end if
# 28 "once.f90" 3
    if (n < 2) then
# 28 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 28 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 28 "once.f90" 3
  end if
# 28 "once.f90" 3
               return
# 28 "once.f90" 3
  end if
# 29 "once.f90" 3
  end if
# 30 "once.f90" 3
  tri_h5 = 0; if (tri_l3 /= 0) then; if (tri_r(1,6) == 2) then; if (tri_r(3,6) /= 0) then; tri_x5 = tri_x5 + 2654435769_8
# 30 "once.f90" 3
  if (tri_x5 > 4294967295_8) tri_x5 = tri_x5 - 4294967296_8; if (tri_x5 < tri_r(3,6)) call tri_sampled(tri_r(1,6), tri_h5); end if
# 30 "once.f90" 3
  else if (tri_r(1,6) /= 0) then; call tri_open(tri_r(1,6), tri_h5); end if; end if; tri_a = m+1; tri_n5 = n
# 30 "once.f90" 3
  if (tri_n5 < tri_a) tri_n5 = tri_a - 2; tri_n5 = (tri_n5 - tri_a) / 2 + 1
# 30 "once.f90" 3
  do i = m + 1, n, 2                                                       != L 4 6 1 2 D
    a(i) = a(i) + 1
    a(i + 1) = a(i + 1) + 2
  end do
# 33 "once.f90" 3
  if (tri_h5 /= 0) then; call tri_leave_loop(tri_h5, tri_n5); else; tri_i5 = tri_i5 + 1; tri_t5 = tri_t5 + tri_n5
# 33 "once.f90" 3
  if (tri_n5 < tri_j5) tri_j5 = tri_n5; if (tri_n5 > tri_k5) tri_k5 = tri_n5; end if
# 34 "once.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) then; tri_v(1) = tri_i4; tri_v(2) = tri_t4; tri_v(3) = tri_i5; tri_v(4) = tri_t5
# 34 "once.f90" 3
  tri_v(5) = tri_j4; tri_v(6) = tri_k4; tri_v(7) = tri_j5; tri_v(8) = tri_k5; call tri_end_nest(tri_r(1,4), tri_h3, -1_8, tri_v)
# 34 "once.f90" 3
  end if
# 34 "once.f90" 3
end subroutine
# 35 "once.f90"

! A jump leads back to the first loop: it is visited more than once.
subroutine again(n, a)                                                     != R 6
  implicit none
# 38 "once.f90" 3
  include 'triptych/probes.inc'
# 38 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_i7, tri_t7, tri_j7, tri_k7, tri_i8
# 38 "once.f90" 3
  integer(8) :: tri_t8, tri_j8, tri_k8, tri_n7, tri_n8; integer(8) :: tri_v(8)
# 39 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, round
# 42 "once.f90" 3
  if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) then; call tri_t6_again(n,a); return; end if; tri_i7 = 0; tri_t7 = 0
# 42 "once.f90" 3
  tri_j7 = 9223372036854775807_8; tri_k7 = 0; tri_i8 = 0; tri_t8 = 0; tri_j8 = 9223372036854775807_8; tri_k8 = 0
# 42 "once.f90"
  round = 0
10 round = round + 1
  if (n > 1) then
# 45 "once.f90" 3
  tri_n7 = n; if (tri_n7 < 0) tri_n7 = 0
# 45 "once.f90"
    do i = 1, n                                                            != L 12 42 2 5 D
      a(i) = a(i) + 1
    end do
# 47 "once.f90" 3
  tri_i7 = tri_i7 + 1; tri_t7 = tri_t7 + tri_n7; if (tri_n7 < tri_j7) tri_j7 = tri_n7; if (tri_n7 > tri_k7) tri_k7 = tri_n7
# 48 "once.f90"
  end if
  if (round < 3) goto 10
  if (n > 3) then
# 51 "once.f90" 3
  tri_n8 = n; if (tri_n8 < 4) tri_n8 = 4 - 1; tri_n8 = tri_n8 - 4 + 1
# 51 "once.f90"
    do i = 4, n                                                            != L 2 3 1 2 D
      a(i) = a(i) - 1
    end do
# 53 "once.f90" 3
  tri_i8 = tri_i8 + 1; tri_t8 = tri_t8 + tri_n8; if (tri_n8 < tri_j8) tri_j8 = tri_n8; if (tri_n8 > tri_k8) tri_k8 = tri_n8
# 54 "once.f90"
  end if
# 55 "once.f90" 3
  if (tri_r(1,7) /= 0) then; tri_v(1) = tri_i7; tri_v(2) = tri_t7; tri_v(3) = tri_i8; tri_v(4) = tri_t8; tri_v(5) = tri_j7
# 55 "once.f90" 3
  tri_v(6) = tri_k7; tri_v(7) = tri_j8; tri_v(8) = tri_k8; call tri_count_nest(tri_r(1,7), -1_8, tri_v); end if
# 55 "once.f90"
end subroutine
# 37 "once.f90" 3
subroutine tri_t6_again(n, a)                                                     != R 6
  implicit none
# 38 "once.f90" 3
  include 'triptych/probes.inc'
# 38 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h6, tri_l6, tri_i7, tri_t7, tri_j7
# 38 "once.f90" 3
  integer(8) :: tri_k7, tri_i8, tri_t8, tri_j8, tri_k8; integer(8) :: tri_x7, tri_x8, tri_h7, tri_n7, tri_h8
# 38 "once.f90" 3
  integer(8) :: tri_n8, tri_v(8)
# 39 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, round
# 42 "once.f90" 3
  tri_h6 = 0; tri_l6 = 0; if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call tri_nest(tri_r(1,7), tri_h6, tri_l6); tri_i7 = 0
# 42 "once.f90" 3
  tri_t7 = 0; tri_j7 = 9223372036854775807_8; tri_k7 = 0; tri_i8 = 0; tri_t8 = 0; tri_j8 = 9223372036854775807_8; tri_k8 = 0
# 42 "once.f90" 3
  if (tri_l6 /= 0) then; tri_x7 = tri_salt(tri_h6); tri_x8 = tri_salt(tri_h6); end if
# 42 "once.f90" 3
  round = 0
10 round = round + 1
  if (n > 1) then
# 45 "once.f90" 3
  tri_h7 = 0; if (tri_l6 /= 0) then; if (tri_r(1,8) == 2) then; if (tri_r(3,8) /= 0) then; tri_x7 = tri_x7 + 2654435769_8
# 45 "once.f90" 3
  if (tri_x7 > 4294967295_8) tri_x7 = tri_x7 - 4294967296_8; if (tri_x7 < tri_r(3,8)) call tri_sampled(tri_r(1,8), tri_h7); end if
# 45 "once.f90" 3
  else if (tri_r(1,8) /= 0) then; call tri_open(tri_r(1,8), tri_h7); end if; end if; tri_n7 = n; if (tri_n7 < 0) tri_n7 = 0
# 45 "once.f90" 3
    do i = 1, n                                                            != L 12 42 2 5 D
      a(i) = a(i) + 1
    end do
# 47 "once.f90" 3
  if (tri_h7 /= 0) then; call tri_leave_loop(tri_h7, tri_n7); else; tri_i7 = tri_i7 + 1; tri_t7 = tri_t7 + tri_n7
# 47 "once.f90" 3
  if (tri_n7 < tri_j7) tri_j7 = tri_n7; if (tri_n7 > tri_k7) tri_k7 = tri_n7; end if
# 48 "once.f90" 3
  end if
  if (round < 3) goto 10
  if (n > 3) then
# 51 "once.f90" 3
  tri_h8 = 0; if (tri_l6 /= 0) then; if (tri_r(1,9) == 2) then; if (tri_r(3,9) /= 0) then; tri_x8 = tri_x8 + 2654435769_8
# 51 "once.f90" 3
  if (tri_x8 > 4294967295_8) tri_x8 = tri_x8 - 4294967296_8; if (tri_x8 < tri_r(3,9)) call tri_sampled(tri_r(1,9), tri_h8); end if
# 51 "once.f90" 3
  else if (tri_r(1,9) /= 0) then; call tri_open(tri_r(1,9), tri_h8); end if; end if; tri_n8 = n; if (tri_n8 < 4) tri_n8 = 4 - 1
# 51 "once.f90" 3
  tri_n8 = tri_n8 - 4 + 1
# 51 "once.f90" 3
    do i = 4, n                                                            != L 2 3 1 2 D
      a(i) = a(i) - 1
    end do
# 53 "once.f90" 3
  if (tri_h8 /= 0) then; call tri_leave_loop(tri_h8, tri_n8); else; tri_i8 = tri_i8 + 1; tri_t8 = tri_t8 + tri_n8
# 53 "once.f90" 3
  if (tri_n8 < tri_j8) tri_j8 = tri_n8; if (tri_n8 > tri_k8) tri_k8 = tri_n8; end if
# 54 "once.f90" 3
  end if
# 55 "once.f90" 3
  if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) then; tri_v(1) = tri_i7; tri_v(2) = tri_t7; tri_v(3) = tri_i8; tri_v(4) = tri_t8
# 55 "once.f90" 3
  tri_v(5) = tri_j7; tri_v(6) = tri_k7; tri_v(7) = tri_j8; tri_v(8) = tri_k8; call tri_end_nest(tri_r(1,7), tri_h6, -1_8, tri_v)
# 55 "once.f90" 3
  end if
# 55 "once.f90" 3
end subroutine
# 56 "once.f90"

subroutine left(n, a)                                                      != R 6
  implicit none
# 58 "once.f90" 3
  include 'triptych/probes.inc'
# 58 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n10, tri_n11, tri_n12
# 59 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 62 "once.f90" 3
  if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) then; call tri_t9_left(n,a); return; end if; tri_n10 = -1; tri_n11 = -1
# 62 "once.f90" 3
  tri_n12 = -1
# 62 "once.f90"
  if (n > 0) then
# 63 "once.f90" 3
  tri_n10 = 0
# 63 "once.f90"
    do i = 1, 8                                                            != L 5 15 1 5 U
# 63 "once.f90" 3
  tri_n10 = tri_n10 + 1
# 64 "once.f90"
      a(i) = a(i) + 1
      if (i == n) exit
    end do
  end if
  if (n < 4) then
# 69 "once.f90" 3
  tri_n11 = 0
# 69 "once.f90"
    do i = 1, 8                                                            != L 4 10 1 4 U
# 69 "once.f90" 3
  tri_n11 = tri_n11 + 1
# 70 "once.f90"
      if (i > n) then
# 70 "once.f90" 3
  if (tri_r(1,10) /= 0) then; call tri_count_once3(tri_r(1,10), tri_n10, tri_n11, tri_n12); end if
# 70 "once.f90"
                 return
# 70 "once.f90" 3
  end if
# 71 "once.f90"
      a(i) = a(i) - 1
    end do
  end if
# 74 "once.f90" 3
  tri_n12 = -n; if (tri_n12 < 0) tri_n12 = 0
# 74 "once.f90"
  do i = 1, -n                                                             != L 2 0 0 0 D
    a(i) = 0
  end do
# 77 "once.f90" 3
  if (tri_r(1,10) /= 0) then; call tri_count_once3(tri_r(1,10), tri_n10, tri_n11, tri_n12); end if
# 77 "once.f90"
end subroutine
# 57 "once.f90" 3
subroutine tri_t9_left(n, a)                                                      != R 6
  implicit none
# 58 "once.f90" 3
  include 'triptych/probes.inc'
# 58 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h9, tri_l9, tri_i10, tri_t10, tri_j10
# 58 "once.f90" 3
  integer(8) :: tri_k10, tri_i11, tri_t11, tri_j11, tri_k11; integer(8) :: tri_i12, tri_t12, tri_j12, tri_k12, tri_x10
# 58 "once.f90" 3
  integer(8) :: tri_x11, tri_x12, tri_h10, tri_n10, tri_h11; integer(8) :: tri_n11, tri_v(12), tri_h12, tri_n12
# 59 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 62 "once.f90" 3
  tri_h9 = 0; tri_l9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_nest(tri_r(1,10), tri_h9, tri_l9); tri_i10 = 0
# 62 "once.f90" 3
  tri_t10 = 0; tri_j10 = 9223372036854775807_8; tri_k10 = 0; tri_i11 = 0; tri_t11 = 0; tri_j11 = 9223372036854775807_8
# 62 "once.f90" 3
  tri_k11 = 0; tri_i12 = 0; tri_t12 = 0; tri_j12 = 9223372036854775807_8; tri_k12 = 0; if (tri_l9 /= 0) then
# 62 "once.f90" 3
  tri_x10 = tri_salt(tri_h9); tri_x11 = tri_salt(tri_h9); tri_x12 = tri_salt(tri_h9); end if
# 62 "once.f90" 3
  if (n > 0) then
# 63 "once.f90" 3
  tri_h10 = 0; if (tri_l9 /= 0) then; if (tri_r(1,11) == 2) then; if (tri_r(3,11) /= 0) then; tri_x10 = tri_x10 + 2654435769_8
# 63 "once.f90" 3
  if (tri_x10 > 4294967295_8) tri_x10 = tri_x10 - 4294967296_8; if (tri_x10 < tri_r(3,11)) call tri_sampled(tri_r(1,11), tri_h10)
# 63 "once.f90" 3
  end if; else if (tri_r(1,11) /= 0) then; call tri_open(tri_r(1,11), tri_h10); end if; end if; tri_n10 = 0
# 63 "once.f90" 3
    do i = 1, 8                                                            != L 5 15 1 5 U
# 63 "once.f90" 3
  tri_n10 = tri_n10 + 1
# 64 "once.f90" 3
      a(i) = a(i) + 1
      if (i == n) exit
    end do
# 66 "once.f90" 3
  if (tri_h10 /= 0) then; call tri_leave_loop(tri_h10, tri_n10); else; tri_i10 = tri_i10 + 1; tri_t10 = tri_t10 + tri_n10
# 66 "once.f90" 3
  if (tri_n10 < tri_j10) tri_j10 = tri_n10; if (tri_n10 > tri_k10) tri_k10 = tri_n10; end if
# 67 "once.f90" 3
  end if
  if (n < 4) then
# 69 "once.f90" 3
  tri_h11 = 0; if (tri_l9 /= 0) then; if (tri_r(1,12) == 2) then; if (tri_r(3,12) /= 0) then; tri_x11 = tri_x11 + 2654435769_8
# 69 "once.f90" 3
  if (tri_x11 > 4294967295_8) tri_x11 = tri_x11 - 4294967296_8; if (tri_x11 < tri_r(3,12)) call tri_sampled(tri_r(1,12), tri_h11)
# 69 "once.f90" 3
  end if; else if (tri_r(1,12) /= 0) then; call tri_open(tri_r(1,12), tri_h11); end if; end if; tri_n11 = 0
# 69 "once.f90" 3
    do i = 1, 8                                                            != L 4 10 1 4 U
# 69 "once.f90" 3
  tri_n11 = tri_n11 + 1
# 70 "once.f90" 3
      if (i > n) then
# 70 "once.f90" 3
  if (tri_h11 /= 0) then; call tri_leave_loop(tri_h11, tri_n11); else; tri_i11 = tri_i11 + 1; tri_t11 = tri_t11 + tri_n11
# 70 "once.f90" 3
  if (tri_n11 < tri_j11) tri_j11 = tri_n11; if (tri_n11 > tri_k11) tri_k11 = tri_n11; end if
# 70 "once.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_t11
# 70 "once.f90" 3
  tri_v(5) = tri_i12; tri_v(6) = tri_t12; tri_v(7) = tri_j10; tri_v(8) = tri_k10; tri_v(9) = tri_j11; tri_v(10) = tri_k11
# 70 "once.f90" 3
  tri_v(11) = tri_j12; tri_v(12) = tri_k12; call tri_end_nest(tri_r(1,10), tri_h9, -1_8, tri_v); end if
# 70 "once.f90" 3
                 return
# 70 "once.f90" 3
  end if
# 71 "once.f90" 3
      a(i) = a(i) - 1
    end do
# 72 "once.f90" 3
  if (tri_h11 /= 0) then; call tri_leave_loop(tri_h11, tri_n11); else; tri_i11 = tri_i11 + 1; tri_t11 = tri_t11 + tri_n11
# 72 "once.f90" 3
  if (tri_n11 < tri_j11) tri_j11 = tri_n11; if (tri_n11 > tri_k11) tri_k11 = tri_n11; end if
# 73 "once.f90" 3
  end if
# 74 "once.f90" 3
  tri_h12 = 0; if (tri_l9 /= 0) then; if (tri_r(1,13) == 2) then; if (tri_r(3,13) /= 0) then; tri_x12 = tri_x12 + 2654435769_8
# 74 "once.f90" 3
  if (tri_x12 > 4294967295_8) tri_x12 = tri_x12 - 4294967296_8; if (tri_x12 < tri_r(3,13)) call tri_sampled(tri_r(1,13), tri_h12)
# 74 "once.f90" 3
  end if; else if (tri_r(1,13) /= 0) then; call tri_open(tri_r(1,13), tri_h12); end if; end if; tri_n12 = -n
# 74 "once.f90" 3
  if (tri_n12 < 0) tri_n12 = 0
# 74 "once.f90" 3
  do i = 1, -n                                                             != L 2 0 0 0 D
    a(i) = 0
  end do
# 76 "once.f90" 3
  if (tri_h12 /= 0) then; call tri_leave_loop(tri_h12, tri_n12); else; tri_i12 = tri_i12 + 1; tri_t12 = tri_t12 + tri_n12
# 76 "once.f90" 3
  if (tri_n12 < tri_j12) tri_j12 = tri_n12; if (tri_n12 > tri_k12) tri_k12 = tri_n12; end if
# 77 "once.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_t11
# 77 "once.f90" 3
  tri_v(5) = tri_i12; tri_v(6) = tri_t12; tri_v(7) = tri_j10; tri_v(8) = tri_k10; tri_v(9) = tri_j11; tri_v(10) = tri_k11
# 77 "once.f90" 3
  tri_v(11) = tri_j12; tri_v(12) = tri_k12; call tri_end_nest(tri_r(1,10), tri_h9, -1_8, tri_v); end if
# 77 "once.f90" 3
end subroutine
# 78 "once.f90"

subroutine picked(n, a)                                                    != R 6
  implicit none
# 80 "once.f90" 3
  include 'triptych/probes.inc'
# 80 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_t14, tri_j14, tri_k14, tri_t15, tri_j15
# 80 "once.f90" 3
  integer(8) :: tri_k15, tri_i16, tri_t16, tri_j16, tri_k16; integer(8) :: tri_t17, tri_j17, tri_k17, tri_i18, tri_t18
# 80 "once.f90" 3
  integer(8) :: tri_j18, tri_k18, tri_t19, tri_j19, tri_k19; integer(8) :: tri_n14, tri_p16, tri_p18, tri_n17, tri_a
# 80 "once.f90" 3
  integer(8) :: tri_p15, tri_n15, tri_n16, tri_n18, tri_p19; integer(8) :: tri_n19, tri_v(20)
# 81 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, j, k, twice
# 84 "once.f90" 3
  if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) then; call tri_t13_picked(n,a); return; end if; tri_t14 = 0
# 84 "once.f90" 3
  tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0; tri_i16 = 0
# 84 "once.f90" 3
  tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0
# 84 "once.f90" 3
  tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8
# 84 "once.f90" 3
  tri_k19 = 0
# 84 "once.f90" 3
  tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; tri_p16 = 0; tri_p18 = 0
# 84 "once.f90"
  do twice = 1, n                                                          != L 6 15 0 5 D
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 89 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 89 "once.f90"
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 91 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 92 "once.f90"
        end do
# 92 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 93 "once.f90"
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 98 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 99 "once.f90"
      end if
    end do
  end do
# 101 "once.f90" 3
  tri_p15 = 0; if (tri_n14 > 0) then; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; tri_p15 = tri_n14 * tri_n15
# 101 "once.f90" 3
  tri_t15 = tri_t15 + tri_p15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
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
  if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if; tri_t14 = tri_t14 + tri_n14; if (tri_n14 < tri_j14) tri_j14 = tri_n14
# 101 "once.f90" 3
  if (tri_n14 > tri_k14) tri_k14 = tri_n14
# 102 "once.f90" 3
  if (tri_r(1,14) /= 0) then; tri_v(1) = tri_t14; tri_v(2) = tri_t15; tri_v(3) = tri_i16; tri_v(4) = tri_t16; tri_v(5) = tri_t17
# 102 "once.f90" 3
  tri_v(6) = tri_i18; tri_v(7) = tri_t18; tri_v(8) = tri_t19; tri_v(9) = tri_j14; tri_v(10) = tri_k14; tri_v(11) = tri_j15
# 102 "once.f90" 3
  tri_v(12) = tri_k15; tri_v(13) = tri_j16; tri_v(14) = tri_k16; tri_v(15) = tri_j17; tri_v(16) = tri_k17; tri_v(17) = tri_j18
# 102 "once.f90" 3
  tri_v(18) = tri_k18; tri_v(19) = tri_j19; tri_v(20) = tri_k19; call tri_count_nest(tri_r(1,14), -1_8, tri_v); end if
# 102 "once.f90"
end subroutine
# 79 "once.f90" 3
subroutine tri_t13_picked(n, a)                                                    != R 6
  implicit none
# 80 "once.f90" 3
  include 'triptych/probes.inc'
# 80 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h13, tri_l13, tri_t14, tri_j14, tri_k14
# 80 "once.f90" 3
  integer(8) :: tri_t15, tri_j15, tri_k15, tri_i16, tri_t16; integer(8) :: tri_j16, tri_k16, tri_t17, tri_j17, tri_k17
# 80 "once.f90" 3
  integer(8) :: tri_i18, tri_t18, tri_j18, tri_k18, tri_t19; integer(8) :: tri_j19, tri_k19, tri_x14, tri_h14, tri_l14
# 80 "once.f90" 3
  integer(8) :: tri_n14, tri_x15, tri_h15, tri_l15, tri_n15; integer(8) :: tri_x16, tri_x18, tri_h16, tri_l16, tri_n16
# 80 "once.f90" 3
  integer(8) :: tri_x17, tri_h17, tri_n17, tri_a, tri_v(20); integer(8) :: tri_h18, tri_l18, tri_n18, tri_x19, tri_h19
# 80 "once.f90" 3
  integer(8) :: tri_n19, tri_p19, tri_p16, tri_p18, tri_p15
# 81 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, j, k, twice
# 84 "once.f90" 3
  tri_h13 = 0; tri_l13 = 0; if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) call tri_nest(tri_r(1,14), tri_h13, tri_l13); tri_t14 = 0
# 84 "once.f90" 3
  tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0; tri_i16 = 0
# 84 "once.f90" 3
  tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0
# 84 "once.f90" 3
  tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8
# 84 "once.f90" 3
  tri_k19 = 0; if (tri_l13 /= 0) then; tri_x14 = tri_salt(tri_h13); end if
# 84 "once.f90" 3
  tri_h14 = 0; tri_l14 = 0; if (tri_l13 /= 0) then; if (tri_r(1,15) == 2) then; if (tri_r(3,15) /= 0) then
# 84 "once.f90" 3
  tri_x14 = tri_x14 + 2654435769_8; if (tri_x14 > 4294967295_8) tri_x14 = tri_x14 - 4294967296_8
# 84 "once.f90" 3
  if (tri_x14 < tri_r(3,15)) call tri_sampled_nest(tri_r(1,15), tri_h14, tri_l14); end if; else if (tri_r(1,15) /= 0) then
# 84 "once.f90" 3
  call tri_nest(tri_r(1,15), tri_h14, tri_l14); end if; end if; tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; if (tri_l14 /= 0) then
# 84 "once.f90" 3
  tri_x15 = tri_salt(tri_h14)
# 84 "once.f90" 3
  do twice = 1, n                                                          != L 6 15 0 5 D
# 85 "once.f90" 3
  tri_h15 = 0; tri_l15 = 0; if (tri_r(1,16) == 2) then; if (tri_r(3,16) /= 0) then; tri_x15 = tri_x15 + 2654435769_8
# 85 "once.f90" 3
  if (tri_x15 > 4294967295_8) tri_x15 = tri_x15 - 4294967296_8
# 85 "once.f90" 3
  if (tri_x15 < tri_r(3,16)) call tri_sampled_nest(tri_r(1,16), tri_h15, tri_l15); end if; else if (tri_r(1,16) /= 0) then
# 85 "once.f90" 3
  call tri_nest(tri_r(1,16), tri_h15, tri_l15); end if; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; if (tri_l15 /= 0) then
# 85 "once.f90" 3
  tri_x16 = tri_salt(tri_h15); tri_x18 = tri_salt(tri_h15)
# 85 "once.f90" 3
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
# 87 "once.f90" 3
  tri_h16 = 0; tri_l16 = 0; if (tri_r(1,17) == 2) then; if (tri_r(3,17) /= 0) then; tri_x16 = tri_x16 + 2654435769_8
# 87 "once.f90" 3
  if (tri_x16 > 4294967295_8) tri_x16 = tri_x16 - 4294967296_8
# 87 "once.f90" 3
  if (tri_x16 < tri_r(3,17)) call tri_sampled_nest(tri_r(1,17), tri_h16, tri_l16); end if; else if (tri_r(1,17) /= 0) then
# 87 "once.f90" 3
  call tri_nest(tri_r(1,17), tri_h16, tri_l16); end if; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; if (tri_l16 /= 0) then
# 87 "once.f90" 3
  tri_x17 = tri_salt(tri_h16)
# 87 "once.f90" 3
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 89 "once.f90" 3
  tri_h17 = 0; if (tri_r(1,18) == 2) then; if (tri_r(3,18) /= 0) then; tri_x17 = tri_x17 + 2654435769_8
# 89 "once.f90" 3
  if (tri_x17 > 4294967295_8) tri_x17 = tri_x17 - 4294967296_8; if (tri_x17 < tri_r(3,18)) call tri_sampled(tri_r(1,18), tri_h17)
# 89 "once.f90" 3
  end if; else if (tri_r(1,18) /= 0) then; call tri_open(tri_r(1,18), tri_h17); end if; tri_a = i; tri_n17 = n
# 89 "once.f90" 3
  if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 89 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 91 "once.f90" 3
  if (tri_h17 /= 0) then; call tri_leave_loop(tri_h17, tri_n17); else; tri_t17 = tri_t17 + tri_n17
# 91 "once.f90" 3
  if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17; end if
# 92 "once.f90" 3
        end do
# 92 "once.f90" 3
  else
# 87 "once.f90" 3
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 89 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 89 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 91 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 92 "once.f90" 3
        end do
# 92 "once.f90" 3
  end if; if (tri_h16 /= 0) then; tri_v(1) = tri_t17; tri_v(2) = tri_j17; tri_v(3) = tri_k17
# 92 "once.f90" 3
  call tri_leave_nest(tri_h16, tri_n16, tri_v); tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0; else
# 92 "once.f90" 3
  tri_i16 = tri_i16 + 1; tri_t16 = tri_t16 + tri_n16; if (tri_n16 < tri_j16) tri_j16 = tri_n16
# 92 "once.f90" 3
  if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 93 "once.f90" 3
      else if (j == 3) then
# 94 "once.f90" 3
  tri_h18 = 0; tri_l18 = 0; if (tri_r(1,19) == 2) then; if (tri_r(3,19) /= 0) then; tri_x18 = tri_x18 + 2654435769_8
# 94 "once.f90" 3
  if (tri_x18 > 4294967295_8) tri_x18 = tri_x18 - 4294967296_8
# 94 "once.f90" 3
  if (tri_x18 < tri_r(3,19)) call tri_sampled_nest(tri_r(1,19), tri_h18, tri_l18); end if; else if (tri_r(1,19) /= 0) then
# 94 "once.f90" 3
  call tri_nest(tri_r(1,19), tri_h18, tri_l18); end if; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1
# 94 "once.f90" 3
  if (tri_l18 /= 0) then; tri_x19 = tri_salt(tri_h18)
# 94 "once.f90" 3
        do i = 3, n                                                        != L 12 26 1 3 D
# 95 "once.f90" 3
  tri_h19 = 0; if (tri_r(1,20) == 2) then; if (tri_r(3,20) /= 0) then; tri_x19 = tri_x19 + 2654435769_8
# 95 "once.f90" 3
  if (tri_x19 > 4294967295_8) tri_x19 = tri_x19 - 4294967296_8; if (tri_x19 < tri_r(3,20)) call tri_sampled(tri_r(1,20), tri_h19)
# 95 "once.f90" 3
  end if; else if (tri_r(1,20) /= 0) then; call tri_open(tri_r(1,20), tri_h19); end if; tri_n19 = n-2
# 95 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0
# 95 "once.f90" 3
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
# 97 "once.f90" 3
  if (tri_h19 /= 0) then; call tri_leave_loop(tri_h19, tri_n19); else; tri_t19 = tri_t19 + tri_n19
# 97 "once.f90" 3
  if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 98 "once.f90" 3
        end do
# 98 "once.f90" 3
  else
# 94 "once.f90" 3
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 98 "once.f90" 3
  tri_p19 = 0; if (tri_n18 > 0) then; tri_n19 = n-2; if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_n18 * tri_n19
# 98 "once.f90" 3
  tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 99 "once.f90" 3
# 98 "once.f90" 3
  end if; if (tri_h18 /= 0) then; tri_v(1) = tri_t19; tri_v(2) = tri_j19; tri_v(3) = tri_k19
# 98 "once.f90" 3
  call tri_leave_nest(tri_h18, tri_n18, tri_v); tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; else
# 98 "once.f90" 3
  tri_i18 = tri_i18 + 1; tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 98 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 99 "once.f90" 3
      end if
    end do
# 100 "once.f90" 3
  else
# 85 "once.f90" 3
# 85 "once.f90" 3
  tri_p16 = 0; tri_p18 = 0
# 85 "once.f90" 3
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 89 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 89 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 91 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 92 "once.f90" 3
        end do
# 92 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 93 "once.f90" 3
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 98 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 99 "once.f90" 3
      end if
    end do
# 100 "once.f90" 3
  if (tri_p16 > 0) then; tri_n16 = n; if (tri_n16 < 0) tri_n16 = 0; tri_i16 = tri_i16 + tri_p16; tri_p16 = tri_p16 * tri_n16
# 100 "once.f90" 3
  tri_t16 = tri_t16 + tri_p16; if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 100 "once.f90" 3
  if (tri_p18 > 0) then; tri_n18 = n; if (tri_n18 < 3) tri_n18 = 3 - 1; tri_n18 = tri_n18 - 3 + 1; tri_i18 = tri_i18 + tri_p18
# 100 "once.f90" 3
  tri_p18 = tri_p18 * tri_n18; tri_t18 = tri_t18 + tri_p18; if (tri_n18 < tri_j18) tri_j18 = tri_n18
# 100 "once.f90" 3
  if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if; tri_p19 = 0; if (tri_p18 > 0) then; tri_n19 = n-2
# 100 "once.f90" 3
  if (tri_n19 < 0) tri_n19 = 0; tri_p19 = tri_p18 * tri_n19; tri_t19 = tri_t19 + tri_p19; if (tri_n19 < tri_j19) tri_j19 = tri_n19
# 100 "once.f90" 3
  if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 101 "once.f90" 3
# 100 "once.f90" 3
  end if; if (tri_h15 /= 0) then; tri_v(1) = tri_i16; tri_v(2) = tri_t16; tri_v(3) = tri_t17; tri_v(4) = tri_i18
# 100 "once.f90" 3
  tri_v(5) = tri_t18; tri_v(6) = tri_t19; tri_v(7) = tri_j16; tri_v(8) = tri_k16; tri_v(9) = tri_j17; tri_v(10) = tri_k17
# 100 "once.f90" 3
  tri_v(11) = tri_j18; tri_v(12) = tri_k18; tri_v(13) = tri_j19; tri_v(14) = tri_k19; call tri_leave_nest(tri_h15, tri_n15, tri_v)
# 100 "once.f90" 3
  tri_i16 = 0; tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8
# 100 "once.f90" 3
  tri_k17 = 0; tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0
# 100 "once.f90" 3
  tri_j19 = 9223372036854775807_8; tri_k19 = 0; else; tri_t15 = tri_t15 + tri_n15; if (tri_n15 < tri_j15) tri_j15 = tri_n15
# 100 "once.f90" 3
  if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 101 "once.f90" 3
  end do
# 101 "once.f90" 3
  else
# 84 "once.f90" 3
# 84 "once.f90" 3
  tri_p16 = 0; tri_p18 = 0
# 84 "once.f90" 3
  do twice = 1, n                                                          != L 6 15 0 5 D
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
# 89 "once.f90" 3
  tri_a = i; tri_n17 = n; if (tri_n17 < tri_a) tri_n17 = tri_a - 1; tri_n17 = tri_n17 - tri_a + 1
# 89 "once.f90" 3
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
# 91 "once.f90" 3
  tri_t17 = tri_t17 + tri_n17; if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17
# 92 "once.f90" 3
        end do
# 92 "once.f90" 3
  tri_p16 = tri_p16 + 1
# 93 "once.f90" 3
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
# 98 "once.f90" 3
  tri_p18 = tri_p18 + 1
# 99 "once.f90" 3
      end if
    end do
  end do
# 101 "once.f90" 3
  tri_p15 = 0; if (tri_n14 > 0) then; tri_n15 = n; if (tri_n15 < 0) tri_n15 = 0; tri_p15 = tri_n14 * tri_n15
# 101 "once.f90" 3
  tri_t15 = tri_t15 + tri_p15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
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
  end if; if (tri_h14 /= 0) then; tri_v(1) = tri_t15; tri_v(2) = tri_i16; tri_v(3) = tri_t16; tri_v(4) = tri_t17
# 101 "once.f90" 3
  tri_v(5) = tri_i18; tri_v(6) = tri_t18; tri_v(7) = tri_t19; tri_v(8) = tri_j15; tri_v(9) = tri_k15; tri_v(10) = tri_j16
# 101 "once.f90" 3
  tri_v(11) = tri_k16; tri_v(12) = tri_j17; tri_v(13) = tri_k17; tri_v(14) = tri_j18; tri_v(15) = tri_k18; tri_v(16) = tri_j19
# 101 "once.f90" 3
  tri_v(17) = tri_k19; call tri_leave_nest(tri_h14, tri_n14, tri_v); tri_t15 = 0; tri_j15 = 9223372036854775807_8; tri_k15 = 0
# 101 "once.f90" 3
  tri_i16 = 0; tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; tri_t17 = 0; tri_j17 = 9223372036854775807_8
# 101 "once.f90" 3
  tri_k17 = 0; tri_i18 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0
# 101 "once.f90" 3
  tri_j19 = 9223372036854775807_8; tri_k19 = 0; else; tri_t14 = tri_t14 + tri_n14; if (tri_n14 < tri_j14) tri_j14 = tri_n14
# 101 "once.f90" 3
  if (tri_n14 > tri_k14) tri_k14 = tri_n14; end if
# 102 "once.f90" 3
  if (tri_h13 /= 0 .or. tri_r(1,14) /= 0) then; tri_v(1) = tri_t14; tri_v(2) = tri_t15; tri_v(3) = tri_i16; tri_v(4) = tri_t16
# 102 "once.f90" 3
  tri_v(5) = tri_t17; tri_v(6) = tri_i18; tri_v(7) = tri_t18; tri_v(8) = tri_t19; tri_v(9) = tri_j14; tri_v(10) = tri_k14
# 102 "once.f90" 3
  tri_v(11) = tri_j15; tri_v(12) = tri_k15; tri_v(13) = tri_j16; tri_v(14) = tri_k16; tri_v(15) = tri_j17; tri_v(16) = tri_k17
# 102 "once.f90" 3
  tri_v(17) = tri_j18; tri_v(18) = tri_k18; tri_v(19) = tri_j19; tri_v(20) = tri_k19
# 102 "once.f90" 3
  call tri_end_nest(tri_r(1,14), tri_h13, -1_8, tri_v); end if
# 102 "once.f90" 3
end subroutine
# 103 "once.f90"

subroutine alone(n, a)                                                     != R 6
  implicit none
# 105 "once.f90" 3
  include 'triptych/probes.inc'
# 105 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_n21
# 106 "once.f90"
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 109 "once.f90" 3
  if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) then; call tri_t20_alone(n,a); return; end if
# 109 "once.f90" 3
  tri_n21 = n; if (tri_n21 < 0) tri_n21 = 0
# 109 "once.f90"
  do i = 1, n                                                              != L 6 15 0 5 D
    a(i) = a(i) + 1
  end do
# 112 "once.f90" 3
  if (tri_r(1,21) /= 0) then; call tri_count_always(tri_r(1,21), tri_n21); end if
# 112 "once.f90"
end subroutine
# 104 "once.f90" 3
subroutine tri_t20_alone(n, a)                                                     != R 6
  implicit none
# 105 "once.f90" 3
  include 'triptych/probes.inc'
# 105 "once.f90" 3
  integer(4) :: tri_r(18,22); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h20, tri_l20, tri_t21, tri_j21, tri_k21
# 105 "once.f90" 3
  integer(8) :: tri_x21, tri_h21, tri_n21, tri_v(3)
# 106 "once.f90" 3
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
# 109 "once.f90" 3
  tri_h20 = 0; tri_l20 = 0; if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) call tri_nest(tri_r(1,21), tri_h20, tri_l20); tri_t21 = 0
# 109 "once.f90" 3
  tri_j21 = 9223372036854775807_8; tri_k21 = 0; if (tri_l20 /= 0) then; tri_x21 = tri_salt(tri_h20); end if
# 109 "once.f90" 3
  tri_h21 = 0; if (tri_l20 /= 0) then; if (tri_r(1,22) == 2) then; if (tri_r(3,22) /= 0) then; tri_x21 = tri_x21 + 2654435769_8
# 109 "once.f90" 3
  if (tri_x21 > 4294967295_8) tri_x21 = tri_x21 - 4294967296_8; if (tri_x21 < tri_r(3,22)) call tri_sampled(tri_r(1,22), tri_h21)
# 109 "once.f90" 3
  end if; else if (tri_r(1,22) /= 0) then; call tri_open(tri_r(1,22), tri_h21); end if; end if; tri_n21 = n
# 109 "once.f90" 3
  if (tri_n21 < 0) tri_n21 = 0
# 109 "once.f90" 3
  do i = 1, n                                                              != L 6 15 0 5 D
    a(i) = a(i) + 1
  end do
# 111 "once.f90" 3
  if (tri_h21 /= 0) then; call tri_leave_loop(tri_h21, tri_n21); else; tri_t21 = tri_t21 + tri_n21
# 111 "once.f90" 3
  if (tri_n21 < tri_j21) tri_j21 = tri_n21; if (tri_n21 > tri_k21) tri_k21 = tri_n21; end if
# 112 "once.f90" 3
  if (tri_h20 /= 0 .or. tri_r(1,21) /= 0) then; tri_v(1) = tri_t21; tri_v(2) = tri_j21; tri_v(3) = tri_k21
# 112 "once.f90" 3
  call tri_end_nest(tri_r(1,21), tri_h20, -1_8, tri_v); end if
# 112 "once.f90" 3
end subroutine
# 113 "once.f90"
