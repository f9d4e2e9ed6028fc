# 1 "direct.f90"
! Loops in which nothing is called, where others are.
program direct                                                              != R 1
  implicit none
# 3 "direct.f90" 3
  include 'triptych/probes.inc'
# 3 "direct.f90" 3
  include 'triptych/units.inc'
# 3 "direct.f90" 3
  integer(4) :: tri_r(18,11); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2
# 4 "direct.f90"
  real :: a(6, 6)
  integer :: n
# 6 "direct.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 6 "direct.f90"
  a = 1
# 7 "direct.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1); tri_n1 = 7
# 7 "direct.f90"
  do n = 0, 6                                                               != L 1 7 7 7 D
    call scale(n, real(mod(n, 3)), a)
  end do
# 9 "direct.f90" 3
  if (tri_h1 /= 0) call tri_leave_loop(tri_h1, tri_n1)
# 10 "direct.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 10 "direct.f90"
  print '(f12.3)', sum(a)                                                   != IO 1 6
# 10 "direct.f90" 3
  if (tri_h2 /= 0) call tri_leave_io(tri_h2, 6_8)
# 11 "direct.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 11 "direct.f90"
end program

subroutine scale(n, x, a)                                                   != R 7
  implicit none
# 14 "direct.f90" 3
  include 'triptych/probes.inc'
# 14 "direct.f90" 3
  integer(4) :: tri_r(18,11); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3, tri_h4, tri_n4, tri_h5, tri_l5
# 14 "direct.f90" 3
  integer(8) :: tri_t6, tri_j6, tri_k6, tri_n5, tri_x6; integer(8) :: tri_h6, tri_n6, tri_p6, tri_v(3), tri_h7
# 14 "direct.f90" 3
  integer(8) :: tri_n7, tri_h8, tri_n8
# 15 "direct.f90"
  integer :: n, i, j
  real :: x, a(6, 6)
# 17 "direct.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3)
# 17 "direct.f90"
  if (n < 1) then
    call complain('scale', n)
# 19 "direct.f90" 3
  if (tri_h3 /= 0) call tri_leave(tri_h3)
# 19 "direct.f90"
    return
  end if
  if (x < 0.5) then
# 22 "direct.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call tri_enter(tri_r(1,5), tri_h4); tri_n4 = n
# 22 "direct.f90" 3
  if (tri_n4 < 0) tri_n4 = 0
# 22 "direct.f90"
    do i = 1, n                                                             != L 2 9 3 6 D
      a(i, 1) = 0
    end do
# 24 "direct.f90" 3
  if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call tri_add_loop(tri_r(1,5), tri_h4, tri_n4, tri_h3, 4294967296_8)
# 25 "direct.f90"
  else
# 26 "direct.f90" 3
  tri_h5 = 0; tri_l5 = 0; if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call tri_nest(tri_r(1,6), tri_h5, tri_l5); tri_t6 = 0
# 26 "direct.f90" 3
  tri_j6 = 9223372036854775807_8; tri_k6 = 0; tri_n5 = n; if (tri_n5 < 0) tri_n5 = 0; if (tri_l5 /= 0) then
# 26 "direct.f90" 3
  tri_x6 = tri_salt(tri_h5)
# 26 "direct.f90"
    do j = 1, n                                                             != L 4 12 1 5 D
# 27 "direct.f90" 3
  tri_h6 = 0; if (tri_r(1,7) == 2) then; if (tri_r(3,7) /= 0) then; tri_x6 = tri_x6 + 2654435769_8
# 27 "direct.f90" 3
  if (tri_x6 > 4294967295_8) tri_x6 = tri_x6 - 4294967296_8; if (tri_x6 < tri_r(3,7)) call tri_sampled(tri_r(1,7), tri_h6); end if
# 27 "direct.f90" 3
  else if (tri_r(1,7) /= 0) then; call tri_open(tri_r(1,7), tri_h6); end if; tri_n6 = n; if (tri_n6 < 0) tri_n6 = 0
