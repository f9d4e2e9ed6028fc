# 1 "io.f90"
! I/O statements of every kind. Behind !=, IO: how often, and the unit.
program io                                                   != R 1
  implicit none
# 3 "io.f90" 3
  include 'triptych/probes.inc'
# 3 "io.f90" 3
  include 'triptych/units.inc'
# 3 "io.f90" 3
  integer(4) :: tri_r(18,42); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0, tri_h1, tri_u1, tri_h2, tri_n2
# 3 "io.f90" 3
  integer(8) :: tri_h3, tri_u3, tri_h4, tri_u4, tri_h5; integer(8) :: tri_u5, tri_h6, tri_n6, tri_h7, tri_u7
# 3 "io.f90" 3
  integer(8) :: tri_h8, tri_u8, tri_h9, tri_u9, tri_h10; integer(8) :: tri_u10, tri_h11, tri_h12, tri_h13, tri_u13
# 3 "io.f90" 3
  integer(8) :: tri_h14, tri_h15, tri_u15, tri_h16, tri_u16; integer(8) :: tri_h17, tri_u17, tri_h18, tri_u18, tri_h19
# 3 "io.f90" 3
  integer(8) :: tri_u19, tri_h20, tri_h21, tri_h22, tri_h23; integer(8) :: tri_h24, tri_u24, tri_h25, tri_u25, tri_h26
# 3 "io.f90" 3
  integer(8) :: tri_u26, tri_h27, tri_u27, tri_h28, tri_n28; integer(8) :: tri_h29, tri_h30, tri_n30, tri_h31, tri_h32
# 3 "io.f90" 3
  integer(8) :: tri_h33
# 4 "io.f90"
  integer :: lun, k, ios, units(2), length
  character(len=20) :: text, lines(2)
  character(len=:), allocatable :: long
  logical :: there
# 8 "io.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0) call tri_enter(tri_r(1,1), tri_h0); tri_h6 = 0; tri_n6 = 0; tri_h7 = 0; tri_u7 = tri_unit_none
# 8 "io.f90" 3
  tri_h18 = 0; tri_u18 = tri_unit_none; tri_h22 = 0
# 8 "io.f90"
  lun = 20
  units = [21, 22]
# 10 "io.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0) call tri_enter(tri_r(1,2), tri_h1); tri_u1 = tri_unit(lun)
# 10 "io.f90"
  open(lun, file='one.txt', status='replace', action='readwrite')  != IO 1 20
# 10 "io.f90" 3
  if (tri_h1 /= 0) call tri_leave_io(tri_h1, tri_u1)
# 11 "io.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2); tri_n2 = 3
# 11 "io.f90"
  do k = 1, 3                                                != L 1 3 3 3 D
# 12 "io.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0) call tri_enter(tri_r(1,4), tri_h3); tri_u3 = tri_unit(lun)
# 12 "io.f90"
    write(lun, *) k                                          != IO 3 20
# 12 "io.f90" 3
  if (tri_h3 /= 0) call tri_leave_io(tri_h3, tri_u3)
# 13 "io.f90"
  end do
# 13 "io.f90" 3
  if (tri_h2 /= 0) call tri_leave_loop(tri_h2, tri_n2)
# 14 "io.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4); tri_u4 = tri_unit(lun)
# 14 "io.f90"
  flush(lun)                                                 != IO 1 20
# 14 "io.f90" 3
  if (tri_h4 /= 0) call tri_leave_io(tri_h4, tri_u4)
# 15 "io.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5); tri_u5 = tri_unit(lun)
# 15 "io.f90"
  rewind lun                                                 != IO 1 20
# 15 "io.f90" 3
  if (tri_h5 /= 0) call tri_leave_io(tri_h5, tri_u5)
# 16 "io.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6); tri_n6 = 0
# 16 "io.f90"
  do                                                         != L 1 4 4 4 U
# 16 "io.f90" 3
  tri_n6 = tri_n6 + 1
# 17 "io.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7); tri_u7 = tri_unit(lun)
# 17 "io.f90"
    read(lun, *, end=100) k                                  != IO 4 20
# 17 "io.f90" 3
  if (tri_h7 /= 0) call tri_leave_io(tri_h7, tri_u7); tri_h7 = 0
