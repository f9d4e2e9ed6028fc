# 1 "nests.f90"
! Loops that are counted by what is around them. Behind !=, as in the other files.
module blocks
  implicit none
  integer, parameter :: n5 = 5
  real(8) :: total = 0
contains
  subroutine product(a, b, c)                                != R 3
# 7 "nests.f90" 3
  include 'triptych/probes.inc'
# 7 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r
# 8 "nests.f90"
    real(8), intent(in) :: a(n5, n5), b(n5, n5)
    real(8), intent(inout) :: c(n5, n5)
    integer :: i, j, k
# 11 "nests.f90" 3
  if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) then; call tri_t0_product(a,b,c); return; end if
# 11 "nests.f90"
    do j = 1, n5                                             != L 3 15 5 5 D
      do k = 1, n5                                           != L 15 75 5 5 D
        do i = 1, n5                                         != L 75 375 5 5 D
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
# 18 "nests.f90" 3
  if (tri_r(1,1) /= 0) call tri_count_visit(tri_r(1,1))
# 18 "nests.f90"
  end subroutine
# 7 "nests.f90" 3
  subroutine tri_t0_product(a, b, c)                                != R 3
# 7 "nests.f90" 3
  include 'triptych/probes.inc'
# 7 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0
# 8 "nests.f90" 3
    real(8), intent(in) :: a(n5, n5), b(n5, n5)
    real(8), intent(inout) :: c(n5, n5)
    integer :: i, j, k
# 11 "nests.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) call tri_open(tri_r(1,1), tri_h0)
# 11 "nests.f90" 3
    do j = 1, n5                                             != L 3 15 5 5 D
      do k = 1, n5                                           != L 15 75 5 5 D
        do i = 1, n5                                         != L 75 375 5 5 D
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
# 18 "nests.f90" 3
  if (tri_h0 /= 0 .or. tri_r(1,1) /= 0) call tri_close(tri_r(1,1), tri_h0)
# 18 "nests.f90" 3
  end subroutine
# 19 "nests.f90"
  real(8) function trace(a)                                  != R 3
    real(8), intent(in) :: a(n5, n5)
    integer :: i
# 21 "nests.f90" 3
  include 'triptych/probes.inc'
# 21 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r
# 22 "nests.f90" 3
  if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) then; trace = tri_t4_trace(a); return; end if
# 22 "nests.f90"
    trace = 0
    do i = 1, n5                                             != L 3 15 5 5 D
      trace = trace + a(i, i)
    end do
# 26 "nests.f90" 3
  if (tri_r(1,5) /= 0) call tri_count_visit(tri_r(1,5))
# 26 "nests.f90"
  end function
# 19 "nests.f90" 3
  real(8) function tri_t4_trace(a) result(trace)                                  != R 3
    real(8), intent(in) :: a(n5, n5)
    integer :: i
# 21 "nests.f90" 3
  include 'triptych/probes.inc'
# 21 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h4
# 22 "nests.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call tri_open(tri_r(1,5), tri_h4)
# 22 "nests.f90" 3
    trace = 0
    do i = 1, n5                                             != L 3 15 5 5 D
      trace = trace + a(i, i)
    end do
# 26 "nests.f90" 3
  if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call tri_close(tri_r(1,5), tri_h4)
# 26 "nests.f90" 3
  end function
# 27 "nests.f90"
  pure subroutine eliminate(a, skipped)                      != R 2
# 27 "nests.f90" 3
  include 'triptych/probes.inc'
# 27 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_i10, tri_t10, tri_j10, tri_k10, tri_i11
# 27 "nests.f90" 3
  integer(8) :: tri_n10, tri_a, tri_v(5)
# 28 "nests.f90"
    real(8), intent(inout) :: a(n5, n5)
    integer, intent(out) :: skipped
    integer :: i, j, p
# 31 "nests.f90" 3
  if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) then; call tri_t6_eliminate(a,skipped); return; end if; tri_i10 = 0; tri_t10 = 0
# 31 "nests.f90" 3
  tri_j10 = 9223372036854775807_8; tri_k10 = 0; tri_i11 = 0
# 31 "nests.f90"
    skipped = 0
    do p = 1, n5                                             != L 2 10 5 5 D
      do j = p + 1, n5                                       != L 10 20 0 4 D
        a(p, j) = a(p, j)/a(p, p)
      end do
      rows: do i = 1, n5                                     != L 10 50 5 5 D
        if (i == p) then
          skipped = skipped + 1
          cycle rows
        end if
# 41 "nests.f90" 3
  tri_a = p+1; tri_n10 = n5; if (tri_n10 < tri_a) tri_n10 = tri_a - 1; tri_n10 = tri_n10 - tri_a + 1
# 41 "nests.f90"
        do j = p + 1, n5                                     != L 40 80 0 4 D
          a(i, j) = a(i, j) - a(i, p)*a(p, j)
        end do
# 43 "nests.f90" 3
  tri_i10 = tri_i10 + 1; tri_t10 = tri_t10 + tri_n10; if (tri_n10 < tri_j10) tri_j10 = tri_n10
# 43 "nests.f90" 3
  if (tri_n10 > tri_k10) tri_k10 = tri_n10
# 44 "nests.f90"
        do j = 1, 2                                          != L 40 80 2 2 D
          a(i, i) = a(i, i) + 1
        end do
# 46 "nests.f90" 3
  tri_i11 = tri_i11 + 1
# 47 "nests.f90"
      end do rows
    end do
