# 1 "late.f90"
! Functions whose type speaks of what is declared below, and units that must be evaluated once. Behind !=, as in the other files.
module words
  implicit none
  integer :: calls = 0
contains
  character(len=len(s)) function upper(s)                    != R 2
    character(*), intent(in) :: s
    integer :: i
# 8 "late.f90" 3
  include 'triptych/probes.inc'
# 8 "late.f90" 3
  integer(4) :: tri_r(18,10); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_l0, tri_t1, tri_j1, tri_k1
# 8 "late.f90" 3
  integer(8) :: tri_x1, tri_h1, tri_n1, tri_v(3)
# 9 "late.f90" 3
  tri_h0 = 0; tri_l0 = 0; if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) call tri_nest(tri_r(1,1), tri_h0, tri_l0); tri_t1 = 0
# 9 "late.f90" 3
  tri_j1 = 9223372036854775807_8; tri_k1 = 0; if (tri_l0 /= 0) then; tri_x1 = tri_salt(tri_h0); end if
# 9 "late.f90" 3
  tri_h1 = 0; if (tri_l0 /= 0) then; if (tri_r(1,2) == 2) then; if (tri_r(3,2) /= 0) then; tri_x1 = tri_x1 + 2654435769_8
# 9 "late.f90" 3
  if (tri_x1 > 4294967295_8) tri_x1 = tri_x1 - 4294967296_8; if (tri_x1 < tri_r(3,2)) call tri_sampled(tri_r(1,2), tri_h1); end if
# 9 "late.f90" 3
  else if (tri_r(1,2) /= 0) then; call tri_open(tri_r(1,2), tri_h1); end if; end if; tri_n1 = len(s); if (tri_n1 < 0) tri_n1 = 0
# 9 "late.f90"
    do i = 1, len(s)                                         != L 2 7 3 4 D
      upper(i:i) = achar(iachar(s(i:i)) - 32)
    end do
# 11 "late.f90" 3
  if (tri_h1 /= 0) then; call tri_leave_loop(tri_h1, tri_n1); else; tri_t1 = tri_t1 + tri_n1; if (tri_n1 < tri_j1) tri_j1 = tri_n1
# 11 "late.f90" 3
  if (tri_n1 > tri_k1) tri_k1 = tri_n1; end if
# 12 "late.f90" 3
  if (tri_h0 /= 0 .or. tri_r(1,1) /= 0) then; tri_v(1) = tri_t1; tri_v(2) = tri_j1; tri_v(3) = tri_k1
# 12 "late.f90" 3
  call tri_end_nest(tri_r(1,1), tri_h0, -1_8, tri_v); end if
# 12 "late.f90"
  end function
  real(kind(0d0)) function half(n)                           != R 1
    integer, intent(in) :: n
    real :: twice, x
# 15 "late.f90" 3
  include 'triptych/probes.inc'
# 15 "late.f90" 3
  integer(4) :: tri_r(18,10); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h2
# 16 "late.f90"
    twice(x) = x * 2
# 17 "late.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 17 "late.f90"
    half = twice(real(n)) / 4
# 18 "late.f90" 3
  if (tri_h2 /= 0) call tri_leave(tri_h2)
# 18 "late.f90"
  end function
  integer function max(a, b)                                 != R 3
# 19 "late.f90" 3
  include 'triptych/probes.inc'
# 19 "late.f90" 3
  integer(4) :: tri_r(18,10); common /tri_0123456789abcdef/ tri_r
# 20 "late.f90"
    integer, intent(in) :: a, b
# 21 "late.f90" 3
  if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) then; max = tri_t3_max(a,b); return; end if
# 21 "late.f90"
    max = a + b
    calls = calls + 1
# 23 "late.f90" 3
  if (tri_r(1,4) /= 0) call tri_count_visit(tri_r(1,4))
# 23 "late.f90"
  end function
# 19 "late.f90" 3
  integer function tri_t3_max(a, b) result(max)                                 != R 3
# 19 "late.f90" 3
  include 'triptych/probes.inc'
# 19 "late.f90" 3
  integer(4) :: tri_r(18,10); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3
# 20 "late.f90" 3
    integer, intent(in) :: a, b
# 21 "late.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call tri_open(tri_r(1,4), tri_h3)
# 21 "late.f90" 3
    max = a + b
    calls = calls + 1
# 23 "late.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) call tri_close(tri_r(1,4), tri_h3)
# 23 "late.f90" 3
  end function
# 24 "late.f90"
end module
program late                                                 != R 1
  use words
  implicit none
# 27 "late.f90" 3
  include 'triptych/probes.inc'
# 27 "late.f90" 3
  include 'triptych/units.inc'
# 27 "late.f90" 3
  integer(4) :: tri_r(18,10); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h4, tri_h5, tri_h6, tri_h7, tri_u7
# 27 "late.f90" 3
  integer(8) :: tri_h8, tri_h9
# 28 "late.f90"
  integer :: unit
# 29 "late.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4)
# 29 "late.f90"
  unit = 9
# 30 "late.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5)
# 30 "late.f90"
  open (max(4, 5), status='scratch')                         != IO 1 none
# 30 "late.f90" 3
  if (tri_h5 /= 0) call tri_leave_io(tri_h5, tri_unit_none)
# 31 "late.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6)
# 31 "late.f90"
  write (max(4, 5), *) upper('abc')                          != IO 1 none
# 31 "late.f90" 3
  if (tri_h6 /= 0) call tri_leave_io(tri_h6, tri_unit_none)
# 32 "late.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7); tri_u7 = tri_unit(unit)
# 32 "late.f90"
  rewind (unit)                                              != IO 1 9
# 32 "late.f90" 3
  if (tri_h7 /= 0) call tri_leave_io(tri_h7, tri_u7)
# 33 "late.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8); if (tri_h8 /= 0) call tri_closing(tri_h8, tri_unit_none)
# 33 "late.f90"
  close (max(4, 5))                                          != IO 1 none
# 33 "late.f90" 3
  if (tri_h8 /= 0) call tri_leave_io(tri_h8, tri_unit_none)
# 34 "late.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0) call tri_enter(tri_r(1,10), tri_h9)
# 34 "late.f90"
  print *, upper('abcd'), half(3), calls                     != IO 1 6
# 34 "late.f90" 3
  if (tri_h9 /= 0) call tri_leave_io(tri_h9, 6_8)
# 35 "late.f90" 3
  if (tri_h4 /= 0) call tri_leave(tri_h4)
# 35 "late.f90"
end program
