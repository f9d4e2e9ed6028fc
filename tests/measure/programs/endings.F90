! endings.F90: ways to end: `endings HOW`. main > work x 7 > step x 5, then main > last > ending.
#include "probes.fpp"
program main
  implicit none
  include 'regions.inc'
  integer :: i
  character(20) :: how
  ENTER(1)
  do i = 1, 7
    call work()
  end do
  call get_command_argument(1, how)
  call last(how)
  LEAVE(1)
end program main

subroutine work()
  implicit none
  include 'regions.inc'
  integer :: i
  ENTER(2)
  ENTER(4)
  do i = 1, 5
    call step()
  end do
  LEAVE_LOOP(4, 5_8)
  LEAVE(2)
end subroutine work

subroutine step()
  implicit none
  include 'regions.inc'
  ENTER(3)
  LEAVE(3)
end subroutine step

subroutine last(how)
  implicit none
  include 'regions.inc'
  character(*), intent(in) :: how
  ENTER(5)
  call ending(how)
  LEAVE(5)
end subroutine last

! As the instrumenter writes it: a statement that ends the program ends the routine that it stands in before.
subroutine ending(how)
  implicit none
  include 'regions.inc'
  character(*), intent(in) :: how
  integer, volatile :: n, zero
  real, volatile :: x
  real :: a(10)
  ENTER(6)
  print '(a)', 'at the end'
  flush (6)
  zero = 0
  n = 11
  x = 1
  a = 0
  select case (how)
  case ('stop')
    LEAVE(6)
    stop
  case ('stop 3')
    LEAVE(6)
    stop 3
  case ('stop text')
    LEAVE(6)
    stop 'that is all'
  case ('error stop')
    LEAVE(6)
    error stop 'this went wrong'
  case ('exit')
    LEAVE(6)
    call exit(8)
  case ('abort')
    LEAVE(6)
    call abort()
  case ('bounds')
    a(n) = 1
    print *, a(n)
  case ('eof')
    open (10, status='scratch')
    ENTER(7)
    read (10, *) n
    LEAVE_IO(7, 10)
  case ('format')
    open (10, status='scratch')
    write (10, '(a)') 'no number'
    rewind (10)
    ENTER(7)
    read (10, *) n
    LEAVE_IO(7, 10)
  case ('float')
    x = x / zero
  case ('integer')
    n = n / zero
  case ('trap')
    call kill(getpid(), 8)
  case ('kill')
    call kill(getpid(), 9)
  case ('allocate')
    block
      integer, allocatable :: twice(:)
      allocate (twice(n))
      allocate (twice(n))
    end block
  end select
  LEAVE(6)
end subroutine ending
