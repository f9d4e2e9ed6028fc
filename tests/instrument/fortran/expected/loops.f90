# 1 "loops.f90"
! Loops of every kind. Behind !=, L: how often it begins, trips in all, the fewest and the most, determined or not.
program loops                                                != R 1
  implicit none
# 3 "loops.f90" 3
  include 'triptych/probes.inc'
# 3 "loops.f90" 3
  include 'triptych/units.inc'
# 3 "loops.f90" 3
  integer(4) :: tri_r(18,27); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_l1, tri_t2, tri_j2
# 3 "loops.f90" 3
  integer(8) :: tri_k2, tri_n1, tri_x2, tri_h2, tri_n2; integer(8) :: tri_a, tri_v(7), tri_h3, tri_n3, tri_h4
# 3 "loops.f90" 3
  integer(8) :: tri_n4, tri_h5, tri_n5, tri_b, tri_c, tri_h6; integer(8) :: tri_n6, tri_h7, tri_n7, tri_h8, tri_n8
# 3 "loops.f90" 3
  integer(8) :: tri_h9, tri_n9, tri_h11, tri_n11, tri_h12; integer(8) :: tri_n12, tri_h13, tri_n13, tri_h14, tri_l14
# 3 "loops.f90" 3
  integer(8) :: tri_t15, tri_j15, tri_k15, tri_n14, tri_x15; integer(8) :: tri_h15, tri_n15, tri_h16, tri_l16, tri_i17
# 3 "loops.f90" 3
  integer(8) :: tri_t17, tri_j17, tri_k17, tri_t18, tri_j18; integer(8) :: tri_k18, tri_x17, tri_x18, tri_n16, tri_h17
# 3 "loops.f90" 3
  integer(8) :: tri_n17, tri_h18, tri_n18, tri_h19, tri_i20; integer(8) :: tri_n19, tri_h21, tri_n21, tri_d, tri_h22
# 3 "loops.f90" 3
  integer(8) :: tri_n22, tri_h23, tri_n23, tri_h24, tri_n24; integer(8) :: tri_h25
# 4 "loops.f90"
  integer :: i, j, k, n, total
  integer(8) :: big
  integer, dimension(3) :: list = [2, 0, 4]
  real :: x
  logical :: going
# 9 "loops.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 9 "loops.f90"
  total = 0
  n = 5
# 11 "loops.f90" 3
  tri_h1 = 0; tri_l1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_nest(tri_r(1,2), tri_h1, tri_l1); tri_t2 = 0
# 11 "loops.f90" 3
  tri_j2 = 9223372036854775807_8; tri_k2 = 0; tri_n1 = n; if (tri_n1 < 0) tri_n1 = 0; if (tri_l1 /= 0) then
# 11 "loops.f90" 3
  tri_x2 = tri_salt(tri_h1)
# 11 "loops.f90"
  do i = 1, n                                                != L 1 5 5 5 D
# 12 "loops.f90" 3
  tri_h2 = 0; if (tri_r(1,3) == 2) then; if (tri_r(3,3) /= 0) then; tri_x2 = tri_x2 + 2654435769_8
# 12 "loops.f90" 3
  if (tri_x2 > 4294967295_8) tri_x2 = tri_x2 - 4294967296_8; if (tri_x2 < tri_r(3,3)) call tri_sampled(tri_r(1,3), tri_h2); end if
# 12 "loops.f90" 3
  else if (tri_r(1,3) /= 0) then; call tri_open(tri_r(1,3), tri_h2); end if; tri_a = i; tri_n2 = 5
# 12 "loops.f90" 3
  if (tri_n2 < tri_a) tri_n2 = tri_a - 1; tri_n2 = tri_n2 - tri_a + 1
# 12 "loops.f90"
    do j = i, 5                                              != L 5 15 1 5 D
      total = total + 1
    end do
# 14 "loops.f90" 3
  if (tri_h2 /= 0) then; call tri_leave_loop(tri_h2, tri_n2); else; tri_t2 = tri_t2 + tri_n2; if (tri_n2 < tri_j2) tri_j2 = tri_n2
# 14 "loops.f90" 3
  if (tri_n2 > tri_k2) tri_k2 = tri_n2; end if
# 15 "loops.f90"
  end do
