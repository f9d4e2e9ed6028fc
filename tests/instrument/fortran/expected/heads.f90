# 1 "heads.f90"
! Heads of loops that must be evaluated once. Behind !=, as in the other files.
module bounds
  implicit none
  integer :: calls = 0
  type box
    integer :: n = 3
  end type
  interface operator(+)
    module procedure plus
  end interface
  interface size
    module procedure box_size
  end interface
contains
  integer function plus(a, b)                                != R 1
# 15 "heads.f90" 3
  include 'triptych/probes.inc'
# 15 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r
# 16 "heads.f90"
    type(box), intent(in) :: a, b
# 17 "heads.f90" 3
  if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) then; plus = tri_t0_plus(a,b); return; end if
# 17 "heads.f90"
    plus = a%n + b%n
    calls = calls + 1
# 19 "heads.f90" 3
  if (tri_r(1,1) /= 0) call tri_count_visit(tri_r(1,1))
# 19 "heads.f90"
  end function
# 15 "heads.f90" 3
  integer function tri_t0_plus(a, b) result(plus)                                != R 1
# 15 "heads.f90" 3
  include 'triptych/probes.inc'
# 15 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0
# 16 "heads.f90" 3
    type(box), intent(in) :: a, b
# 17 "heads.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) call tri_open(tri_r(1,1), tri_h0)
# 17 "heads.f90" 3
    plus = a%n + b%n
    calls = calls + 1
# 19 "heads.f90" 3
  if (tri_h0 /= 0 .or. tri_r(1,1) /= 0) call tri_close(tri_r(1,1), tri_h0)
# 19 "heads.f90" 3
  end function
# 20 "heads.f90"
  integer function box_size(a)                               != R 4
# 20 "heads.f90" 3
  include 'triptych/probes.inc'
# 20 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r
# 21 "heads.f90"
    type(box), intent(in) :: a
# 22 "heads.f90" 3
  if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) then; box_size = tri_t1_box_size(a); return; end if
# 22 "heads.f90"
    box_size = a%n
    calls = calls + 1
# 24 "heads.f90" 3
  if (tri_r(1,2) /= 0) call tri_count_visit(tri_r(1,2))
# 24 "heads.f90"
  end function
# 20 "heads.f90" 3
  integer function tri_t1_box_size(a) result(box_size)                               != R 4
# 20 "heads.f90" 3
  include 'triptych/probes.inc'
# 20 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h1
# 21 "heads.f90" 3
    type(box), intent(in) :: a
# 22 "heads.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_open(tri_r(1,2), tri_h1)
# 22 "heads.f90" 3
    box_size = a%n
    calls = calls + 1
# 24 "heads.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_close(tri_r(1,2), tri_h1)
# 24 "heads.f90" 3
  end function
# 25 "heads.f90"
  integer function max(a, b)                                 != R 1
# 25 "heads.f90" 3
  include 'triptych/probes.inc'
# 25 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r
# 26 "heads.f90"
    integer, intent(in) :: a, b
# 27 "heads.f90" 3
  if (tri_r(1,3) /= 0 .and. tri_r(1,3) /= 2) then; max = tri_t2_max(a,b); return; end if
# 27 "heads.f90"
    max = a + b
    calls = calls + 1
# 29 "heads.f90" 3
  if (tri_r(1,3) /= 0) call tri_count_visit(tri_r(1,3))
# 29 "heads.f90"
  end function
# 25 "heads.f90" 3
  integer function tri_t2_max(a, b) result(max)                                 != R 1
# 25 "heads.f90" 3
  include 'triptych/probes.inc'
# 25 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h2
# 26 "heads.f90" 3
    integer, intent(in) :: a, b
# 27 "heads.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0 .and. tri_r(1,3) /= 2) call tri_open(tri_r(1,3), tri_h2)
# 27 "heads.f90" 3
    max = a + b
    calls = calls + 1
# 29 "heads.f90" 3
  if (tri_h2 /= 0 .or. tri_r(1,3) /= 0) call tri_close(tri_r(1,3), tri_h2)
# 29 "heads.f90" 3
  end function
# 30 "heads.f90"
end module
program heads                                                != R 1
  use bounds
  implicit none
# 33 "heads.f90" 3
  include 'triptych/probes.inc'
# 33 "heads.f90" 3
  include 'triptych/units.inc'
# 33 "heads.f90" 3
  integer(4) :: tri_r(18,13); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3, tri_h4, tri_n4, tri_a, tri_b, tri_h5
# 33 "heads.f90" 3
  integer(8) :: tri_n5, tri_h6, tri_n6, tri_c, tri_h7; integer(8) :: tri_n7, tri_h8, tri_n8, tri_h9, tri_n9
# 33 "heads.f90" 3
  integer(8) :: tri_h10, tri_n10, tri_h11, tri_n11, tri_h12
# 34 "heads.f90"
  type(box) :: x, y
  integer :: i, j, total
  integer(2) :: small
  integer(8) :: large, low, high
# 38 "heads.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3)
# 38 "heads.f90"
  total = 0
