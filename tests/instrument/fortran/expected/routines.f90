# 1 "routines.f90"
! Routines of every kind. Behind !=, R: how often it is called.
module shapes
  implicit none
  type :: square
    real :: side = 1
  contains
    procedure :: area => square_area
  end type
  interface twice
    module procedure twice_integer, twice_real
  end interface
  interface
    module subroutine apart(n)
      integer, intent(inout) :: n
    end subroutine
    module function also_apart(n) result(m)
      integer, intent(in) :: n
      integer :: m
    end function
  end interface
contains
  function square_area(this) result(area)                    != R 2
# 22 "routines.f90" 3
  include 'triptych/probes.inc'
# 22 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0
# 23 "routines.f90"
    class(square), intent(in) :: this
    real :: area
# 25 "routines.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) call tri_open(tri_r(1,1), tri_h0)
# 25 "routines.f90"
    area = this%side**2
# 26 "routines.f90" 3
  if (tri_h0 /= 0 .or. tri_r(1,1) /= 0) call tri_close(tri_r(1,1), tri_h0)
# 26 "routines.f90"
  end function
  integer function twice_integer(n)                          != R 1
# 27 "routines.f90" 3
  include 'triptych/probes.inc'
# 27 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r
# 28 "routines.f90"
    integer, intent(in) :: n
# 29 "routines.f90" 3
  if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) then; twice_integer = tri_t1_twice_integer(n); return; end if
# 29 "routines.f90"
    twice_integer = 2*n
# 30 "routines.f90" 3
  if (tri_r(1,2) /= 0) call tri_count_visit(tri_r(1,2))
# 30 "routines.f90"
  end function
# 27 "routines.f90" 3
  integer function tri_t1_twice_integer(n) result(twice_integer)                          != R 1
# 27 "routines.f90" 3
  include 'triptych/probes.inc'
# 27 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h1
# 28 "routines.f90" 3
    integer, intent(in) :: n
# 29 "routines.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_open(tri_r(1,2), tri_h1)
# 29 "routines.f90" 3
    twice_integer = 2*n
# 30 "routines.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_close(tri_r(1,2), tri_h1)
# 30 "routines.f90" 3
  end function
# 31 "routines.f90"
  real function twice_real(x)                                != R 1
# 31 "routines.f90" 3
  include 'triptych/probes.inc'
# 31 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r
# 32 "routines.f90"
    real, intent(in) :: x
# 33 "routines.f90" 3
  if (tri_r(1,3) /= 0 .and. tri_r(1,3) /= 2) then; twice_real = tri_t2_twice_real(x); return; end if
# 33 "routines.f90"
    twice_real = 2*x
# 34 "routines.f90" 3
  if (tri_r(1,3) /= 0) call tri_count_visit(tri_r(1,3))
# 34 "routines.f90"
  end function twice_real
# 31 "routines.f90" 3
  real function tri_t2_twice_real(x) result(twice_real)                                != R 1
# 31 "routines.f90" 3
  include 'triptych/probes.inc'
# 31 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h2
# 32 "routines.f90" 3
    real, intent(in) :: x
# 33 "routines.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0 .and. tri_r(1,3) /= 2) call tri_open(tri_r(1,3), tri_h2)
# 33 "routines.f90" 3
    twice_real = 2*x
# 34 "routines.f90" 3
  if (tri_h2 /= 0 .or. tri_r(1,3) /= 0) call tri_close(tri_r(1,3), tri_h2)
# 34 "routines.f90" 3
  end function
# 35 "routines.f90"
  pure subroutine clean(a, total)                            != R 1
# 35 "routines.f90" 3
  include 'triptych/probes.inc'
# 35 "routines.f90" 3
  include 'triptych/units.inc'
# 35 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h3, tri_h4, tri_n4, tri_h5, tri_u5
# 35 "routines.f90" 3
  integer(8) :: tri_h6, tri_u6
# 36 "routines.f90"
    real, intent(in) :: a(:)
    real, intent(out) :: total
    character(len=8) :: text
    integer :: i
# 40 "routines.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3)
# 40 "routines.f90"
    total = 0
# 41 "routines.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0 .and. tri_r(1,5) /= 2) call tri_enter(tri_r(1,5), tri_h4); tri_n4 = size(a)
# 41 "routines.f90" 3
  if (tri_n4 < 0) tri_n4 = 0
# 41 "routines.f90"
    do i = 1, size(a)                                        != L 1 3 3 3 D
      total = total + a(i)
    end do