# 15 "loops.f90" 3
  else
# 11 "loops.f90" 3
  do i = 1, n                                                != L 1 5 5 5 D
# 12 "loops.f90" 3
  tri_a = i; tri_n2 = 5; if (tri_n2 < tri_a) tri_n2 = tri_a - 1; tri_n2 = tri_n2 - tri_a + 1
# 12 "loops.f90" 3
    do j = i, 5                                              != L 5 15 1 5 D
      total = total + 1
    end do
# 14 "loops.f90" 3
  tri_t2 = tri_t2 + tri_n2; if (tri_n2 < tri_j2) tri_j2 = tri_n2; if (tri_n2 > tri_k2) tri_k2 = tri_n2
# 15 "loops.f90" 3
  end do
# 15 "loops.f90" 3
  end if; if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) then; tri_v(1) = tri_t2; tri_v(2) = tri_j2; tri_v(3) = tri_k2
# 15 "loops.f90" 3
  call tri_end_nest(tri_r(1,2), tri_h1, tri_n1, tri_v); end if
# 16 "loops.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call tri_enter(tri_r(1,4), tri_h3); tri_n3 = 4
# 16 "loops.f90"
  do i = 10, 1, -3                                           != L 1 4 4 4 D
    total = total + i
  end do
# 18 "loops.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) call tri_end_loop(tri_r(1,4), tri_h3, tri_n3)
# 19 "loops.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call tri_enter(tri_r(1,5), tri_h4); tri_n4 = 0
# 19 "loops.f90"
  do i = 1, 0                                                != L 1 0 0 0 D
    total = total - 1000
  end do
# 21 "loops.f90" 3
  if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call tri_end_loop(tri_r(1,5), tri_h4, tri_n4)
# 22 "loops.f90"
  k = 2
# 23 "loops.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call tri_enter(tri_r(1,6), tri_h5); tri_a = 1; tri_b = 10; tri_c = k
# 23 "loops.f90" 3
  tri_n5 = tri_trips(tri_a, tri_b, tri_c)
# 23 "loops.f90"
  do i = 1, 10, k                                            != L 1 5 5 5 D
    k = 7; n = 1
  end do
# 25 "loops.f90" 3
  if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call tri_end_loop(tri_r(1,6), tri_h5, tri_n5)
# 26 "loops.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call tri_enter(tri_r(1,7), tri_h6); tri_a = list(1)
# 26 "loops.f90" 3
  tri_n6 = list(3)+max(n,2); if (tri_n6 < tri_a) tri_n6 = tri_a - 1; tri_n6 = tri_n6 - tri_a + 1
# 26 "loops.f90"
  do i = list(1), list(3) + max(n, 2)                        != L 1 5 5 5 D
    total = total + 1
  end do
# 28 "loops.f90" 3
  if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) call tri_end_loop(tri_r(1,7), tri_h6, tri_n6)
# 29 "loops.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7); tri_a = 1; tri_b = bound(); tri_n7 = tri_b
# 29 "loops.f90" 3
  if (tri_n7 < tri_a) tri_n7 = tri_a - 1; tri_n7 = tri_n7 - tri_a + 1
# 29 "loops.f90"
  do i = tri_a, tri_b                                          != L 1 3 3 3 D
# 30 "loops.f90"
    total = total + 1
  end do
# 31 "loops.f90" 3
  if (tri_h7 /= 0) call tri_leave_loop(tri_h7, tri_n7)
# 32 "loops.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0 .and. tri_r(1,9) /= 2) call tri_enter(tri_r(1,9), tri_h8); tri_a = 9000000000_8
# 32 "loops.f90" 3
  tri_n8 = 9000000003_8; if (tri_n8 < tri_a) tri_n8 = tri_a - 1; tri_n8 = tri_n8 - tri_a + 1
# 32 "loops.f90"
  do big = 9000000000_8, 9000000003_8                        != L 1 4 4 4 D
    total = total + 1
  end do
# 34 "loops.f90" 3
  if (tri_h8 /= 0 .or. tri_r(1,9) /= 0) call tri_end_loop(tri_r(1,9), tri_h8, tri_n8)
