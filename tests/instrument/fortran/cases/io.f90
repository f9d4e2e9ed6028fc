! I/O statements of every kind. Behind !=, IO: how often, and the unit.
program io                                                   != R 1
  implicit none
  integer :: lun, k, ios, units(2), length
  character(len=20) :: text, lines(2)
  character(len=:), allocatable :: long
  logical :: there
  lun = 20
  units = [21, 22]
  open(lun, file='one.txt', status='replace', action='readwrite')  != IO 1 20
  do k = 1, 3                                                != L 1 3 3 3 D
    write(lun, *) k                                          != IO 3 20
  end do
  flush(lun)                                                 != IO 1 20
  rewind lun                                                 != IO 1 20
  do                                                         != L 1 4 4 4 U
    read(lun, *, end=100) k                                  != IO 4 20
  end do
  k = 99
100 backspace(lun)                                           != IO 1 20
  endfile lun                                                != IO 1 20
  inquire(unit=lun, opened=there)                            != IO 1 20
  inquire(file='one.txt', exist=there)                       != IO 1 none
  inquire(iolength=length) k                                 != IO 1 none
  close(lun)                                                 != IO 1 20
  open(newunit=lun, file='two.txt', status='replace')        != IO 1 new
  write(lun, '(a)') 'two'                                    != IO 1 new
  close(lun, status='delete')                                != IO 1 new
  open(unit=units(1), file='three.txt', status='replace')    != IO 1 21
  if (there) write(units(1), '(a)', err=200) 'three'         != IO 1 21
200 if (.not. there) write(units(1), *) 'never'              != IO 0
  read(units(next()), *, iostat=ios) k                       != IO 1 none
  close(21)                                                  != IO 1 21
  open(23, file='missing/none.txt', status='old', err=300)   != IO 1 23
  print *, 'never'                                           != IO 0
300 continue
  write(text, '(i5)') 12                                     != IO 1 internal
  write(lines, '(a)') 'a', 'b'                               != IO 1 internal
  read(text, *) k                                            != IO 1 internal
  long = 'abc'
  write(long(2:), '(a)') 'x'                                 != IO 1 internal
  do k = 1, 2; if (k == 1) cycle; write(*,*) k; end do       != L 1 2 2 2 D; IO 1 6
  do 400 k = 1, 2                                            != L 1 2 2 2 D
400 print '(i3)', k                                          != IO 2 6
  write(6, '(3a)') long, lines                               != IO 1 6
  write(unit=*, fmt='(a,i3)') text, k                        != IO 1 6
  call reads(10)
contains
  integer function next()                                    != R 1
    next = 1
  end function
  subroutine reads(unit)                                     != R 1
    integer, intent(in) :: unit
    integer :: i
    open(unit, file='four.txt', form='unformatted', status='replace', access='stream')  != IO 1 10
    write(unit) [(i, i = 1, 10)]                             != IO 1 10
    rewind(unit)                                             != IO 1 10
    do                                                       != L 1 11 11 11 U
      read(unit, iostat=ios) i                               != IO 11 10
      if (ios /= 0) exit
    end do
    close(unit)                                              != IO 1 10
  end subroutine
end program
