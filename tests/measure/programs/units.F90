! units.F90: I/O by units of all sorts. Each statement stands alone in a routine that is named in the test's table.
#include "probes.fpp"
module lists
  implicit none
  type pair
    integer :: x = 1, y = 2
  contains
    procedure :: show
    generic :: write(formatted) => show
  end type
contains
  ! In the list of another statement: an internal file, and another unit.
  integer function told(unit)
    include 'regions.inc'
    integer, intent(in) :: unit
    character(20) :: text
    ENTER(10)
    write (text, '(i0)') unit
    LEAVE_IO(10, text)
    ENTER(11)
    write (unit, '(a)') trim(text)
    LEAVE_IO(11, unit)
    told = 1
  end function told

  ! A part of another statement, with the same unit.
  subroutine show(dtv, unit, iotype, v_list, iostat, iomsg)
    class(pair), intent(in) :: dtv
    integer, intent(in) :: unit, v_list(:)
    character(*), intent(in) :: iotype
    integer, intent(out) :: iostat
    character(*), intent(inout) :: iomsg
    include 'regions.inc'
    if (iotype /= 'DT' .or. size(v_list) > 0) iomsg = 'plain'
    ENTER(12)
    write (unit, '(i0)', iostat=iostat) dtv%x
    LEAVE_IO(12, unit)
    ENTER(12)
    write (unit, '(i0)', iostat=iostat) dtv%y
    LEAVE_IO(12, unit)
  end subroutine show

  pure subroutine number(n, text)
    include 'regions.inc'
    integer, intent(in) :: n
    character(*), intent(inout) :: text
    ENTER(13)
    write (text, '(i0)') n
    LEAVE_IO(13, text)
  end subroutine number
end module lists

program main
  use lists
  implicit none
  include 'regions.inc'
  integer :: bad = -1
  integer :: new, other, status, i
  logical :: there
  integer(1) :: small
  integer(2) :: short
  integer(8) :: long
  integer(16) :: huger
  character(12) :: text, texts(2), cube(2, 2, 2)
  character(kind=4, len=12) :: wide
  character(20) :: part
  type(pair) :: both
  ENTER(1)

  ! a file, closed and another one by the same number: the descriptor is the same, too
  do i = 1, 2
    ENTER(2)
    if (i == 1) open (10, file='first.dat')
    if (i == 2) open (10, file='second.dat')
    LEAVE_IO(2, 10)
    ENTER(3)
    write (10, '(a)') 'text'
    LEAVE_IO(3, 10)
    ENTER(4)
    CLOSING(4, 10)
    close (10)
    LEAVE_IO(4, 10)
  end do

  ! opened anew without being closed; by two numbers; in a folder of its own
  ENTER(2)
  open (11, file='first.dat')
  LEAVE_IO(2, 11)
  ENTER(2)
  open (11, file='below/third.dat')
  LEAVE_IO(2, 11)
  ENTER(3)
  write (11, '(a)') 'text'
  LEAVE_IO(3, 11)
  ENTER(2)
  open (newunit=new, file='second.dat', position='append')
  LEAVE_IO(2, new)
  ENTER(3)
  write (new, '(a)') 'text'
  LEAVE_IO(3, new)
  ENTER(2)
  open (newunit=other, status='scratch')
  LEAVE_IO(2, other)
  ENTER(3)
  write (other, '(a)') 'text'
  LEAVE_IO(3, other)

  ! no file
  ENTER(2)
  open (12, file='nowhere/at.all', iostat=status)
  LEAVE_IO(2, 12)
  ENTER(4)
  CLOSING(4, 77)
  close (77)
  LEAVE_IO(4, 77)
  ENTER(5)
  inquire (file='first.dat', exist=there)
#ifndef PLAIN
  if (tri_h(5) /= 0) call tri_leave_io(tri_h(5), tri_unit_none)
#endif
  ENTER(5)
  inquire (78, opened=there)
  LEAVE_IO(5, 78)
  ENTER(5)
  inquire (unit=bad, opened=there, iostat=status)
  LEAVE_IO(5, bad)

  ! the units that are there from the beginning
  ENTER(6)
  print '(a)', 'printed'
  LEAVE_IO(6, 6)
  ENTER(3)
  write (0, '(a)') 'an error'
  LEAVE_IO(3, 0)
  ENTER(7)
  read (*, '(a)', iostat=status) text
  LEAVE_IO(7, 5)

  ! integers and characters of all kinds
  small = 11; short = 11; long = 11; huger = 11
  ENTER(8)
  write (small, '(a)') 'text'
  LEAVE_IO(8, small)
  ENTER(8)
  write (short, '(a)') 'text'
  LEAVE_IO(8, short)
  ENTER(8)
  write (long, '(a)') 'text'
  LEAVE_IO(8, long)
  ENTER(8)
  write (huger, '(a)') 'text'
  LEAVE_IO(8, huger)
  ENTER(9)
  write (text, '(a)') 'text'
  LEAVE_IO(9, text)
  ENTER(9)
  write (texts, '(a)') 'text'
  LEAVE_IO(9, texts)
  ENTER(9)
  write (cube(:, 1, :), '(a)') 'text'
  LEAVE_IO(9, cube(:, 1, :))
  ENTER(9)
  write (cube, '(a)') 'text'
  LEAVE_IO(9, cube)
  ENTER(9)
  write (wide, '(a)') 'text'
  LEAVE_IO(9, wide)

  ! inside of other statements
  ENTER(14)
  write (11, *) told(6), told(0), told(new)
  LEAVE_IO(14, 11)
  ENTER(15)
  print '(i0)', told(13)
  LEAVE_IO(15, 6)
  ENTER(16)
  write (11, *) both
  LEAVE_IO(16, 11)
  ENTER(16)
  write (part, *) both
  LEAVE_IO(16, part)
  call number(5, text)

  ! code without probes connects another file; that is looked for once a millisecond
  open (20, file='fourth.dat')
  ENTER(17)
  write (20, '(a)') 'text'
  LEAVE_IO(17, 20)
  close (20)
  open (20, file='fifth.dat')
  call execute_command_line('sleep 0.02')
  ENTER(17)
  write (20, '(a)') 'text'
  LEAVE_IO(17, 20)

  ! the standard output becomes a file
  ENTER(2)
  open (6, file='out.dat')
  LEAVE_IO(2, 6)
  ENTER(6)
  print '(a)', 'printed'
  LEAVE_IO(6, 6)
  LEAVE(1)
end program main
