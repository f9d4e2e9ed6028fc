! Functions whose type speaks of what is declared below, and units that must be evaluated once. Behind !=, as in the other files.
module words
  implicit none
  integer :: calls = 0
contains
  character(len=len(s)) function upper(s)                    != R 2
    character(*), intent(in) :: s
    integer :: i
    do i = 1, len(s)                                         != L 2 7 3 4 D
      upper(i:i) = achar(iachar(s(i:i)) - 32)
    end do
  end function
  real(kind(0d0)) function half(n)                           != R 1
    integer, intent(in) :: n
    real :: twice, x
    twice(x) = x * 2
    half = twice(real(n)) / 4
  end function
  integer function max(a, b)                                 != R 3
    integer, intent(in) :: a, b
    max = a + b
    calls = calls + 1
  end function
end module
program late                                                 != R 1
  use words
  implicit none
  integer :: unit
  unit = 9
  open (max(4, 5), status='scratch')                         != IO 1 none
  write (max(4, 5), *) upper('abc')                          != IO 1 none
  rewind (unit)                                              != IO 1 9
  close (max(4, 5))                                          != IO 1 none
  print *, upper('abcd'), half(3), calls                     != IO 1 6
end program