# 43 "routines.f90" 3
  if (tri_h4 /= 0 .or. tri_r(1,5) /= 0) call tri_add_loop(tri_r(1,5), tri_h4, tri_n4, tri_h3, 4294967296_8)
# 44 "routines.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5); tri_u5 = tri_unit(text)
# 44 "routines.f90"
    write(text, '(f8.3)') total                              != IO 1 internal
# 44 "routines.f90" 3
  if (tri_h5 /= 0) call tri_leave_io(tri_h5, tri_u5)
# 45 "routines.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6); tri_u6 = tri_unit(text)
# 45 "routines.f90"
    read(text, *) total                                      != IO 1 internal
# 45 "routines.f90" 3
  if (tri_h6 /= 0) call tri_leave_io(tri_h6, tri_u6)
# 46 "routines.f90" 3
  if (tri_h3 /= 0) call tri_leave(tri_h3)
# 46 "routines.f90"
  end subroutine
  elemental real function one_more(x)                        != R 4
# 47 "routines.f90" 3
  include 'triptych/probes.inc'
# 47 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r
# 48 "routines.f90"
    real, intent(in) :: x
# 49 "routines.f90" 3
  if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) then; one_more = tri_t7_one_more(x); return; end if
# 49 "routines.f90"
    one_more = x + 1
# 50 "routines.f90" 3
  if (tri_r(1,8) /= 0) call tri_count_visit(tri_r(1,8))
# 50 "routines.f90"
  end function
# 47 "routines.f90" 3
  elemental real function tri_t7_one_more(x) result(one_more)                        != R 4
# 47 "routines.f90" 3
  include 'triptych/probes.inc'
# 47 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h7
# 48 "routines.f90" 3
    real, intent(in) :: x
# 49 "routines.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0 .and. tri_r(1,8) /= 2) call tri_open(tri_r(1,8), tri_h7)
# 49 "routines.f90" 3
    one_more = x + 1
# 50 "routines.f90" 3
  if (tri_h7 /= 0 .or. tri_r(1,8) /= 0) call tri_close(tri_r(1,8), tri_h7)
# 50 "routines.f90" 3
  end function
# 51 "routines.f90"
  recursive integer function factorial(n) result(f)          != R 5
# 51 "routines.f90" 3
  include 'triptych/probes.inc'
# 51 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h8
# 52 "routines.f90"
    integer, intent(in) :: n
# 52 "routines.f90" 3
  integer :: tri_w0
# 53 "routines.f90" 3
  tri_w0 = n; tri_h8 = 0; if (tri_r(1,9) /= 0) then; block; integer(8) :: tri_a, tri_b; tri_a = 0; tri_b = 0
# 53 "routines.f90" 3
  call tri_enter(tri_r(1,9), tri_a); tri_h8 = tri_a; end block; end if
# 53 "routines.f90"
    if (n <= 1) then
      f = 1
# 55 "routines.f90" 3
  if (tri_h8 /= 0) call tri_leave(tri_h8)
# 55 "routines.f90"
      return
    end if
# 57 "routines.f90" 3
  if (tri_h8 /= 0) call tri_leave(tri_h8)
# 57 "routines.f90"
    f = n*factorial(n - 1)
# 57 "routines.f90" 3
  return
# 58 "routines.f90" 3
  if (tri_h8 /= 0) call tri_leave(tri_h8)
# 58 "routines.f90"
  end function
  subroutine nothing()                                       != R 3
# 59 "routines.f90" 3
  include 'triptych/probes.inc'
# 59 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r
# 60 "routines.f90" 3
  if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) then; call tri_t9_nothing(); return; end if
# 60 "routines.f90" 3
  if (tri_r(1,10) /= 0) call tri_count_visit(tri_r(1,10))
# 60 "routines.f90"
  end subroutine
# 59 "routines.f90" 3
  subroutine tri_t9_nothing()                                       != R 3
# 59 "routines.f90" 3
  include 'triptych/probes.inc'
# 59 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h9
# 60 "routines.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0 .and. tri_r(1,10) /= 2) call tri_open(tri_r(1,10), tri_h9)
# 60 "routines.f90" 3
  if (tri_h9 /= 0 .or. tri_r(1,10) /= 0) call tri_close(tri_r(1,10), tri_h9)
# 60 "routines.f90" 3
  end subroutine
# 61 "routines.f90"
  subroutine host(n)                                         != R 2