# 35 "loops.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_enter(tri_r(1,10), tri_h9); tri_n9 = 3
# 35 "loops.f90"
  do i = 1, 3; do j = 1, 2; total = total + 1; end do; end do  != L 1 3 3 3 D; L 3 6 2 2 D
# 35 "loops.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) call tri_end_loop(tri_r(1,10), tri_h9, tri_n9)
# 36 "loops.f90" 3
  tri_h11 = 0; if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) call tri_enter(tri_r(1,12), tri_h11); tri_n11 = 0
# 36 "loops.f90"
  do while (total > 100)                                     != L 1 0 0 0 U
# 36 "loops.f90" 3
  tri_n11 = tri_n11 + 1
# 37 "loops.f90"
    total = total - 1
  end do
# 38 "loops.f90" 3
  if (tri_h11 /= 0 .or. tri_r(1,12) /= 0) call tri_end_loop(tri_r(1,12), tri_h11, tri_n11)
# 39 "loops.f90"
  going = .true.
# 40 "loops.f90" 3
  tri_h12 = 0; if (tri_r(1,13) /= 0 .and. tri_r(1,13) /= 2) call tri_enter(tri_r(1,13), tri_h12); tri_n12 = 0
# 40 "loops.f90"
  do while (going)                                           != L 1 4 4 4 U
# 40 "loops.f90" 3
  tri_n12 = tri_n12 + 1
# 41 "loops.f90"
    n = n + 1
    going = n < 5
  end do
# 43 "loops.f90" 3
  if (tri_h12 /= 0 .or. tri_r(1,13) /= 0) call tri_end_loop(tri_r(1,13), tri_h12, tri_n12)
# 44 "loops.f90" 3
  tri_h13 = 0; if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) call tri_enter(tri_r(1,14), tri_h13); tri_n13 = 0
# 44 "loops.f90"
  do                                                         != L 1 3 3 3 U
# 44 "loops.f90" 3
  tri_n13 = tri_n13 + 1
# 45 "loops.f90"
    n = n - 1
    if (n == 2) exit
  end do
# 47 "loops.f90" 3
  if (tri_h13 /= 0 .or. tri_r(1,14) /= 0) call tri_end_loop(tri_r(1,14), tri_h13, tri_n13)
# 48 "loops.f90" 3
  tri_h14 = 0; tri_l14 = 0; if (tri_r(1,15) /= 0 .and. tri_r(1,15) /= 2) call tri_nest(tri_r(1,15), tri_h14, tri_l14); tri_t15 = 0
# 48 "loops.f90" 3
  tri_j15 = 9223372036854775807_8; tri_k15 = 0; tri_n14 = 0; if (tri_l14 /= 0) then; tri_x15 = tri_salt(tri_h14)
# 48 "loops.f90"
  outer: do i = 1, 4                                         != L 1 3 3 3 U
# 48 "loops.f90" 3
  tri_n14 = tri_n14 + 1
# 49 "loops.f90" 3
  tri_h15 = 0; if (tri_r(1,16) == 2) then; if (tri_r(3,16) /= 0) then; tri_x15 = tri_x15 + 2654435769_8
# 49 "loops.f90" 3
  if (tri_x15 > 4294967295_8) tri_x15 = tri_x15 - 4294967296_8; if (tri_x15 < tri_r(3,16)) call tri_sampled(tri_r(1,16), tri_h15)
# 49 "loops.f90" 3
  end if; else if (tri_r(1,16) /= 0) then; call tri_open(tri_r(1,16), tri_h15); end if; tri_n15 = 0
# 49 "loops.f90"
    inner: do j = 1, 4                                       != L 3 9 2 4 U
# 49 "loops.f90" 3
  tri_n15 = tri_n15 + 1
# 50 "loops.f90"
      if (j == 3 .and. i == 1) then
# 50 "loops.f90" 3
  if (tri_h15 /= 0) then; call tri_leave_loop(tri_h15, tri_n15); else; tri_t15 = tri_t15 + tri_n15
# 50 "loops.f90" 3
  if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 50 "loops.f90"
                               cycle outer
# 50 "loops.f90" 3
  end if
# 51 "loops.f90"
      if (j == 2 .and. i == 3) then
# 51 "loops.f90" 3
  if (tri_h15 /= 0) then; call tri_leave_loop(tri_h15, tri_n15); else; tri_t15 = tri_t15 + tri_n15