# 18 "io.f90"
  end do
# 18 "io.f90" 3
  if (tri_h6 /= 0) call tri_leave_loop(tri_h6, tri_n6); tri_h6 = 0
# 19 "io.f90"
  k = 99
# 20 "io.f90" 3
100 continue
# 20 "io.f90" 3
  if (tri_h7 /= 0) call tri_leave_io(tri_h7, tri_u7); tri_h7 = 0; if (tri_h6 /= 0) call tri_leave_loop(tri_h6, tri_n6); tri_h6 = 0
# 20 "io.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0) call tri_enter(tri_r(1,9), tri_h8); tri_u8 = tri_unit(lun)
# 20 "io.f90"
    backspace(lun)                                           != IO 1 20
# 20 "io.f90" 3
  if (tri_h8 /= 0) call tri_leave_io(tri_h8, tri_u8)
# 21 "io.f90" 3
  tri_h9 = 0; if (tri_r(1,10) /= 0) call tri_enter(tri_r(1,10), tri_h9); tri_u9 = tri_unit(lun)
# 21 "io.f90"
  endfile lun                                                != IO 1 20
# 21 "io.f90" 3
  if (tri_h9 /= 0) call tri_leave_io(tri_h9, tri_u9)
# 22 "io.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0) call tri_enter(tri_r(1,11), tri_h10); tri_u10 = tri_unit(lun)
# 22 "io.f90"
  inquire(unit=lun, opened=there)                            != IO 1 20
# 22 "io.f90" 3
  if (tri_h10 /= 0) call tri_leave_io(tri_h10, tri_u10)
# 23 "io.f90" 3
  tri_h11 = 0; if (tri_r(1,12) /= 0) call tri_enter(tri_r(1,12), tri_h11)
# 23 "io.f90"
  inquire(file='one.txt', exist=there)                       != IO 1 none
# 23 "io.f90" 3
  if (tri_h11 /= 0) call tri_leave_io(tri_h11, tri_unit_none)
# 24 "io.f90" 3
  tri_h12 = 0; if (tri_r(1,13) /= 0) call tri_enter(tri_r(1,13), tri_h12)
# 24 "io.f90"
  inquire(iolength=length) k                                 != IO 1 none
# 24 "io.f90" 3
  if (tri_h12 /= 0) call tri_leave_io(tri_h12, tri_unit_none)
# 25 "io.f90" 3
  tri_h13 = 0; if (tri_r(1,14) /= 0) call tri_enter(tri_r(1,14), tri_h13); tri_u13 = tri_unit(lun)
# 25 "io.f90" 3
  if (tri_h13 /= 0) call tri_closing(tri_h13, tri_u13)
# 25 "io.f90"
  close(lun)                                                 != IO 1 20
# 25 "io.f90" 3
  if (tri_h13 /= 0) call tri_leave_io(tri_h13, tri_u13)
# 26 "io.f90" 3
  tri_h14 = 0; if (tri_r(1,15) /= 0) call tri_enter(tri_r(1,15), tri_h14)
# 26 "io.f90"
  open(newunit=lun, file='two.txt', status='replace')        != IO 1 new
# 26 "io.f90" 3
  if (tri_h14 /= 0) call tri_leave_io(tri_h14, tri_unit(lun))
# 27 "io.f90" 3
  tri_h15 = 0; if (tri_r(1,16) /= 0) call tri_enter(tri_r(1,16), tri_h15); tri_u15 = tri_unit(lun)
# 27 "io.f90"
  write(lun, '(a)') 'two'                                    != IO 1 new
# 27 "io.f90" 3
  if (tri_h15 /= 0) call tri_leave_io(tri_h15, tri_u15)
# 28 "io.f90" 3
  tri_h16 = 0; if (tri_r(1,17) /= 0) call tri_enter(tri_r(1,17), tri_h16); tri_u16 = tri_unit(lun)
# 28 "io.f90" 3
  if (tri_h16 /= 0) call tri_closing(tri_h16, tri_u16)
# 28 "io.f90"
  close(lun, status='delete')                                != IO 1 new
# 28 "io.f90" 3
  if (tri_h16 /= 0) call tri_leave_io(tri_h16, tri_u16)