# 49 "nests.f90" 3
  if (tri_r(1,7) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_j10; tri_v(5) = tri_k10
# 49 "nests.f90" 3
  call tri_count_nest(tri_r(1,7), -1_8, tri_v); end if
# 49 "nests.f90"
  end subroutine
# 27 "nests.f90" 3
  pure subroutine tri_t6_eliminate(a, skipped)                      != R 2
# 27 "nests.f90" 3
  include 'triptych/probes.inc'
# 27 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h6, tri_i10, tri_t10, tri_j10, tri_k10
# 27 "nests.f90" 3
  integer(8) :: tri_i11, tri_n10, tri_a, tri_v(5)
# 28 "nests.f90" 3
    real(8), intent(inout) :: a(n5, n5)
    integer, intent(out) :: skipped
    integer :: i, j, p
# 31 "nests.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0 .and. tri_r(1,7) /= 2) call tri_open(tri_r(1,7), tri_h6); tri_i10 = 0; tri_t10 = 0
# 31 "nests.f90" 3
  tri_j10 = 9223372036854775807_8; tri_k10 = 0; tri_i11 = 0
# 31 "nests.f90" 3
    skipped = 0
    do p = 1, n5                                             != L 2 10 5 5 D
      do j = p + 1, n5                                       != L 10 20 0 4 D
        a(p, j) = a(p, j)/a(p, p)
      end do
      rows: do i = 1, n5                                     != L 10 50 5 5 D
        if (i == p) then
          skipped = skipped + 1
          cycle rows
        end if
# 41 "nests.f90" 3
  tri_a = p+1; tri_n10 = n5; if (tri_n10 < tri_a) tri_n10 = tri_a - 1; tri_n10 = tri_n10 - tri_a + 1
# 41 "nests.f90" 3
        do j = p + 1, n5                                     != L 40 80 0 4 D
          a(i, j) = a(i, j) - a(i, p)*a(p, j)
        end do
# 43 "nests.f90" 3
  tri_i10 = tri_i10 + 1; tri_t10 = tri_t10 + tri_n10; if (tri_n10 < tri_j10) tri_j10 = tri_n10
# 43 "nests.f90" 3
  if (tri_n10 > tri_k10) tri_k10 = tri_n10
# 44 "nests.f90" 3
        do j = 1, 2                                          != L 40 80 2 2 D
          a(i, i) = a(i, i) + 1
        end do
# 46 "nests.f90" 3
  tri_i11 = tri_i11 + 1
# 47 "nests.f90" 3
      end do rows
    end do
# 49 "nests.f90" 3
  if (tri_h6 /= 0 .or. tri_r(1,7) /= 0) then; tri_v(1) = tri_i10; tri_v(2) = tri_t10; tri_v(3) = tri_i11; tri_v(4) = tri_j10
# 49 "nests.f90" 3
  tri_v(5) = tri_k10; call tri_end_nest(tri_r(1,7), tri_h6, -1_8, tri_v); end if
# 49 "nests.f90" 3
  end subroutine
# 50 "nests.f90"
  subroutine run_time(n, m, a)                               != R 3
# 50 "nests.f90" 3
  include 'triptych/probes.inc'
# 50 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_t13, tri_j13, tri_k13, tri_t14, tri_j14
# 50 "nests.f90" 3
  integer(8) :: tri_k14, tri_t16, tri_j16, tri_k16, tri_n13; integer(8) :: tri_p14, tri_n14, tri_p15, tri_p16, tri_n16
# 50 "nests.f90" 3
  integer(8) :: tri_a, tri_v(9)
# 51 "nests.f90"
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: i, j, k
# 54 "nests.f90" 3
  if (tri_r(1,13) /= 0 .and. tri_r(1,13) /= 2) then; call tri_t12_run_time(n,m,a); return; end if; tri_t13 = 0
# 54 "nests.f90" 3
  tri_j13 = 9223372036854775807_8; tri_k13 = 0; tri_t14 = 0; tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t16 = 0
# 54 "nests.f90" 3
  tri_j16 = 9223372036854775807_8; tri_k16 = 0
# 54 "nests.f90" 3
  tri_n13 = m; if (tri_n13 < 0) tri_n13 = 0
# 54 "nests.f90"
    do j = 1, m                                              != L 3 7 0 4 D
      do i = 1, n                                            != L 7 25 3 4 D
        a(i, j) = a(i, j) + 1
      end do
      do k = 1, 3                                            != L 7 21 3 3 D
        do i = n, 1, -2                                      != L 21 42 2 2 D
          a(i, j) = a(i, j)*0.5
        end do
      end do
    end do
# 63 "nests.f90" 3
  tri_p14 = 0; if (tri_n13 > 0) then; tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; tri_p14 = tri_n13 * tri_n14
# 63 "nests.f90" 3
  tri_t14 = tri_t14 + tri_p14; if (tri_n14 < tri_j14) tri_j14 = tri_n14; if (tri_n14 > tri_k14) tri_k14 = tri_n14; end if
# 63 "nests.f90" 3
  tri_p15 = tri_n13 * 3; tri_p16 = 0; if (tri_p15 > 0) then; tri_a = n; tri_n16 = 1; tri_n16 = tri_a - tri_n16
# 63 "nests.f90" 3
  if (tri_n16 < 0) tri_n16 = -2; tri_n16 = (tri_n16 + 2) / 2; tri_p16 = tri_p15 * tri_n16; tri_t16 = tri_t16 + tri_p16
# 63 "nests.f90" 3
  if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if; tri_t13 = tri_t13 + tri_n13
# 63 "nests.f90" 3
  if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 64 "nests.f90" 3
  if (tri_r(1,13) /= 0) then; tri_v(1) = tri_t13; tri_v(2) = tri_t14; tri_v(3) = tri_t16; tri_v(4) = tri_j13; tri_v(5) = tri_k13
# 64 "nests.f90" 3
  tri_v(6) = tri_j14; tri_v(7) = tri_k14; tri_v(8) = tri_j16; tri_v(9) = tri_k16; call tri_count_nest(tri_r(1,13), -1_8, tri_v)
# 64 "nests.f90" 3
  end if
# 64 "nests.f90"
  end subroutine
# 50 "nests.f90" 3
  subroutine tri_t12_run_time(n, m, a)                               != R 3
# 50 "nests.f90" 3
  include 'triptych/probes.inc'
# 50 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h12, tri_l12, tri_t13, tri_j13, tri_k13
# 50 "nests.f90" 3
  integer(8) :: tri_t14, tri_j14, tri_k14, tri_t16, tri_j16; integer(8) :: tri_k16, tri_x13, tri_h13, tri_l13, tri_n13
# 50 "nests.f90" 3
  integer(8) :: tri_x14, tri_x15, tri_h14, tri_n14, tri_h15; integer(8) :: tri_l15, tri_n15, tri_x16, tri_h16, tri_n16
# 50 "nests.f90" 3
  integer(8) :: tri_a, tri_p16, tri_v(9), tri_p14, tri_p15
# 51 "nests.f90" 3
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: i, j, k
# 54 "nests.f90" 3
  tri_h12 = 0; tri_l12 = 0; if (tri_r(1,13) /= 0 .and. tri_r(1,13) /= 2) call tri_nest(tri_r(1,13), tri_h12, tri_l12); tri_t13 = 0
# 54 "nests.f90" 3
  tri_j13 = 9223372036854775807_8; tri_k13 = 0; tri_t14 = 0; tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t16 = 0
# 54 "nests.f90" 3
  tri_j16 = 9223372036854775807_8; tri_k16 = 0; if (tri_l12 /= 0) then; tri_x13 = tri_salt(tri_h12); end if
# 54 "nests.f90" 3
  tri_h13 = 0; tri_l13 = 0; if (tri_l12 /= 0) then; if (tri_r(1,14) == 2) then; if (tri_r(3,14) /= 0) then
# 54 "nests.f90" 3
  tri_x13 = tri_x13 + 2654435769_8; if (tri_x13 > 4294967295_8) tri_x13 = tri_x13 - 4294967296_8
# 54 "nests.f90" 3
  if (tri_x13 < tri_r(3,14)) call tri_sampled_nest(tri_r(1,14), tri_h13, tri_l13); end if; else if (tri_r(1,14) /= 0) then
# 54 "nests.f90" 3
  call tri_nest(tri_r(1,14), tri_h13, tri_l13); end if; end if; tri_n13 = m; if (tri_n13 < 0) tri_n13 = 0; if (tri_l13 /= 0) then
# 54 "nests.f90" 3
  tri_x14 = tri_salt(tri_h13); tri_x15 = tri_salt(tri_h13)
# 54 "nests.f90" 3
    do j = 1, m                                              != L 3 7 0 4 D
# 55 "nests.f90" 3
  tri_h14 = 0; if (tri_r(1,15) == 2) then; if (tri_r(3,15) /= 0) then; tri_x14 = tri_x14 + 2654435769_8
# 55 "nests.f90" 3
  if (tri_x14 > 4294967295_8) tri_x14 = tri_x14 - 4294967296_8; if (tri_x14 < tri_r(3,15)) call tri_sampled(tri_r(1,15), tri_h14)
# 55 "nests.f90" 3
  end if; else if (tri_r(1,15) /= 0) then; call tri_open(tri_r(1,15), tri_h14); end if; tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0
# 55 "nests.f90" 3
      do i = 1, n                                            != L 7 25 3 4 D
        a(i, j) = a(i, j) + 1
      end do
# 57 "nests.f90" 3
  if (tri_h14 /= 0) then; call tri_leave_loop(tri_h14, tri_n14); else; tri_t14 = tri_t14 + tri_n14
# 57 "nests.f90" 3
  if (tri_n14 < tri_j14) tri_j14 = tri_n14; if (tri_n14 > tri_k14) tri_k14 = tri_n14; end if
# 58 "nests.f90" 3
  tri_h15 = 0; tri_l15 = 0; if (tri_r(1,16) == 2) then; if (tri_r(3,16) /= 0) then; tri_x15 = tri_x15 + 2654435769_8
# 58 "nests.f90" 3
  if (tri_x15 > 4294967295_8) tri_x15 = tri_x15 - 4294967296_8
# 58 "nests.f90" 3
  if (tri_x15 < tri_r(3,16)) call tri_sampled_nest(tri_r(1,16), tri_h15, tri_l15); end if; else if (tri_r(1,16) /= 0) then
# 58 "nests.f90" 3
  call tri_nest(tri_r(1,16), tri_h15, tri_l15); end if; tri_n15 = 3; if (tri_l15 /= 0) then; tri_x16 = tri_salt(tri_h15)
# 58 "nests.f90" 3
      do k = 1, 3                                            != L 7 21 3 3 D
# 59 "nests.f90" 3
  tri_h16 = 0; if (tri_r(1,17) == 2) then; if (tri_r(3,17) /= 0) then; tri_x16 = tri_x16 + 2654435769_8
# 59 "nests.f90" 3
  if (tri_x16 > 4294967295_8) tri_x16 = tri_x16 - 4294967296_8; if (tri_x16 < tri_r(3,17)) call tri_sampled(tri_r(1,17), tri_h16)
# 59 "nests.f90" 3
  end if; else if (tri_r(1,17) /= 0) then; call tri_open(tri_r(1,17), tri_h16); end if; tri_a = n; tri_n16 = 1
# 59 "nests.f90" 3
  tri_n16 = tri_a - tri_n16; if (tri_n16 < 0) tri_n16 = -2; tri_n16 = (tri_n16 + 2) / 2
# 59 "nests.f90" 3
        do i = n, 1, -2                                      != L 21 42 2 2 D
          a(i, j) = a(i, j)*0.5
        end do
# 61 "nests.f90" 3
  if (tri_h16 /= 0) then; call tri_leave_loop(tri_h16, tri_n16); else; tri_t16 = tri_t16 + tri_n16
# 61 "nests.f90" 3
  if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 62 "nests.f90" 3
      end do
# 62 "nests.f90" 3
  else
# 58 "nests.f90" 3
      do k = 1, 3                                            != L 7 21 3 3 D
        do i = n, 1, -2                                      != L 21 42 2 2 D
          a(i, j) = a(i, j)*0.5
        end do
      end do
# 62 "nests.f90" 3
  tri_p16 = 0; if (tri_n15 > 0) then; tri_a = n; tri_n16 = 1; tri_n16 = tri_a - tri_n16; if (tri_n16 < 0) tri_n16 = -2
# 62 "nests.f90" 3
  tri_n16 = (tri_n16 + 2) / 2; tri_p16 = tri_n15 * tri_n16; tri_t16 = tri_t16 + tri_p16; if (tri_n16 < tri_j16) tri_j16 = tri_n16
# 62 "nests.f90" 3
  if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 63 "nests.f90" 3
# 62 "nests.f90" 3
  end if; if (tri_h15 /= 0) then; tri_v(1) = tri_t16; tri_v(2) = tri_j16; tri_v(3) = tri_k16
# 62 "nests.f90" 3
  call tri_leave_nest(tri_h15, tri_n15, tri_v); tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; end if
# 63 "nests.f90" 3
    end do
# 63 "nests.f90" 3
  else
# 54 "nests.f90" 3
    do j = 1, m                                              != L 3 7 0 4 D
      do i = 1, n                                            != L 7 25 3 4 D
        a(i, j) = a(i, j) + 1
      end do
      do k = 1, 3                                            != L 7 21 3 3 D
        do i = n, 1, -2                                      != L 21 42 2 2 D
          a(i, j) = a(i, j)*0.5
        end do
      end do
    end do
# 63 "nests.f90" 3
  tri_p14 = 0; if (tri_n13 > 0) then; tri_n14 = n; if (tri_n14 < 0) tri_n14 = 0; tri_p14 = tri_n13 * tri_n14
# 63 "nests.f90" 3
  tri_t14 = tri_t14 + tri_p14; if (tri_n14 < tri_j14) tri_j14 = tri_n14; if (tri_n14 > tri_k14) tri_k14 = tri_n14; end if
# 63 "nests.f90" 3
  tri_p15 = tri_n13 * 3; tri_p16 = 0; if (tri_p15 > 0) then; tri_a = n; tri_n16 = 1; tri_n16 = tri_a - tri_n16
# 63 "nests.f90" 3
  if (tri_n16 < 0) tri_n16 = -2; tri_n16 = (tri_n16 + 2) / 2; tri_p16 = tri_p15 * tri_n16; tri_t16 = tri_t16 + tri_p16
# 63 "nests.f90" 3
  if (tri_n16 < tri_j16) tri_j16 = tri_n16; if (tri_n16 > tri_k16) tri_k16 = tri_n16; end if
# 64 "nests.f90" 3
# 63 "nests.f90" 3
  end if; if (tri_h13 /= 0) then; tri_v(1) = tri_t14; tri_v(2) = tri_t16; tri_v(3) = tri_j14; tri_v(4) = tri_k14
# 63 "nests.f90" 3
  tri_v(5) = tri_j16; tri_v(6) = tri_k16; call tri_leave_nest(tri_h13, tri_n13, tri_v); tri_t14 = 0
# 63 "nests.f90" 3
  tri_j14 = 9223372036854775807_8; tri_k14 = 0; tri_t16 = 0; tri_j16 = 9223372036854775807_8; tri_k16 = 0; else
# 63 "nests.f90" 3
  tri_t13 = tri_t13 + tri_n13; if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13; end if
# 64 "nests.f90" 3
  if (tri_h12 /= 0 .or. tri_r(1,13) /= 0) then; tri_v(1) = tri_t13; tri_v(2) = tri_t14; tri_v(3) = tri_t16; tri_v(4) = tri_j13
# 64 "nests.f90" 3
  tri_v(5) = tri_k13; tri_v(6) = tri_j14; tri_v(7) = tri_k14; tri_v(8) = tri_j16; tri_v(9) = tri_k16
# 64 "nests.f90" 3
  call tri_end_nest(tri_r(1,13), tri_h12, -1_8, tri_v); end if
# 64 "nests.f90" 3
  end subroutine
# 65 "nests.f90"
  integer function find(list, wanted)                        != R 3
# 65 "nests.f90" 3
  include 'triptych/probes.inc'
# 65 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_t18, tri_j18, tri_k18, tri_t19, tri_j19
# 65 "nests.f90" 3
  integer(8) :: tri_k19, tri_i20, tri_n18, tri_n19, tri_v(7)
# 66 "nests.f90"
    integer, intent(in) :: list(:, :), wanted
    integer :: i, j
# 68 "nests.f90" 3
  if (tri_r(1,18) /= 0 .and. tri_r(1,18) /= 2) then; find = tri_t17_find(list,wanted); return; end if; tri_t18 = 0
# 68 "nests.f90" 3
  tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; tri_i20 = 0
# 68 "nests.f90"
    find = 0
# 69 "nests.f90" 3
  tri_n18 = 0
# 69 "nests.f90"
    outer: do j = 1, size(list, 2)                           != L 3 7 2 3 U
# 69 "nests.f90" 3
  tri_n18 = tri_n18 + 1
# 70 "nests.f90" 3
  tri_n19 = 0
# 70 "nests.f90"
      do i = 1, size(list, 1)                                != L 7 17 1 3 U
# 70 "nests.f90" 3
  tri_n19 = tri_n19 + 1
# 71 "nests.f90"
        if (list(i, j) == wanted) then
# 71 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 71 "nests.f90"
                                  exit outer
# 71 "nests.f90" 3
  end if
# 72 "nests.f90"
        if (list(i, j) < 0) then
# 72 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 72 "nests.f90" 3
  tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18
# 72 "nests.f90" 3
  if (tri_r(1,18) /= 0) then; tri_v(1) = tri_t18; tri_v(2) = tri_t19; tri_v(3) = tri_i20; tri_v(4) = tri_j18; tri_v(5) = tri_k18
# 72 "nests.f90" 3
  tri_v(6) = tri_j19; tri_v(7) = tri_k19; call tri_count_nest(tri_r(1,18), -1_8, tri_v); end if
# 72 "nests.f90"
                            return
# 72 "nests.f90" 3
  end if
# 73 "nests.f90"
        find = find + 1
      end do
# 74 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 75 "nests.f90"
      inner: do i = 1, 2                                     != L 4 8 2 2 D
        find = find + 1
        if (find == 1000) cycle inner
      end do inner
# 78 "nests.f90" 3
  tri_i20 = tri_i20 + 1
# 79 "nests.f90"
    end do outer
# 79 "nests.f90" 3
  tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18
# 80 "nests.f90" 3
  if (tri_r(1,18) /= 0) then; tri_v(1) = tri_t18; tri_v(2) = tri_t19; tri_v(3) = tri_i20; tri_v(4) = tri_j18; tri_v(5) = tri_k18
# 80 "nests.f90" 3
  tri_v(6) = tri_j19; tri_v(7) = tri_k19; call tri_count_nest(tri_r(1,18), -1_8, tri_v); end if
# 80 "nests.f90"
  end function
# 65 "nests.f90" 3
  integer function tri_t17_find(list, wanted) result(find)                        != R 3
# 65 "nests.f90" 3
  include 'triptych/probes.inc'
# 65 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h17, tri_l17, tri_t18, tri_j18, tri_k18
# 65 "nests.f90" 3
  integer(8) :: tri_t19, tri_j19, tri_k19, tri_i20, tri_x18; integer(8) :: tri_h18, tri_l18, tri_n18, tri_x19, tri_h19
# 65 "nests.f90" 3
  integer(8) :: tri_n19, tri_v(7)
# 66 "nests.f90" 3
    integer, intent(in) :: list(:, :), wanted
    integer :: i, j
# 68 "nests.f90" 3
  tri_h17 = 0; tri_l17 = 0; if (tri_r(1,18) /= 0 .and. tri_r(1,18) /= 2) call tri_nest(tri_r(1,18), tri_h17, tri_l17); tri_t18 = 0
# 68 "nests.f90" 3
  tri_j18 = 9223372036854775807_8; tri_k18 = 0; tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; tri_i20 = 0
# 68 "nests.f90" 3
  if (tri_l17 /= 0) then; tri_x18 = tri_salt(tri_h17); end if
# 68 "nests.f90" 3
    find = 0
# 69 "nests.f90" 3
  tri_h18 = 0; tri_l18 = 0; if (tri_l17 /= 0) then; if (tri_r(1,19) == 2) then; if (tri_r(3,19) /= 0) then
# 69 "nests.f90" 3
  tri_x18 = tri_x18 + 2654435769_8; if (tri_x18 > 4294967295_8) tri_x18 = tri_x18 - 4294967296_8
# 69 "nests.f90" 3
  if (tri_x18 < tri_r(3,19)) call tri_sampled_nest(tri_r(1,19), tri_h18, tri_l18); end if; else if (tri_r(1,19) /= 0) then
# 69 "nests.f90" 3
  call tri_nest(tri_r(1,19), tri_h18, tri_l18); end if; end if; tri_n18 = 0; if (tri_l18 /= 0) then; tri_x19 = tri_salt(tri_h18)
# 69 "nests.f90" 3
    outer: do j = 1, size(list, 2)                           != L 3 7 2 3 U
# 69 "nests.f90" 3
  tri_n18 = tri_n18 + 1
# 70 "nests.f90" 3
  tri_h19 = 0; if (tri_r(1,20) == 2) then; if (tri_r(3,20) /= 0) then; tri_x19 = tri_x19 + 2654435769_8
# 70 "nests.f90" 3
  if (tri_x19 > 4294967295_8) tri_x19 = tri_x19 - 4294967296_8; if (tri_x19 < tri_r(3,20)) call tri_sampled(tri_r(1,20), tri_h19)
# 70 "nests.f90" 3
  end if; else if (tri_r(1,20) /= 0) then; call tri_open(tri_r(1,20), tri_h19); end if; tri_n19 = 0
# 70 "nests.f90" 3
      do i = 1, size(list, 1)                                != L 7 17 1 3 U
# 70 "nests.f90" 3
  tri_n19 = tri_n19 + 1
# 71 "nests.f90" 3
        if (list(i, j) == wanted) then
# 71 "nests.f90" 3
  if (tri_h19 /= 0) then; call tri_leave_loop(tri_h19, tri_n19); else; tri_t19 = tri_t19 + tri_n19
# 71 "nests.f90" 3
  if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 71 "nests.f90" 3
                                  exit outer
# 71 "nests.f90" 3
  end if
# 72 "nests.f90" 3
        if (list(i, j) < 0) then
# 72 "nests.f90" 3
  if (tri_h19 /= 0) then; call tri_leave_loop(tri_h19, tri_n19); else; tri_t19 = tri_t19 + tri_n19
# 72 "nests.f90" 3
  if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if; if (tri_h18 /= 0) then
# 72 "nests.f90" 3
  tri_v(1) = tri_t19; tri_v(2) = tri_i20; tri_v(3) = tri_j19; tri_v(4) = tri_k19; call tri_leave_nest(tri_h18, tri_n18, tri_v)
# 72 "nests.f90" 3
  tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; tri_i20 = 0; else; tri_t18 = tri_t18 + tri_n18
# 72 "nests.f90" 3
  if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 72 "nests.f90" 3
  if (tri_h17 /= 0 .or. tri_r(1,18) /= 0) then; tri_v(1) = tri_t18; tri_v(2) = tri_t19; tri_v(3) = tri_i20; tri_v(4) = tri_j18
# 72 "nests.f90" 3
  tri_v(5) = tri_k18; tri_v(6) = tri_j19; tri_v(7) = tri_k19; call tri_end_nest(tri_r(1,18), tri_h17, -1_8, tri_v); end if
# 72 "nests.f90" 3
                            return
# 72 "nests.f90" 3
  end if
# 73 "nests.f90" 3
        find = find + 1
      end do
# 74 "nests.f90" 3
  if (tri_h19 /= 0) then; call tri_leave_loop(tri_h19, tri_n19); else; tri_t19 = tri_t19 + tri_n19
# 74 "nests.f90" 3
  if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19; end if
# 75 "nests.f90" 3
      inner: do i = 1, 2                                     != L 4 8 2 2 D
        find = find + 1
        if (find == 1000) cycle inner
      end do inner
# 78 "nests.f90" 3
  tri_i20 = tri_i20 + 1
# 79 "nests.f90" 3
    end do outer
# 79 "nests.f90" 3
  else
# 69 "nests.f90" 3
    tri_c19_1: do j = 1, size(list, 2)                           != L 3 7 2 3 U
# 69 "nests.f90" 3
  tri_n18 = tri_n18 + 1
# 70 "nests.f90" 3
  tri_n19 = 0
# 70 "nests.f90" 3
      do i = 1, size(list, 1)                                != L 7 17 1 3 U
# 70 "nests.f90" 3
  tri_n19 = tri_n19 + 1
# 71 "nests.f90" 3
        if (list(i, j) == wanted) then
# 71 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 71 "nests.f90" 3
                                  exit tri_c19_1
# 71 "nests.f90" 3
  end if
# 72 "nests.f90" 3
        if (list(i, j) < 0) then
# 72 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 72 "nests.f90" 3
  if (tri_h18 /= 0) then; tri_v(1) = tri_t19; tri_v(2) = tri_i20; tri_v(3) = tri_j19; tri_v(4) = tri_k19
# 72 "nests.f90" 3
  call tri_leave_nest(tri_h18, tri_n18, tri_v); tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; tri_i20 = 0; else
# 72 "nests.f90" 3
  tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 72 "nests.f90" 3
  if (tri_h17 /= 0 .or. tri_r(1,18) /= 0) then; tri_v(1) = tri_t18; tri_v(2) = tri_t19; tri_v(3) = tri_i20; tri_v(4) = tri_j18
# 72 "nests.f90" 3
  tri_v(5) = tri_k18; tri_v(6) = tri_j19; tri_v(7) = tri_k19; call tri_end_nest(tri_r(1,18), tri_h17, -1_8, tri_v); end if
# 72 "nests.f90" 3
                            return
# 72 "nests.f90" 3
  end if
# 73 "nests.f90" 3
        find = find + 1
      end do
# 74 "nests.f90" 3
  tri_t19 = tri_t19 + tri_n19; if (tri_n19 < tri_j19) tri_j19 = tri_n19; if (tri_n19 > tri_k19) tri_k19 = tri_n19
# 75 "nests.f90" 3
      tri_c21_1: do i = 1, 2                                     != L 4 8 2 2 D
        find = find + 1
        if (find == 1000) cycle tri_c21_1
      end do tri_c21_1
# 78 "nests.f90" 3
  tri_i20 = tri_i20 + 1
# 79 "nests.f90" 3
    end do tri_c19_1
# 79 "nests.f90" 3
  end if; if (tri_h18 /= 0) then; tri_v(1) = tri_t19; tri_v(2) = tri_i20; tri_v(3) = tri_j19; tri_v(4) = tri_k19
# 79 "nests.f90" 3
  call tri_leave_nest(tri_h18, tri_n18, tri_v); tri_t19 = 0; tri_j19 = 9223372036854775807_8; tri_k19 = 0; tri_i20 = 0; else
# 79 "nests.f90" 3
  tri_t18 = tri_t18 + tri_n18; if (tri_n18 < tri_j18) tri_j18 = tri_n18; if (tri_n18 > tri_k18) tri_k18 = tri_n18; end if
# 80 "nests.f90" 3
  if (tri_h17 /= 0 .or. tri_r(1,18) /= 0) then; tri_v(1) = tri_t18; tri_v(2) = tri_t19; tri_v(3) = tri_i20; tri_v(4) = tri_j18
# 80 "nests.f90" 3
  tri_v(5) = tri_k18; tri_v(6) = tri_j19; tri_v(7) = tri_k19; call tri_end_nest(tri_r(1,18), tri_h17, -1_8, tri_v); end if
# 80 "nests.f90" 3
  end function
# 81 "nests.f90"
  subroutine saved(n)                                        != R 2
# 81 "nests.f90" 3
  include 'triptych/probes.inc'
# 81 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h21, tri_l21, tri_t22, tri_j22, tri_k22
# 81 "nests.f90" 3
  integer(8) :: tri_t23, tri_j23, tri_k23, tri_x22, tri_h22; integer(8) :: tri_l22, tri_n22, tri_x23, tri_h23, tri_n23
# 81 "nests.f90" 3
  integer(8) :: tri_v(6)
# 82 "nests.f90"
    integer, intent(in) :: n
    integer, save :: visits = 0
    integer :: i, j
# 85 "nests.f90" 3
  tri_h21 = 0; tri_l21 = 0; if (tri_r(1,22) /= 0 .and. tri_r(1,22) /= 2) call tri_nest(tri_r(1,22), tri_h21, tri_l21); tri_t22 = 0
# 85 "nests.f90" 3
  tri_j22 = 9223372036854775807_8; tri_k22 = 0; tri_t23 = 0; tri_j23 = 9223372036854775807_8; tri_k23 = 0; if (tri_l21 /= 0) then
# 85 "nests.f90" 3
  tri_x22 = tri_salt(tri_h21); end if
# 85 "nests.f90" 3
  tri_h22 = 0; tri_l22 = 0; if (tri_l21 /= 0) then; if (tri_r(1,23) == 2) then; if (tri_r(3,23) /= 0) then
# 85 "nests.f90" 3
  tri_x22 = tri_x22 + 2654435769_8; if (tri_x22 > 4294967295_8) tri_x22 = tri_x22 - 4294967296_8
# 85 "nests.f90" 3
  if (tri_x22 < tri_r(3,23)) call tri_sampled_nest(tri_r(1,23), tri_h22, tri_l22); end if; else if (tri_r(1,23) /= 0) then
# 85 "nests.f90" 3
  call tri_nest(tri_r(1,23), tri_h22, tri_l22); end if; end if; tri_n22 = n; if (tri_n22 < 0) tri_n22 = 0; if (tri_l22 /= 0) then
# 85 "nests.f90" 3
  tri_x23 = tri_salt(tri_h22)
# 85 "nests.f90"
    do j = 1, n                                              != L 2 5 2 3 D
# 86 "nests.f90" 3
  tri_h23 = 0; if (tri_r(1,24) == 2) then; if (tri_r(3,24) /= 0) then; tri_x23 = tri_x23 + 2654435769_8
# 86 "nests.f90" 3
  if (tri_x23 > 4294967295_8) tri_x23 = tri_x23 - 4294967296_8; if (tri_x23 < tri_r(3,24)) call tri_sampled(tri_r(1,24), tri_h23)
# 86 "nests.f90" 3
  end if; else if (tri_r(1,24) /= 0) then; call tri_open(tri_r(1,24), tri_h23); end if; tri_n23 = j; if (tri_n23 < 0) tri_n23 = 0
# 86 "nests.f90"
      do i = 1, j                                            != L 5 9 1 3 D
        visits = visits + 1
      end do
# 88 "nests.f90" 3
  if (tri_h23 /= 0) then; call tri_leave_loop(tri_h23, tri_n23); else; tri_t23 = tri_t23 + tri_n23
# 88 "nests.f90" 3
  if (tri_n23 < tri_j23) tri_j23 = tri_n23; if (tri_n23 > tri_k23) tri_k23 = tri_n23; end if
# 89 "nests.f90"
    end do
# 89 "nests.f90" 3
  else
# 85 "nests.f90" 3
    do j = 1, n                                              != L 2 5 2 3 D
# 86 "nests.f90" 3
  tri_n23 = j; if (tri_n23 < 0) tri_n23 = 0
# 86 "nests.f90" 3
      do i = 1, j                                            != L 5 9 1 3 D
        visits = visits + 1
      end do
# 88 "nests.f90" 3
  tri_t23 = tri_t23 + tri_n23; if (tri_n23 < tri_j23) tri_j23 = tri_n23; if (tri_n23 > tri_k23) tri_k23 = tri_n23
# 89 "nests.f90" 3
    end do
# 89 "nests.f90" 3
  end if; if (tri_h22 /= 0) then; tri_v(1) = tri_t23; tri_v(2) = tri_j23; tri_v(3) = tri_k23
# 89 "nests.f90" 3
  call tri_leave_nest(tri_h22, tri_n22, tri_v); tri_t23 = 0; tri_j23 = 9223372036854775807_8; tri_k23 = 0; else
# 89 "nests.f90" 3
  tri_t22 = tri_t22 + tri_n22; if (tri_n22 < tri_j22) tri_j22 = tri_n22; if (tri_n22 > tri_k22) tri_k22 = tri_n22; end if
# 90 "nests.f90"
    total = total + visits
# 91 "nests.f90" 3
  if (tri_h21 /= 0 .or. tri_r(1,22) /= 0) then; tri_v(1) = tri_t22; tri_v(2) = tri_t23; tri_v(3) = tri_j22; tri_v(4) = tri_k22
# 91 "nests.f90" 3
  tri_v(5) = tri_j23; tri_v(6) = tri_k23; call tri_end_nest(tri_r(1,22), tri_h21, -1_8, tri_v); end if
# 91 "nests.f90"
  end subroutine
end module
program nests                                                != R 1
  use blocks
  implicit none
# 95 "nests.f90" 3
  include 'triptych/probes.inc'
# 95 "nests.f90" 3
  include 'triptych/units.inc'
# 95 "nests.f90" 3
  integer(4) :: tri_r(18,32); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h24, tri_h25, tri_n25, tri_h26, tri_n26
# 95 "nests.f90" 3
  integer(8) :: tri_h27, tri_l27, tri_t28, tri_j28, tri_k28; integer(8) :: tri_i29, tri_t30, tri_j30, tri_k30, tri_n27
# 95 "nests.f90" 3
  integer(8) :: tri_x28, tri_h28, tri_l28, tri_n28, tri_x30; integer(8) :: tri_h30, tri_n30, tri_v(7), tri_h31
# 96 "nests.f90"
  real(8) :: a(n5, n5), b(n5, n5), w(4, 4)
  integer :: i, j, k, skipped, list(3, 3), few
# 98 "nests.f90" 3
  tri_h24 = 0; if (tri_r(1,25) /= 0) call tri_enter(tri_r(1,25), tri_h24)
# 98 "nests.f90"
  a = 1; b = 0.5; w = 0
# 99 "nests.f90" 3
  tri_h25 = 0; if (tri_r(1,26) /= 0) call tri_enter(tri_r(1,26), tri_h25); tri_n25 = 3
# 99 "nests.f90"
  do k = 1, 3                                                != L 1 3 3 3 D
    call product(a, b, a)
    total = total + trace(a)
  end do
# 102 "nests.f90" 3
  if (tri_h25 /= 0) call tri_leave_loop(tri_h25, tri_n25)
# 103 "nests.f90" 3
  tri_h26 = 0; if (tri_r(1,27) /= 0) call tri_enter(tri_r(1,27), tri_h26); tri_n26 = 2
# 103 "nests.f90"
  do k = 1, 2                                                != L 1 2 2 2 D
    call eliminate(b, skipped)
    total = total + skipped
  end do
# 106 "nests.f90" 3
  if (tri_h26 /= 0) call tri_leave_loop(tri_h26, tri_n26)
# 107 "nests.f90"
  call run_time(4, 4, w)
  call run_time(3, 3, w)
  call run_time(2, 0, w)
  list = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  few = find(list, 4) + find(list, 7)
  list(3, 2) = -1
  few = few + find(list, 9)
  call saved(2)
  call saved(3)
# 116 "nests.f90" 3
  tri_h27 = 0; tri_l27 = 0; if (tri_r(1,28) /= 0 .and. tri_r(1,28) /= 2) call tri_nest(tri_r(1,28), tri_h27, tri_l27); tri_t28 = 0
# 116 "nests.f90" 3
  tri_j28 = 9223372036854775807_8; tri_k28 = 0; tri_i29 = 0; tri_t30 = 0; tri_j30 = 9223372036854775807_8; tri_k30 = 0
# 116 "nests.f90" 3
  tri_n27 = 4; if (tri_l27 /= 0) then; tri_x28 = tri_salt(tri_h27)
# 116 "nests.f90"
  do j = 1, 4                                                != L 1 4 4 4 D
# 117 "nests.f90" 3
  tri_h28 = 0; tri_l28 = 0; if (tri_r(1,29) == 2) then; if (tri_r(3,29) /= 0) then; tri_x28 = tri_x28 + 2654435769_8
# 117 "nests.f90" 3
  if (tri_x28 > 4294967295_8) tri_x28 = tri_x28 - 4294967296_8
# 117 "nests.f90" 3
  if (tri_x28 < tri_r(3,29)) call tri_sampled_nest(tri_r(1,29), tri_h28, tri_l28); end if; else if (tri_r(1,29) /= 0) then
# 117 "nests.f90" 3
  call tri_nest(tri_r(1,29), tri_h28, tri_l28); end if; tri_n28 = j; if (tri_n28 < 0) tri_n28 = 0; if (tri_l28 /= 0) then
# 117 "nests.f90" 3
  tri_x30 = tri_salt(tri_h28)
# 117 "nests.f90"
    do i = 1, j                                              != L 4 10 1 4 D
      if (mod(i, 2) == 0) then
        do k = 1, 3                                          != L 4 12 3 3 D
          few = few + 1
        end do
# 121 "nests.f90" 3
  tri_i29 = tri_i29 + 1
# 122 "nests.f90"
      end if
# 123 "nests.f90" 3
  tri_h30 = 0; if (tri_r(1,31) == 2) then; if (tri_r(3,31) /= 0) then; tri_x30 = tri_x30 + 2654435769_8
# 123 "nests.f90" 3
  if (tri_x30 > 4294967295_8) tri_x30 = tri_x30 - 4294967296_8; if (tri_x30 < tri_r(3,31)) call tri_sampled(tri_r(1,31), tri_h30)
# 123 "nests.f90" 3
  end if; else if (tri_r(1,31) /= 0) then; call tri_open(tri_r(1,31), tri_h30); end if; tri_n30 = few-few+2
# 123 "nests.f90" 3
  if (tri_n30 < 0) tri_n30 = 0
# 123 "nests.f90"
      do k = 1, few - few + 2                                != L 10 20 2 2 D
        few = few + 1
      end do
# 125 "nests.f90" 3
  if (tri_h30 /= 0) then; call tri_leave_loop(tri_h30, tri_n30); else; tri_t30 = tri_t30 + tri_n30
# 125 "nests.f90" 3
  if (tri_n30 < tri_j30) tri_j30 = tri_n30; if (tri_n30 > tri_k30) tri_k30 = tri_n30; end if
# 126 "nests.f90"
    end do
# 126 "nests.f90" 3
  else
# 117 "nests.f90" 3
    do i = 1, j                                              != L 4 10 1 4 D
      if (mod(i, 2) == 0) then
        do k = 1, 3                                          != L 4 12 3 3 D
          few = few + 1
        end do
# 121 "nests.f90" 3
  tri_i29 = tri_i29 + 1
# 122 "nests.f90" 3
      end if
# 123 "nests.f90" 3
  tri_n30 = few-few+2; if (tri_n30 < 0) tri_n30 = 0
# 123 "nests.f90" 3
      do k = 1, few - few + 2                                != L 10 20 2 2 D
        few = few + 1
      end do
# 125 "nests.f90" 3
  tri_t30 = tri_t30 + tri_n30; if (tri_n30 < tri_j30) tri_j30 = tri_n30; if (tri_n30 > tri_k30) tri_k30 = tri_n30
# 126 "nests.f90" 3
    end do
# 126 "nests.f90" 3
  end if; if (tri_h28 /= 0) then; tri_v(1) = tri_i29; tri_v(2) = tri_t30; tri_v(3) = tri_j30; tri_v(4) = tri_k30
# 126 "nests.f90" 3
  call tri_leave_nest(tri_h28, tri_n28, tri_v); tri_i29 = 0; tri_t30 = 0; tri_j30 = 9223372036854775807_8; tri_k30 = 0; else
# 126 "nests.f90" 3
  tri_t28 = tri_t28 + tri_n28; if (tri_n28 < tri_j28) tri_j28 = tri_n28; if (tri_n28 > tri_k28) tri_k28 = tri_n28; end if
# 127 "nests.f90"
  end do
# 127 "nests.f90" 3
  else
# 116 "nests.f90" 3
  do j = 1, 4                                                != L 1 4 4 4 D
# 117 "nests.f90" 3
  tri_n28 = j; if (tri_n28 < 0) tri_n28 = 0
# 117 "nests.f90" 3
    do i = 1, j                                              != L 4 10 1 4 D
      if (mod(i, 2) == 0) then
        do k = 1, 3                                          != L 4 12 3 3 D
          few = few + 1
        end do
# 121 "nests.f90" 3
  tri_i29 = tri_i29 + 1
# 122 "nests.f90" 3
      end if
# 123 "nests.f90" 3
  tri_n30 = few-few+2; if (tri_n30 < 0) tri_n30 = 0
# 123 "nests.f90" 3
      do k = 1, few - few + 2                                != L 10 20 2 2 D
        few = few + 1
      end do
# 125 "nests.f90" 3
  tri_t30 = tri_t30 + tri_n30; if (tri_n30 < tri_j30) tri_j30 = tri_n30; if (tri_n30 > tri_k30) tri_k30 = tri_n30
# 126 "nests.f90" 3
    end do
# 126 "nests.f90" 3
  tri_t28 = tri_t28 + tri_n28; if (tri_n28 < tri_j28) tri_j28 = tri_n28; if (tri_n28 > tri_k28) tri_k28 = tri_n28
# 127 "nests.f90" 3
  end do
# 127 "nests.f90" 3
  end if; if (tri_h27 /= 0 .or. tri_r(1,28) /= 0) then; tri_v(1) = tri_t28; tri_v(2) = tri_i29; tri_v(3) = tri_t30
# 127 "nests.f90" 3
  tri_v(4) = tri_j28; tri_v(5) = tri_k28; tri_v(6) = tri_j30; tri_v(7) = tri_k30
# 127 "nests.f90" 3
  call tri_end_nest(tri_r(1,28), tri_h27, tri_n27, tri_v); end if
# 128 "nests.f90" 3
  tri_h31 = 0; if (tri_r(1,32) /= 0) call tri_enter(tri_r(1,32), tri_h31)
# 128 "nests.f90"
  print "(i0, f12.4)", few, total + sum(a) + sum(b) + sum(w)  != IO 1 6
# 128 "nests.f90" 3
  if (tri_h31 /= 0) call tri_leave_io(tri_h31, 6_8)
# 129 "nests.f90" 3
  if (tri_h24 /= 0) call tri_leave(tri_h24)
# 129 "nests.f90"
end program