# 51 "loops.f90" 3
  if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 51 "loops.f90"
                               exit outer
# 51 "loops.f90" 3
  end if
# 52 "loops.f90"
      if (i == 4) cycle inner
    end do inner
# 53 "loops.f90" 3
  if (tri_h15 /= 0) then; call tri_leave_loop(tri_h15, tri_n15); else; tri_t15 = tri_t15 + tri_n15
# 53 "loops.f90" 3
  if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15; end if
# 54 "loops.f90"
  end do outer
# 54 "loops.f90" 3
  else
# 48 "loops.f90" 3
  tri_c15_2: do i = 1, 4                                         != L 1 3 3 3 U
# 48 "loops.f90" 3
  tri_n14 = tri_n14 + 1
# 49 "loops.f90" 3
  tri_n15 = 0
# 49 "loops.f90" 3
    tri_c16_2: do j = 1, 4                                       != L 3 9 2 4 U
# 49 "loops.f90" 3
  tri_n15 = tri_n15 + 1
# 50 "loops.f90" 3
      if (j == 3 .and. i == 1) then
# 50 "loops.f90" 3
  tri_t15 = tri_t15 + tri_n15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15
# 50 "loops.f90" 3
                               cycle tri_c15_2
# 50 "loops.f90" 3
  end if
# 51 "loops.f90" 3
      if (j == 2 .and. i == 3) then
# 51 "loops.f90" 3
  tri_t15 = tri_t15 + tri_n15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15
# 51 "loops.f90" 3
                               exit tri_c15_2
# 51 "loops.f90" 3
  end if
# 52 "loops.f90" 3
      if (i == 4) cycle tri_c16_2
    end do tri_c16_2
# 53 "loops.f90" 3
  tri_t15 = tri_t15 + tri_n15; if (tri_n15 < tri_j15) tri_j15 = tri_n15; if (tri_n15 > tri_k15) tri_k15 = tri_n15
# 54 "loops.f90" 3
  end do tri_c15_2
# 54 "loops.f90" 3
  end if; if (tri_h14 /= 0 .or. tri_r(1,15) /= 0) then; tri_v(1) = tri_t15; tri_v(2) = tri_j15; tri_v(3) = tri_k15
# 54 "loops.f90" 3
  call tri_end_nest(tri_r(1,15), tri_h14, tri_n14, tri_v); end if
# 55 "loops.f90" 3
  tri_h16 = 0; tri_l16 = 0; if (tri_r(1,17) /= 0 .and. tri_r(1,17) /= 2) call tri_nest(tri_r(1,17), tri_h16, tri_l16); tri_i17 = 0
# 55 "loops.f90" 3
  tri_t17 = 0; tri_j17 = 9223372036854775807_8; tri_k17 = 0; tri_t18 = 0; tri_j18 = 9223372036854775807_8; tri_k18 = 0
# 55 "loops.f90" 3
  if (tri_l16 /= 0) then; tri_x17 = tri_salt(tri_h16); tri_x18 = tri_salt(tri_h16); end if; tri_n16 = 0
# 55 "loops.f90"
  search: do i = 1, 4                                        != L 1 2 2 2 U
# 55 "loops.f90" 3
  tri_n16 = tri_n16 + 1
# 56 "loops.f90"
    some: if (i > 1) then
# 57 "loops.f90" 3
  tri_h17 = 0; if (tri_l16 /= 0) then; if (tri_r(1,18) == 2) then; if (tri_r(3,18) /= 0) then; tri_x17 = tri_x17 + 2654435769_8
# 57 "loops.f90" 3
  if (tri_x17 > 4294967295_8) tri_x17 = tri_x17 - 4294967296_8; if (tri_x17 < tri_r(3,18)) call tri_sampled(tri_r(1,18), tri_h17)
# 57 "loops.f90" 3
  end if; else if (tri_r(1,18) /= 0) then; call tri_open(tri_r(1,18), tri_h17); end if; end if; tri_n17 = 0
# 57 "loops.f90"
      do j = 1, 5                                            != L 1 3 3 3 U
# 57 "loops.f90" 3
  tri_n17 = tri_n17 + 1
# 58 "loops.f90"
        if (j == 3) then
