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
    class(square), intent(in) :: this
    real :: area
    area = this%side**2
  end function
  integer function twice_integer(n)                          != R 1
    integer, intent(in) :: n
    twice_integer = 2*n
  end function
  real function twice_real(x)                                != R 1
    real, intent(in) :: x
    twice_real = 2*x
  end function twice_real
  pure subroutine clean(a, total)                            != R 1
    real, intent(in) :: a(:)
    real, intent(out) :: total
    character(len=8) :: text
    integer :: i
    total = 0
    do i = 1, size(a)                                        != L 1 3 3 3 D
      total = total + a(i)
    end do
    write(text, '(f8.3)') total                              != IO 1 internal
    read(text, *) total                                      != IO 1 internal
  end subroutine
  elemental real function one_more(x)                        != R 4
    real, intent(in) :: x
    one_more = x + 1
  end function
  recursive integer function factorial(n) result(f)          != R 5
    integer, intent(in) :: n
    if (n <= 1) then
      f = 1
      return
    end if
    f = n*factorial(n - 1)
  end function
  subroutine nothing()                                       != R 3
  end subroutine
  subroutine host(n)                                         != R 2
    integer, intent(inout) :: n
    integer :: i
    call inner
    call inner
  contains
    subroutine inner                                         != R 4
      do i = 1, 2                                            != L 4 8 2 2 D
        n = n + i
      end do
    end subroutine
  end subroutine
end module
submodule (shapes) details
contains
  module subroutine apart(n)                                 != R 1
    integer, intent(inout) :: n
    n = n + 1
  end subroutine
  module procedure also_apart                                != R 1
    m = n + 1
  end procedure
end submodule
subroutine with_entries(n)                                   != R 2
  integer, intent(inout) :: n
  n = n + 1
  entry another(n)                                           != R 1
  n = n + 10
  return
  entry third(n)                                             != R 3
  n = n + 100
  if (n > 300) return
  n = n + 1000
end subroutine
function early(n)                                            != R 1
  integer :: early, n
  entry late(n)                                              != R 2
  late = n
end function
integer(c_int) function c_like(n) bind(c, name='c_like')     != R 1
  use, intrinsic :: iso_c_binding, only: c_int
  implicit none (type, external)
  integer(c_int), value :: n
  c_like = n; end function
program main_one                                             != R 1
  use shapes
  implicit none
  interface
    integer(c_int) function c_like(n) bind(c, name='c_like')
      use, intrinsic :: iso_c_binding, only: c_int
      integer(c_int), value :: n
    end function
  end interface
  type(square) :: s
  real :: total, a(4)
  integer :: n, early, late
  a = [1., 2., 3., 4.]
  total = s%area()
  print *, total, s%area(), twice(2), twice(2.5)             != IO 1 6
  call clean(a(1:3), total)
  a = one_more(a)
  n = factorial(5)
  call nothing; call nothing; call nothing
  call host(n); call host(n)
  call apart(n)
  n = also_apart(n)
  print *, total, a, n                                       != IO 1 6
  n = 0
  call with_entries(n)
  call another(n)
  call with_entries(n)
  call third(n); call third(n)
  n = 300
  call third(n)
  print *, n, early(1), late(2), late(3), c_like(4)          != IO 1 6
end program