# 61 "routines.f90" 3
  include 'triptych/probes.inc'
# 61 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h10
# 62 "routines.f90"
    integer, intent(inout) :: n
    integer :: i
# 64 "routines.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0 .and. tri_r(1,11) /= 2) call tri_open(tri_r(1,11), tri_h10)
# 64 "routines.f90"
    call tri_c11_inner
    call tri_c11_inner
# 66 "routines.f90" 3
  if (tri_h10 /= 0 .or. tri_r(1,11) /= 0) call tri_close(tri_r(1,11), tri_h10)
# 66 "routines.f90"
  contains
    subroutine inner                                         != R 4
# 67 "routines.f90" 3
  include 'triptych/probes.inc'
# 67 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r
# 68 "routines.f90" 3
  if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) then; call tri_t11_inner(); return; end if
# 68 "routines.f90"
      do i = 1, 2                                            != L 4 8 2 2 D
        n = n + i
      end do
# 71 "routines.f90" 3
  if (tri_r(1,12) /= 0) call tri_count_visit(tri_r(1,12))
# 71 "routines.f90"
    end subroutine
# 67 "routines.f90" 3
    subroutine tri_c11_inner                                         != R 4
      do i = 1, 2                                            != L 4 8 2 2 D
        n = n + i
      end do
    end subroutine
# 67 "routines.f90" 3
    subroutine tri_t11_inner                                         != R 4
# 67 "routines.f90" 3
  include 'triptych/probes.inc'
# 67 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h11
# 68 "routines.f90" 3
  tri_h11 = 0; if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) call tri_open(tri_r(1,12), tri_h11)
# 68 "routines.f90" 3
      do i = 1, 2                                            != L 4 8 2 2 D
        n = n + i
      end do
# 71 "routines.f90" 3
  if (tri_h11 /= 0 .or. tri_r(1,12) /= 0) call tri_close(tri_r(1,12), tri_h11)
# 71 "routines.f90" 3
    end subroutine
# 72 "routines.f90"
  end subroutine
end module
submodule (shapes) details
contains
  module subroutine apart(n)                                 != R 1
# 76 "routines.f90" 3
  include 'triptych/probes.inc'
# 76 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h13
# 77 "routines.f90"
    integer, intent(inout) :: n
# 78 "routines.f90" 3
  tri_h13 = 0; if (tri_r(1,14) /= 0 .and. tri_r(1,14) /= 2) call tri_open(tri_r(1,14), tri_h13)
# 78 "routines.f90"
    n = n + 1
# 79 "routines.f90" 3
  if (tri_h13 /= 0 .or. tri_r(1,14) /= 0) call tri_close(tri_r(1,14), tri_h13)
# 79 "routines.f90"
  end subroutine
  module procedure also_apart                                != R 1
# 80 "routines.f90" 3
  include 'triptych/probes.inc'
# 80 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h14
# 81 "routines.f90" 3
  tri_h14 = 0; if (tri_r(1,15) /= 0) call tri_enter(tri_r(1,15), tri_h14)
# 81 "routines.f90"
    m = n + 1
# 82 "routines.f90" 3
  if (tri_h14 /= 0) call tri_leave(tri_h14)
# 82 "routines.f90"
  end procedure
end submodule
subroutine with_entries(n)                                   != R 2
# 84 "routines.f90" 3
  include 'triptych/probes.inc'
# 84 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h15
# 85 "routines.f90"
  integer, intent(inout) :: n
# 86 "routines.f90" 3
  tri_h15 = 0; if (tri_r(1,16) /= 0) call tri_enter(tri_r(1,16), tri_h15)
# 86 "routines.f90"
  n = n + 1
# 87 "routines.f90" 3
  goto 99999
# 87 "routines.f90"
  entry another(n)                                           != R 1
# 87 "routines.f90" 3
  tri_h15 = 0; if (tri_r(1,17) /= 0) call tri_enter(tri_r(1,17), tri_h15)
# 87 "routines.f90" 3
99999 continue
# 88 "routines.f90"
  n = n + 10
# 89 "routines.f90" 3
  if (tri_h15 /= 0) call tri_leave(tri_h15)
# 89 "routines.f90"
  return
  entry third(n)                                             != R 3
# 90 "routines.f90" 3
  tri_h15 = 0; if (tri_r(1,18) /= 0) call tri_enter(tri_r(1,18), tri_h15)
# 91 "routines.f90"
  n = n + 100
  if (n > 300) then