# 27 "direct.f90"
      do i = 1, n                                                           != L 12 46 1 5 D
        a(i, j) = x * a(i, j)
      end do
# 29 "direct.f90" 3
  if (tri_h6 /= 0) then; call tri_leave_loop(tri_h6, tri_n6); else; tri_t6 = tri_t6 + tri_n6; if (tri_n6 < tri_j6) tri_j6 = tri_n6
# 29 "direct.f90" 3
  if (tri_n6 > tri_k6) tri_k6 = tri_n6; end if
# 30 "direct.f90"
    end do
# 30 "direct.f90" 3
  else
# 26 "direct.f90" 3
    do j = 1, n                                                             != L 4 12 1 5 D
      do i = 1, n                                                           != L 12 46 1 5 D
        a(i, j) = x * a(i, j)
      end do
    end do
# 30 "direct.f90" 3
  tri_p6 = 0; if (tri_n5 > 0) then; tri_n6 = n; if (tri_n6 < 0) tri_n6 = 0; tri_p6 = tri_n5 * tri_n6; tri_t6 = tri_t6 + tri_p6
# 30 "direct.f90" 3
  if (tri_n6 < tri_j6) tri_j6 = tri_n6; if (tri_n6 > tri_k6) tri_k6 = tri_n6; end if
# 31 "direct.f90" 3
# 30 "direct.f90" 3
  end if; if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) then; tri_v(1) = tri_t6; tri_v(2) = tri_j6; tri_v(3) = tri_k6
# 30 "direct.f90" 3
  call tri_add_nest(tri_r(1,6), tri_h5, tri_n5, tri_h3, 4295032834_8, tri_v); end if
# 31 "direct.f90"
  end if
# 32 "direct.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7); tri_n7 = 3
# 32 "direct.f90"
  do j = 1, 3                                                               != L 6 18 3 3 D
    call complain('again', j)
# 34 "direct.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0 .and. tri_r(1,9) /= 2) call tri_enter(tri_r(1,9), tri_h8); tri_n8 = n
# 34 "direct.f90" 3
  if (tri_n8 < 0) tri_n8 = 0
# 34 "direct.f90"
    do i = 1, n                                                             != L 18 63 1 6 D
      a(i, 1) = a(i, 1) + j
    end do
# 36 "direct.f90" 3
  if (tri_h8 /= 0 .or. tri_r(1,9) /= 0) call tri_add_loop(tri_r(1,9), tri_h8, tri_n8, tri_h7, 4294967296_8)
# 37 "direct.f90"
  end do
# 37 "direct.f90" 3
  if (tri_h7 /= 0) call tri_leave_loop(tri_h7, tri_n7)
# 38 "direct.f90" 3
  if (tri_h3 /= 0) call tri_leave(tri_h3)
# 38 "direct.f90"
end subroutine

subroutine complain(what, n)                                                != R 19
  implicit none
# 41 "direct.f90" 3
  include 'triptych/probes.inc'
# 41 "direct.f90" 3
  include 'triptych/units.inc'
# 41 "direct.f90" 3
  integer(4) :: tri_r(18,11); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h9, tri_h10
# 42 "direct.f90"
  character(*) :: what
  integer :: n
# 44 "direct.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0) call tri_enter(tri_r(1,10), tri_h9)
# 44 "direct.f90"
  if (n > 5) then
# 44 "direct.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0) call tri_enter(tri_r(1,11), tri_h10)
# 44 "direct.f90"
             print *, what, n                                               != IO 0
# 44 "direct.f90" 3
  if (tri_h10 /= 0) call tri_leave_io(tri_h10, 6_8); end if
# 45 "direct.f90" 3
  if (tri_h9 /= 0) call tri_leave(tri_h9)
# 45 "direct.f90"
end subroutine