# 58 "loops.f90" 3
  if (tri_h17 /= 0) then; call tri_leave_loop(tri_h17, tri_n17); else; tri_i17 = tri_i17 + 1; tri_t17 = tri_t17 + tri_n17
# 58 "loops.f90" 3
  if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17; end if
# 58 "loops.f90"
                    exit some
# 58 "loops.f90" 3
  end if
# 59 "loops.f90"
      end do
# 59 "loops.f90" 3
  if (tri_h17 /= 0) then; call tri_leave_loop(tri_h17, tri_n17); else; tri_i17 = tri_i17 + 1; tri_t17 = tri_t17 + tri_n17
# 59 "loops.f90" 3
  if (tri_n17 < tri_j17) tri_j17 = tri_n17; if (tri_n17 > tri_k17) tri_k17 = tri_n17; end if
# 60 "loops.f90"
      total = 0
    end if some
    place: block
      integer :: m
# 64 "loops.f90" 3
  tri_h18 = 0; if (tri_l16 /= 0) then; if (tri_r(1,19) == 2) then; if (tri_r(3,19) /= 0) then; tri_x18 = tri_x18 + 2654435769_8
# 64 "loops.f90" 3
  if (tri_x18 > 4294967295_8) tri_x18 = tri_x18 - 4294967296_8; if (tri_x18 < tri_r(3,19)) call tri_sampled(tri_r(1,19), tri_h18)
# 64 "loops.f90" 3
  end if; else if (tri_r(1,19) /= 0) then; call tri_open(tri_r(1,19), tri_h18); end if; end if; tri_n18 = 0
# 64 "loops.f90"
      do m = 1, 3                                            != L 2 3 1 2 U
# 64 "loops.f90" 3
  tri_n18 = tri_n18 + 1
# 65 "loops.f90"
        if (m == i) then
# 65 "loops.f90" 3
  if (tri_h18 /= 0) then; call tri_leave_loop(tri_h18, tri_n18); else; tri_t18 = tri_t18 + tri_n18
# 65 "loops.f90" 3
  if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 65 "loops.f90"
                    exit place
# 65 "loops.f90" 3
  end if
# 66 "loops.f90"
      end do
# 66 "loops.f90" 3
  if (tri_h18 /= 0) then; call tri_leave_loop(tri_h18, tri_n18); else; tri_t18 = tri_t18 + tri_n18
# 66 "loops.f90" 3
  if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 67 "loops.f90"
      total = 0
    end block place
    if (i == 2) exit
  end do search
# 70 "loops.f90" 3
  if (tri_h16 /= 0 .or. tri_r(1,17) /= 0) then; tri_v(1) = tri_i17; tri_v(2) = tri_t17; tri_v(3) = tri_t18; tri_v(4) = tri_j17
# 70 "loops.f90" 3
  tri_v(5) = tri_k17; tri_v(6) = tri_j18; tri_v(7) = tri_k18; call tri_end_nest(tri_r(1,17), tri_h16, tri_n16, tri_v); end if
# 71 "loops.f90" 3
  tri_h19 = 0; if (tri_r(1,20) /= 0 .and. tri_r(1,20) /= 2) call tri_open(tri_r(1,20), tri_h19); tri_i20 = 0; tri_n19 = 3
# 71 "loops.f90"
  do i = 1, 3                                                != L 1 3 3 3 D
    select case (i)
    case (1)
      do j = 1, 7                                            != L 1 7 7 7 D
        total = total + j
      end do
# 76 "loops.f90" 3
  tri_i20 = tri_i20 + 1
# 77 "loops.f90"
    case default
      if (i == 3) cycle
      total = total + 100
    end select
  end do
# 81 "loops.f90" 3
  if (tri_h19 /= 0 .or. tri_r(1,20) /= 0) then; tri_v(1) = tri_i20; call tri_end_nest(tri_r(1,20), tri_h19, tri_n19, tri_v)
# 81 "loops.f90" 3
  end if
# 82 "loops.f90" 3
  tri_h21 = 0; if (tri_r(1,22) /= 0) call tri_enter(tri_r(1,22), tri_h21); tri_n21 = 4; tri_d = 3; tri_n21 = tri_n21 * tri_d