# 29 "io.f90" 3
  tri_h17 = 0; if (tri_r(1,18) /= 0) call tri_enter(tri_r(1,18), tri_h17); tri_u17 = tri_unit(units(1))
# 29 "io.f90"
  open(unit=units(1), file='three.txt', status='replace')    != IO 1 21
# 29 "io.f90" 3
  if (tri_h17 /= 0) call tri_leave_io(tri_h17, tri_u17)
# 30 "io.f90"
  if (there) then
# 30 "io.f90" 3
  tri_h18 = 0; if (tri_r(1,19) /= 0) call tri_enter(tri_r(1,19), tri_h18); tri_u18 = tri_unit(units(1))
# 30 "io.f90"
             write(units(1), '(a)', err=200) 'three'         != IO 1 21
# 30 "io.f90" 3
  if (tri_h18 /= 0) call tri_leave_io(tri_h18, tri_u18); tri_h18 = 0; end if
# 31 "io.f90" 3
200 continue
# 31 "io.f90" 3
  if (tri_h18 /= 0) call tri_leave_io(tri_h18, tri_u18); tri_h18 = 0
# 31 "io.f90"
    if (.not. there) then
# 31 "io.f90" 3
  tri_h19 = 0; if (tri_r(1,20) /= 0) call tri_enter(tri_r(1,20), tri_h19); tri_u19 = tri_unit(units(1))
# 31 "io.f90"
                     write(units(1), *) 'never'              != IO 0
# 31 "io.f90" 3
  if (tri_h19 /= 0) call tri_leave_io(tri_h19, tri_u19); end if
# 32 "io.f90" 3
  tri_h20 = 0; if (tri_r(1,21) /= 0) call tri_enter(tri_r(1,21), tri_h20)
# 32 "io.f90"
  read(units(next()), *, iostat=ios) k                       != IO 1 none
# 32 "io.f90" 3
  if (tri_h20 /= 0) call tri_leave_io(tri_h20, tri_unit_none)
# 33 "io.f90" 3
  tri_h21 = 0; if (tri_r(1,22) /= 0) call tri_enter(tri_r(1,22), tri_h21); if (tri_h21 /= 0) call tri_closing(tri_h21, 21_8)
# 33 "io.f90"
  close(21)                                                  != IO 1 21
# 33 "io.f90" 3
  if (tri_h21 /= 0) call tri_leave_io(tri_h21, 21_8)
# 34 "io.f90" 3
  tri_h22 = 0; if (tri_r(1,23) /= 0) call tri_enter(tri_r(1,23), tri_h22)
# 34 "io.f90"
  open(23, file='missing/none.txt', status='old', err=300)   != IO 1 23
# 34 "io.f90" 3
  if (tri_h22 /= 0) call tri_leave_io(tri_h22, 23_8); tri_h22 = 0
# 35 "io.f90" 3
  tri_h23 = 0; if (tri_r(1,24) /= 0) call tri_enter(tri_r(1,24), tri_h23)
# 35 "io.f90"
  print *, 'never'                                           != IO 0
# 35 "io.f90" 3
  if (tri_h23 /= 0) call tri_leave_io(tri_h23, 6_8)
# 36 "io.f90" 3
300 continue
# 36 "io.f90" 3
  if (tri_h22 /= 0) call tri_leave_io(tri_h22, 23_8); tri_h22 = 0
# 36 "io.f90"
    continue
# 37 "io.f90" 3
  tri_h24 = 0; if (tri_r(1,25) /= 0) call tri_enter(tri_r(1,25), tri_h24); tri_u24 = tri_unit(text)
# 37 "io.f90"
  write(text, '(i5)') 12                                     != IO 1 internal
# 37 "io.f90" 3
  if (tri_h24 /= 0) call tri_leave_io(tri_h24, tri_u24)
# 38 "io.f90" 3
  tri_h25 = 0; if (tri_r(1,26) /= 0) call tri_enter(tri_r(1,26), tri_h25); tri_u25 = tri_unit(lines)
# 38 "io.f90"
  write(lines, '(a)') 'a', 'b'                               != IO 1 internal
# 38 "io.f90" 3
  if (tri_h25 /= 0) call tri_leave_io(tri_h25, tri_u25)
