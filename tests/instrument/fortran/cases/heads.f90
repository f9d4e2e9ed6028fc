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
    type(box), intent(in) :: a, b
    plus = a%n + b%n
    calls = calls + 1
  end function
  integer function box_size(a)                               != R 4
    type(box), intent(in) :: a
    box_size = a%n
    calls = calls + 1
  end function
  integer function max(a, b)                                 != R 1
    integer, intent(in) :: a, b
    max = a + b
    calls = calls + 1
  end function
end module
program heads                                                != R 1
  use bounds
  implicit none
  type(box) :: x, y
  integer :: i, j, total
  integer(2) :: small
  integer(8) :: large, low, high
  total = 0
  do i = 1, x + y                                            != L 1 6 6 6 D
    total = total + i
  end do
  do i = 1, size(x); do j = 1, size(y), 2; total = total + j; end do; end do  != L 1 3 3 3 D; L 3 6 2 2 D
  a: do small = &  != L 1 5 5 5 D
    ! the bounds stand
    1_2, &         ! each on a line
    max(2, 3)      ! of its own
    total = total + small
  end do a
  low = -huge(low) - 1
  high = huge(high) - 1
  do large = high, low                                       != L 1 0 0 0 D
    total = total - 1000
  end do
  do large = low, high, -1                                   != L 1 0 0 0 D
    total = total - 1000
  end do
  do large = low, low + 2                                    != L 1 3 3 3 D
    total = total + 1
  end do
  do large = high, high - 4, -2                              != L 1 3 3 3 D
    total = total + 1
  end do
  print *, total, calls                                      != IO 1 6
end program