# 82 "loops.f90"
  do concurrent (i = 1:4, j = 1:6:2)                         != L 1 12 12 12 D
    block
      integer :: k1, s
      s = 0
# 86 "loops.f90" 3
  tri_h22 = 0; if (tri_r(1,23) /= 0) call tri_enter(tri_r(1,23), tri_h22); tri_n22 = 0
# 86 "loops.f90"
      do k1 = 1, i                                           != L 12 30 1 4 D
# 86 "loops.f90" 3
  tri_n22 = tri_n22 + 1
# 87 "loops.f90"
        s = s + k1
      end do
# 88 "loops.f90" 3
  if (tri_h22 /= 0) call tri_leave_loop(tri_h22, tri_n22)
# 89 "loops.f90"
    end block
  end do
# 90 "loops.f90" 3
  if (tri_h21 /= 0) call tri_leave_loop(tri_h21, tri_n21)
# 91 "loops.f90" 3
  tri_h23 = 0; if (tri_r(1,24) /= 0 .and. tri_r(1,24) /= 2) call tri_enter(tri_r(1,24), tri_h23); tri_n23 = 0
# 91 "loops.f90"
  do concurrent (i = 1:4, mod(i, 2) == 0)                    != L 1 ? ? ? D
    list(1) = 3
  end do
# 93 "loops.f90" 3
  if (tri_h23 /= 0 .or. tri_r(1,24) /= 0) call tri_end_loop(tri_r(1,24), tri_h23, tri_n23)
# 94 "loops.f90"
  x = 0
  associate (limit => 3)
# 96 "loops.f90" 3
  tri_h24 = 0; if (tri_r(1,25) /= 0) call tri_enter(tri_r(1,25), tri_h24); tri_n24 = 0
# 96 "loops.f90"
    do i = 1, limit                                          != L 1 3 3 3 U
# 96 "loops.f90" 3
  tri_n24 = tri_n24 + 1
# 97 "loops.f90"
      x = x + i
      if (x > 100) then
# 98 "loops.f90" 3
  if (tri_h24 /= 0) call tri_leave_loop(tri_h24, tri_n24); if (tri_h0 /= 0) call tri_leave(tri_h0)
# 98 "loops.f90"
                   stop 'never'
# 98 "loops.f90" 3
  end if
# 99 "loops.f90"
    end do
# 99 "loops.f90" 3
  if (tri_h24 /= 0) call tri_leave_loop(tri_h24, tri_n24)
# 100 "loops.f90"
  end associate
# 101 "loops.f90" 3
  tri_h25 = 0; if (tri_r(1,26) /= 0) call tri_enter(tri_r(1,26), tri_h25)
# 101 "loops.f90"
  print *, total, n, x, list                                 != IO 1 6
# 101 "loops.f90" 3
  if (tri_h25 /= 0) call tri_leave_io(tri_h25, 6_8)
# 102 "loops.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 102 "loops.f90"
contains
  integer function bound()                                   != R 1
# 103 "loops.f90" 3
  include 'triptych/probes.inc'
# 103 "loops.f90" 3
  integer(4) :: tri_r(18,27); common /tri_0123456789abcdef/ tri_r
# 104 "loops.f90" 3
  if (tri_r(1,27) /= 0 .and. tri_r(1,27) /= 2) then; bound = tri_t26_bound(); return; end if
# 104 "loops.f90"
    bound = 3
# 105 "loops.f90" 3
  if (tri_r(1,27) /= 0) call tri_count_visit(tri_r(1,27))
# 105 "loops.f90"
  end function
# 103 "loops.f90" 3
  integer function tri_t26_bound() result(bound)                                   != R 1
# 103 "loops.f90" 3
  include 'triptych/probes.inc'
# 103 "loops.f90" 3
  integer(4) :: tri_r(18,27); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h26
# 104 "loops.f90" 3
  tri_h26 = 0; if (tri_r(1,27) /= 0 .and. tri_r(1,27) /= 2) call tri_open(tri_r(1,27), tri_h26)
# 104 "loops.f90" 3
    bound = 3
# 105 "loops.f90" 3
  if (tri_h26 /= 0 .or. tri_r(1,27) /= 0) call tri_close(tri_r(1,27), tri_h26)
# 105 "loops.f90" 3
  end function
# 106 "loops.f90"
end program