# 39 "io.f90" 3
  tri_h26 = 0; if (tri_r(1,27) /= 0) call tri_enter(tri_r(1,27), tri_h26); tri_u26 = tri_unit(text)
# 39 "io.f90"
  read(text, *) k                                            != IO 1 internal
# 39 "io.f90" 3
  if (tri_h26 /= 0) call tri_leave_io(tri_h26, tri_u26)
# 40 "io.f90"
  long = 'abc'
# 41 "io.f90" 3
  tri_h27 = 0; if (tri_r(1,28) /= 0) call tri_enter(tri_r(1,28), tri_h27); tri_u27 = tri_unit(long(2:))
# 41 "io.f90"
  write(long(2:), '(a)') 'x'                                 != IO 1 internal
# 41 "io.f90" 3
  if (tri_h27 /= 0) call tri_leave_io(tri_h27, tri_u27)
# 42 "io.f90" 3
  tri_h28 = 0; if (tri_r(1,29) /= 0) call tri_enter(tri_r(1,29), tri_h28); tri_n28 = 2
# 42 "io.f90"
  do k = 1, 2; if (k == 1) cycle; 
# 42 "io.f90" 3
  tri_h29 = 0; if (tri_r(1,30) /= 0) call tri_enter(tri_r(1,30), tri_h29)
# 42 "io.f90"
                                  write(*,*) k; 
# 42 "io.f90" 3
  if (tri_h29 /= 0) call tri_leave_io(tri_h29, 6_8)
# 42 "io.f90"
                                                end do       != L 1 2 2 2 D; IO 1 6
# 42 "io.f90" 3
  if (tri_h28 /= 0) call tri_leave_loop(tri_h28, tri_n28)
# 43 "io.f90" 3
  tri_h30 = 0; if (tri_r(1,31) /= 0) call tri_enter(tri_r(1,31), tri_h30); tri_n30 = 2
# 43 "io.f90"
  do     k = 1, 2                                            != L 1 2 2 2 D
# 44 "io.f90" 3
  tri_h31 = 0; if (tri_r(1,32) /= 0) call tri_enter(tri_r(1,32), tri_h31)
# 44 "io.f90"
    print '(i3)', k                                          != IO 2 6
# 44 "io.f90" 3
  if (tri_h31 /= 0) call tri_leave_io(tri_h31, 6_8); end do; if (tri_h30 /= 0) call tri_leave_loop(tri_h30, tri_n30)
# 45 "io.f90" 3
  tri_h32 = 0; if (tri_r(1,33) /= 0) call tri_enter(tri_r(1,33), tri_h32)
# 45 "io.f90"
  write(6, '(3a)') long, lines                               != IO 1 6
# 45 "io.f90" 3
  if (tri_h32 /= 0) call tri_leave_io(tri_h32, 6_8)
# 46 "io.f90" 3
  tri_h33 = 0; if (tri_r(1,34) /= 0) call tri_enter(tri_r(1,34), tri_h33)
# 46 "io.f90"
  write(unit=*, fmt='(a,i3)') text, k                        != IO 1 6
# 46 "io.f90" 3
  if (tri_h33 /= 0) call tri_leave_io(tri_h33, 6_8)
# 47 "io.f90"
  call reads(10)
# 48 "io.f90" 3
  if (tri_h0 /= 0) call tri_leave(tri_h0)
# 48 "io.f90"
contains
  integer function next()                                    != R 1
# 49 "io.f90" 3
  include 'triptych/probes.inc'
# 49 "io.f90" 3
  integer(4) :: tri_r(18,42); common /tri_0123456789abcdef/ tri_r
# 50 "io.f90" 3
  if (tri_r(1,35) /= 0 .and. tri_r(1,35) /= 2) then; next = tri_t34_next(); return; end if
# 50 "io.f90"
    next = 1
# 51 "io.f90" 3
  if (tri_r(1,35) /= 0) call tri_count_visit(tri_r(1,35))
# 51 "io.f90"
  end function
# 49 "io.f90" 3
  integer function tri_t34_next() result(next)                                    != R 1
# 49 "io.f90" 3
  include 'triptych/probes.inc'