# 92 "routines.f90" 3
  if (tri_h15 /= 0) call tri_leave(tri_h15)
# 92 "routines.f90"
               return
# 92 "routines.f90" 3
  end if
# 93 "routines.f90"
  n = n + 1000
# 94 "routines.f90" 3
  if (tri_h15 /= 0) call tri_leave(tri_h15)
# 94 "routines.f90"
end subroutine
function early(n)                                            != R 1
# 95 "routines.f90" 3
  include 'triptych/probes.inc'
# 95 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h18
# 96 "routines.f90"
  integer :: early, n
# 97 "routines.f90" 3
  tri_h18 = 0; if (tri_r(1,19) /= 0) call tri_enter(tri_r(1,19), tri_h18); goto 99999
# 97 "routines.f90"
  entry late(n)                                              != R 2
# 97 "routines.f90" 3
  tri_h18 = 0; if (tri_r(1,20) /= 0) call tri_enter(tri_r(1,20), tri_h18)
# 97 "routines.f90" 3
99999 continue
# 98 "routines.f90"
  late = n
# 99 "routines.f90" 3
  if (tri_h18 /= 0) call tri_leave(tri_h18)
# 99 "routines.f90"
end function
integer(c_int) function c_like(n) bind(c, name='c_like')     != R 1
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none (type, external)
  integer(c_int), value :: n
# 103 "routines.f90" 3
  include 'triptych/probes.inc'
# 103 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h20
# 104 "routines.f90" 3
  tri_h20 = 0; if (tri_r(1,21) /= 0 .and. tri_r(1,21) /= 2) call tri_open(tri_r(1,21), tri_h20)
# 104 "routines.f90"
  c_like = n; 
# 104 "routines.f90" 3
  if (tri_h20 /= 0 .or. tri_r(1,21) /= 0) call tri_close(tri_r(1,21), tri_h20)
# 104 "routines.f90"
              end function
program main_one                                             != R 1
  use shapes
  implicit none
# 107 "routines.f90" 3
  include 'triptych/probes.inc'
# 107 "routines.f90" 3
  include 'triptych/units.inc'
# 107 "routines.f90" 3
  integer(4) :: tri_r(18,25); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h21, tri_h22, tri_h23, tri_h24
# 108 "routines.f90"
  interface
    integer(c_int) function c_like(n) bind(c, name='c_like')
      use, intrinsic :: iso_c_binding, only: c_int
      integer(c_int), value :: n
    end function
  end interface
  type(square) :: s
  real :: total, a(4)
  integer :: n, early, late
# 117 "routines.f90" 3
  tri_h21 = 0; if (tri_r(1,22) /= 0) call tri_enter(tri_r(1,22), tri_h21)
# 117 "routines.f90"
  a = [1., 2., 3., 4.]
  total = s%area()
# 119 "routines.f90" 3
  tri_h22 = 0; if (tri_r(1,23) /= 0) call tri_enter(tri_r(1,23), tri_h22)
# 119 "routines.f90"
  print *, total, s%area(), twice(2), twice(2.5)             != IO 1 6
# 119 "routines.f90" 3
  if (tri_h22 /= 0) call tri_leave_io(tri_h22, 6_8)
# 120 "routines.f90"
  call clean(a(1:3), total)
  a = one_more(a)
  n = factorial(5)
  call nothing; call nothing; call nothing
  call host(n); call host(n)
  call apart(n)
  n = also_apart(n)
# 127 "routines.f90" 3
  tri_h23 = 0; if (tri_r(1,24) /= 0) call tri_enter(tri_r(1,24), tri_h23)
# 127 "routines.f90"
  print *, total, a, n                                       != IO 1 6
# 127 "routines.f90" 3
  if (tri_h23 /= 0) call tri_leave_io(tri_h23, 6_8)
# 128 "routines.f90"
  n = 0
  call with_entries(n)
  call another(n)
  call with_entries(n)
  call third(n); call third(n)
  n = 300
  call third(n)
# 135 "routines.f90" 3
  tri_h24 = 0; if (tri_r(1,25) /= 0) call tri_enter(tri_r(1,25), tri_h24)
# 135 "routines.f90"
  print *, n, early(1), late(2), late(3), c_like(4)          != IO 1 6
# 135 "routines.f90" 3
  if (tri_h24 /= 0) call tri_leave_io(tri_h24, 6_8)
# 136 "routines.f90" 3
  if (tri_h21 /= 0) call tri_leave(tri_h21)
# 136 "routines.f90"
end program