# 39 "heads.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call tri_enter(tri_r(1,5), tri_h4); tri_a = 1; tri_b = x+y
# 39 "heads.f90" 3
  tri_n4 = tri_b; if (tri_n4 < tri_a) tri_n4 = tri_a - 1; tri_n4 = tri_n4 - tri_a + 1
# 39 "heads.f90"
  do i = tri_a, tri_b                                            != L 1 6 6 6 D
# 40 "heads.f90"
    total = total + i
  end do
# 41 "heads.f90" 3
  if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call tri_end_loop(tri_r(1,5), tri_h4, tri_n4)
# 42 "heads.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5); tri_a = 1; tri_b = size(x); tri_n5 = tri_b
# 42 "heads.f90" 3
  if (tri_n5 < tri_a) tri_n5 = tri_a - 1; tri_n5 = tri_n5 - tri_a + 1
# 42 "heads.f90"
  do i = tri_a, tri_b; 
# 42 "heads.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6); tri_a = 1; tri_b = size(y); tri_c = 2
# 42 "heads.f90" 3
  tri_n6 = tri_trips(tri_a, tri_b, tri_c)
# 42 "heads.f90"
                     do j = tri_a, tri_b, tri_c; 
# 42 "heads.f90"
                                           total = total + j; end do; 
# 42 "heads.f90" 3
  if (tri_h6 /= 0) call tri_leave_loop(tri_h6, tri_n6)
# 42 "heads.f90"
                                                                      end do  != L 1 3 3 3 D; L 3 6 2 2 D
# 42 "heads.f90" 3
  if (tri_h5 /= 0) call tri_leave_loop(tri_h5, tri_n5)
# 43 "heads.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7); tri_a = 1_2; tri_b = max(2,3); tri_n7 = tri_b
# 43 "heads.f90" 3
  if (tri_n7 < tri_a) tri_n7 = tri_a - 1; tri_n7 = tri_n7 - tri_a + 1
# 43 "heads.f90"
  a: do small = tri_a, tri_b      ! of its own
# 47 "heads.f90"
    total = total + small
  end do a
# 48 "heads.f90" 3
  if (tri_h7 /= 0) call tri_leave_loop(tri_h7, tri_n7)
# 49 "heads.f90"
  low = -huge(low) - 1
  high = huge(high) - 1
# 51 "heads.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0 .and. tri_r(1,9) /= 2) call tri_enter(tri_r(1,9), tri_h8); tri_a = high; tri_n8 = low
# 51 "heads.f90" 3
  if (tri_n8 < tri_a) tri_n8 = tri_a - 1; tri_n8 = tri_n8 - tri_a + 1
# 51 "heads.f90"
  do large = high, low                                       != L 1 0 0 0 D
    total = total - 1000
  end do
# 53 "heads.f90" 3
  if (tri_h8 /= 0 .or. tri_r(1,9) /= 0) call tri_end_loop(tri_r(1,9), tri_h8, tri_n8)
# 54 "heads.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_enter(tri_r(1,10), tri_h9); tri_a = low; tri_n9 = high
# 54 "heads.f90" 3
  if (tri_n9 > tri_a) tri_n9 = tri_a + 1; tri_n9 = tri_a - tri_n9 + 1
# 54 "heads.f90"
  do large = low, high, -1                                   != L 1 0 0 0 D
    total = total - 1000
  end do
# 56 "heads.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) call tri_end_loop(tri_r(1,10), tri_h9, tri_n9)
# 57 "heads.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0 .and. tri_r(1,11) /= 2) call tri_enter(tri_r(1,11), tri_h10); tri_a = low; tri_n10 = low+2
# 57 "heads.f90" 3
  if (tri_n10 < tri_a) tri_n10 = tri_a - 1; tri_n10 = tri_n10 - tri_a + 1
# 57 "heads.f90"
  do large = low, low + 2                                    != L 1 3 3 3 D
    total = total + 1
  end do
# 59 "heads.f90" 3
  if (tri_h10 /= 0 .or. tri_r(1,11) /= 0) call tri_end_loop(tri_r(1,11), tri_h10, tri_n10)
# 60 "heads.f90" 3
  tri_h11 = 0; if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) call tri_enter(tri_r(1,12), tri_h11); tri_a = high; tri_n11 = high-4
# 60 "heads.f90" 3
  tri_n11 = tri_a - tri_n11; if (tri_n11 < 0) tri_n11 = -2; tri_n11 = (tri_n11 + 2) / 2
# 60 "heads.f90"
  do large = high, high - 4, -2                              != L 1 3 3 3 D
    total = total + 1
  end do
# 62 "heads.f90" 3
  if (tri_h11 /= 0 .or. tri_r(1,12) /= 0) call tri_end_loop(tri_r(1,12), tri_h11, tri_n11)
# 63 "heads.f90" 3
  tri_h12 = 0; if (tri_r(1,13) /= 0) call tri_enter(tri_r(1,13), tri_h12)
# 63 "heads.f90"
  print *, total, calls                                      != IO 1 6
# 63 "heads.f90" 3
  if (tri_h12 /= 0) call tri_leave_io(tri_h12, 6_8)
# 64 "heads.f90" 3
  if (tri_h3 /= 0) call tri_leave(tri_h3)
# 64 "heads.f90"
end program