# 49 "io.f90" 3
  integer(4) :: tri_r(18,42); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h34
# 50 "io.f90" 3
  tri_h34 = 0; if (tri_r(1,35) /= 0 .and. tri_r(1,35) /= 2) call tri_open(tri_r(1,35), tri_h34)
# 50 "io.f90" 3
    next = 1
# 51 "io.f90" 3
  if (tri_h34 /= 0 .or. tri_r(1,35) /= 0) call tri_close(tri_r(1,35), tri_h34)
# 51 "io.f90" 3
  end function
# 52 "io.f90"
  subroutine reads(unit)                                     != R 1
# 52 "io.f90" 3
  include 'triptych/probes.inc'
# 52 "io.f90" 3
  include 'triptych/units.inc'
# 52 "io.f90" 3
  integer(4) :: tri_r(18,42); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h35, tri_h36, tri_u36, tri_h37, tri_u37
# 52 "io.f90" 3
  integer(8) :: tri_h38, tri_u38, tri_h39, tri_n39, tri_h40; integer(8) :: tri_u40, tri_h41, tri_u41
# 53 "io.f90"
    integer, intent(in) :: unit
    integer :: i
# 55 "io.f90" 3
  tri_h35 = 0; if (tri_r(1,36) /= 0) call tri_enter(tri_r(1,36), tri_h35)
# 55 "io.f90" 3
  tri_h36 = 0; if (tri_r(1,37) /= 0) call tri_enter(tri_r(1,37), tri_h36); tri_u36 = tri_unit(unit)
# 55 "io.f90"
    open(unit, file='four.txt', form='unformatted', status='replace', access='stream')  != IO 1 10
# 55 "io.f90" 3
  if (tri_h36 /= 0) call tri_leave_io(tri_h36, tri_u36)
# 56 "io.f90" 3
  tri_h37 = 0; if (tri_r(1,38) /= 0) call tri_enter(tri_r(1,38), tri_h37); tri_u37 = tri_unit(unit)
# 56 "io.f90"
    write(unit) [(i, i = 1, 10)]                             != IO 1 10
# 56 "io.f90" 3
  if (tri_h37 /= 0) call tri_leave_io(tri_h37, tri_u37)
# 57 "io.f90" 3
  tri_h38 = 0; if (tri_r(1,39) /= 0) call tri_enter(tri_r(1,39), tri_h38); tri_u38 = tri_unit(unit)
# 57 "io.f90"
    rewind(unit)                                             != IO 1 10
# 57 "io.f90" 3
  if (tri_h38 /= 0) call tri_leave_io(tri_h38, tri_u38)
# 58 "io.f90" 3
  tri_h39 = 0; if (tri_r(1,40) /= 0) call tri_enter(tri_r(1,40), tri_h39); tri_n39 = 0
# 58 "io.f90"
    do                                                       != L 1 11 11 11 U
# 58 "io.f90" 3
  tri_n39 = tri_n39 + 1
# 59 "io.f90" 3
  tri_h40 = 0; if (tri_r(1,41) /= 0) call tri_enter(tri_r(1,41), tri_h40); tri_u40 = tri_unit(unit)
# 59 "io.f90"
      read(unit, iostat=ios) i                               != IO 11 10
# 59 "io.f90" 3
  if (tri_h40 /= 0) call tri_leave_io(tri_h40, tri_u40)
# 60 "io.f90"
      if (ios /= 0) exit
    end do
# 61 "io.f90" 3
  if (tri_h39 /= 0) call tri_leave_loop(tri_h39, tri_n39)
# 62 "io.f90" 3
  tri_h41 = 0; if (tri_r(1,42) /= 0) call tri_enter(tri_r(1,42), tri_h41); tri_u41 = tri_unit(unit)
# 62 "io.f90" 3
  if (tri_h41 /= 0) call tri_closing(tri_h41, tri_u41)
# 62 "io.f90"
    close(unit)                                              != IO 1 10
# 62 "io.f90" 3
  if (tri_h41 /= 0) call tri_leave_io(tri_h41, tri_u41)
# 63 "io.f90" 3
  if (tri_h35 /= 0) call tri_leave(tri_h35)
# 63 "io.f90"
  end subroutine
end program
