# 1 "direct.f90"
! Loops in which nothing is called, where others are.
subroutine scale(n, x, a)
  implicit none
# 3 "direct.f90" 3
  include 'triptych/probes.inc'
# 3 "direct.f90" 3
  integer(4) :: tri_r(18,6); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_n1, tri_h2, tri_l2
# 3 "direct.f90" 3
  integer(8) :: tri_t3, tri_j3, tri_k3, tri_n2, tri_x3; integer(8) :: tri_h3, tri_n3, tri_p3, tri_v(3), tri_h4
# 3 "direct.f90" 3
  integer(8) :: tri_n4, tri_h5, tri_n5
# 4 "direct.f90"
  integer :: n, i, j
  real :: x, a(n, n)
# 6 "direct.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0)
# 6 "direct.f90"
  if (n < 1) then
    call complain('scale', n)
# 8 "direct.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 8 "direct.f90"
    return
  end if
  if (x == 0) then
# 11 "direct.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_enter(tri_r(1,2), tri_h1); tri_n1 = n
# 11 "direct.f90" 3
  if (tri_n1 < 0) tri_n1 = 0
# 11 "direct.f90"
    do i = 1, n
      a(i, 1) = 0
    end do
# 13 "direct.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_add_loop(tri_r(1,2), tri_h1, tri_n1, tri_h0, 4294967296_8)
# 14 "direct.f90"
  else
# 15 "direct.f90" 3
  tri_h2 = 0; tri_l2 = 0; if (tri_r(1,3) /= 0 .and. tri_r(1,3) /= 2) call tri_nest(tri_r(1,3), tri_h2, tri_l2); tri_t3 = 0
# 15 "direct.f90" 3
  tri_j3 = 9223372036854775807_8; tri_k3 = 0; tri_n2 = n; if (tri_n2 < 0) tri_n2 = 0; if (tri_l2 /= 0) then
# 15 "direct.f90" 3
  tri_x3 = tri_salt(tri_h2)
# 15 "direct.f90"
    do j = 1, n
# 16 "direct.f90" 3
  tri_h3 = 0; if (tri_r(1,4) == 2) then; if (tri_r(3,4) /= 0) then; tri_x3 = tri_x3 + 2654435769_8
# 16 "direct.f90" 3
  if (tri_x3 > 4294967295_8) tri_x3 = tri_x3 - 4294967296_8; if (tri_x3 < tri_r(3,4)) call tri_sampled(tri_r(1,4), tri_h3); end if
# 16 "direct.f90" 3
  else if (tri_r(1,4) /= 0) then; call tri_open(tri_r(1,4), tri_h3); end if; tri_n3 = n; if (tri_n3 < 0) tri_n3 = 0
# 16 "direct.f90"
      do i = 1, n
        a(i, j) = x * a(i, j)
      end do
# 18 "direct.f90" 3
  if (tri_h3 /= 0) then; call tri_leave_loop(tri_h3, tri_n3); else; tri_t3 = tri_t3 + tri_n3; if (tri_n3 < tri_j3) tri_j3 = tri_n3
# 18 "direct.f90" 3
  if (tri_n3 > tri_k3) tri_k3 = tri_n3; end if
# 19 "direct.f90"
    end do
# 19 "direct.f90" 3
  else
# 15 "direct.f90" 3
    do j = 1, n
      do i = 1, n
        a(i, j) = x * a(i, j)
      end do
    end do
# 19 "direct.f90" 3
  tri_p3 = 0; if (tri_n2 > 0) then; tri_n3 = n; if (tri_n3 < 0) tri_n3 = 0; tri_p3 = tri_n2 * tri_n3; tri_t3 = tri_t3 + tri_p3
# 19 "direct.f90" 3
  if (tri_n3 < tri_j3) tri_j3 = tri_n3; if (tri_n3 > tri_k3) tri_k3 = tri_n3; end if
# 20 "direct.f90" 3
# 19 "direct.f90" 3
  end if; if (tri_h2 /= 0 .or. tri_r(1,3) /= 0) then; tri_v(1) = tri_t3; tri_v(2) = tri_j3; tri_v(3) = tri_k3
# 19 "direct.f90" 3
  call tri_add_nest(tri_r(1,3), tri_h2, tri_n2, tri_h0, 4295032834_8, tri_v); end if
# 20 "direct.f90"
  end if
# 21 "direct.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4); tri_n4 = 3
# 21 "direct.f90"
  do j = 1, 3
    call complain('again', j)
# 23 "direct.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0 .and. tri_r(1,6) /= 2) call tri_enter(tri_r(1,6), tri_h5); tri_n5 = n
# 23 "direct.f90" 3
  if (tri_n5 < 0) tri_n5 = 0
# 23 "direct.f90"
    do i = 1, n
      a(i, 1) = a(i, 1) + j
    end do
# 25 "direct.f90" 3
  if (tri_h5 /= 0 .or. tri_r(1,6) /= 0) call tri_add_loop(tri_r(1,6), tri_h5, tri_n5, tri_h4, 4294967296_8)
# 26 "direct.f90"
  end do
# 26 "direct.f90" 3
  if (tri_h4 /= 0) call tri_leave_loop(tri_h4, tri_n4)
# 27 "direct.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 27 "direct.f90"
end subroutine
