# 1 "lines.f90"
! Several statements on a line, lines that go on, labels and names, in free form.
subroutine one(n); 
# 2 "lines.f90" 3
  include 'triptych/probes.inc'
# 2 "lines.f90" 3
  integer(4) :: tri_r(18,18); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h0
# 2 "lines.f90"
                   integer, intent(inout) :: n; 
# 2 "lines.f90" 3
  tri_h0 = 0; if (tri_r(1,1) /= 0 .and. tri_r(1,1) /= 2) call tri_open(tri_r(1,1), tri_h0)
# 2 "lines.f90"
                                                n = n + 1; 
# 2 "lines.f90" 3
  if (tri_h0 /= 0 .or. tri_r(1,1) /= 0) call tri_close(tri_r(1,1), tri_h0)
# 2 "lines.f90"
                                                           end subroutine  != R 2
subroutine two(n); use, intrinsic :: iso_fortran_env, only: int32; implicit none; 
# 3 "lines.f90" 3
  include 'triptych/probes.inc'
# 3 "lines.f90" 3
  integer(4) :: tri_r(18,18); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h1
# 3 "lines.f90"
                                                                                  integer(int32) :: n; 
# 3 "lines.f90" 3
  tri_h1 = 0; if (tri_r(1,2) /= 0 .and. tri_r(1,2) /= 2) call tri_open(tri_r(1,2), tri_h1)
# 3 "lines.f90"
                                                                                                       if (n > 0) then
# 3 "lines.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_close(tri_r(1,2), tri_h1)
# 3 "lines.f90"
                                                                                                                  return; 
# 3 "lines.f90" 3
  end if
# 3 "lines.f90"
                                                                                                                          n = 1; 
# 3 "lines.f90" 3
  if (tri_h1 /= 0 .or. tri_r(1,2) /= 0) call tri_close(tri_r(1,2), tri_h1)
# 3 "lines.f90"
                                                                                                                                 end  != R 2
program lines; implicit none                                 != R 1
# 4 "lines.f90" 3
  include 'triptych/probes.inc'
# 4 "lines.f90" 3
  include 'triptych/units.inc'
# 4 "lines.f90" 3
  integer(4) :: tri_r(18,18); common /tri_0123456789abcdef/ tri_r; integer(8) :: tri_h2, tri_h3, tri_n3, tri_h4, tri_n4
# 4 "lines.f90" 3
  integer(8) :: tri_h5, tri_h6, tri_h7, tri_h8, tri_n8; integer(8) :: tri_h10, tri_n10, tri_h11, tri_n11, tri_h12
# 4 "lines.f90" 3
  integer(8) :: tri_l12, tri_t13, tri_j13, tri_k13, tri_n12; integer(8) :: tri_x13, tri_h13, tri_n13, tri_v(3), tri_h14
# 4 "lines.f90" 3
  integer(8) :: tri_h15, tri_h16, tri_n16, tri_h17
# 5 "lines.f90"
  integer :: i, j, n, do, end, write, if(3), max, int
# 6 "lines.f90" 3
  tri_h2 = 0; if (tri_r(1,3) /= 0) call tri_enter(tri_r(1,3), tri_h2)
# 6 "lines.f90"
  do = 1; end = 2; write = 3; if(1) = 4; max = 5; int = 6
  n = 0; call one(n); call one(n); call two(n); n = 0; call two(n)
# 8 "lines.f90" 3
  tri_h3 = 0; if (tri_r(1,4) /= 0 .and. tri_r(1,4) /= 2) call tri_enter(tri_r(1,4), tri_h3); tri_n3 = 2
# 8 "lines.f90"
  do i = 1, 2; if (i == 1) cycle; n = n + 1; end do          != L 1 2 2 2 D
# 8 "lines.f90" 3
  if (tri_h3 /= 0 .or. tri_r(1,4) /= 0) call tri_end_loop(tri_r(1,4), tri_h3, tri_n3)
# 9 "lines.f90" 3
  tri_h4 = 0; if (tri_r(1,5) /= 0) call tri_enter(tri_r(1,5), tri_h4); tri_n4 = 3
# 9 "lines.f90"
  do &                                                       != L 1 3 3 3 D
    i = & ! a comment
    1, &

    3
    if (i == 2) &                                            != IO 1 6
      & then
# 15 "lines.f90" 3
  tri_h5 = 0; if (tri_r(1,6) /= 0) call tri_enter(tri_r(1,6), tri_h5)
# 15 "lines.f90"
        write(*, *) 'it''s & &
      &going on; do i = 1, 10', i
# 14 "lines.f90" 3
  if (tri_h5 /= 0) call tri_leave_io(tri_h5, 6_8); end if
# 17 "lines.f90"
  end do
# 17 "lines.f90" 3
  if (tri_h4 /= 0) call tri_leave_loop(tri_h4, tri_n4)
# 18 "lines.f90"
  if (n > 0) then
# 18 "lines.f90" 3
  tri_h6 = 0; if (tri_r(1,7) /= 0) call tri_enter(tri_r(1,7), tri_h6)
# 18 "lines.f90"
             write(*, *) 'a'; 
# 18 "lines.f90" 3
  if (tri_h6 /= 0) call tri_leave_io(tri_h6, 6_8); end if
# 18 "lines.f90"
                              if (n > 0) then
# 18 "lines.f90" 3
  tri_h7 = 0; if (tri_r(1,8) /= 0) call tri_enter(tri_r(1,8), tri_h7)
# 18 "lines.f90"
                                         write(*, *) 'b'     != IO 1 6; IO 1 6
# 18 "lines.f90" 3
  if (tri_h7 /= 0) call tri_leave_io(tri_h7, 6_8); end if
# 19 "lines.f90" 3
  tri_h8 = 0; if (tri_r(1,9) /= 0 .and. tri_r(1,9) /= 2) call tri_enter(tri_r(1,9), tri_h8); tri_n8 = 2
# 19 "lines.f90"
  do     i = 1, 2; do    j = 1, 2                            != L 1 2 2 2 D; L 2 4 2 2 D
   n = n + 1
# 20 "lines.f90" 3
  end do; end do; if (tri_h8 /= 0 .or. tri_r(1,9) /= 0) call tri_end_loop(tri_r(1,9), tri_h8, tri_n8)
# 21 "lines.f90" 3
  tri_h10 = 0; if (tri_r(1,11) /= 0 .and. tri_r(1,11) /= 2) call tri_enter(tri_r(1,11), tri_h10); tri_n10 = 3
# 21 "lines.f90"
  do 20 i = 1, 3                                             != L 1 3 3 3 D
    if (i == 2) goto 20
    n = n + 1
20 end do
# 24 "lines.f90" 3
  if (tri_h10 /= 0 .or. tri_r(1,11) /= 0) call tri_end_loop(tri_r(1,11), tri_h10, tri_n10)
# 25 "lines.f90"
  goto 30
# 26 "lines.f90" 3
30 continue
# 26 "lines.f90" 3
  tri_h11 = 0; if (tri_r(1,12) /= 0 .and. tri_r(1,12) /= 2) call tri_enter(tri_r(1,12), tri_h11); tri_n11 = 2
# 26 "lines.f90"
   do i = 1, 2                                               != L 1 2 2 2 D
    n = n + 1
  end do
# 28 "lines.f90" 3
  if (tri_h11 /= 0 .or. tri_r(1,12) /= 0) call tri_end_loop(tri_r(1,12), tri_h11, tri_n11)
# 29 "lines.f90" 3
  tri_h12 = 0; tri_l12 = 0; if (tri_r(1,13) /= 0 .and. tri_r(1,13) /= 2) call tri_nest(tri_r(1,13), tri_h12, tri_l12); tri_t13 = 0
# 29 "lines.f90" 3
  tri_j13 = 9223372036854775807_8; tri_k13 = 0; tri_n12 = 0; if (tri_l12 /= 0) then; tri_x13 = tri_salt(tri_h12)
# 29 "lines.f90"
  first: do; 
# 29 "lines.f90" 3
  tri_n12 = tri_n12 + 1
# 29 "lines.f90" 3
  tri_h13 = 0; if (tri_r(1,14) == 2) then; if (tri_r(3,14) /= 0) then; tri_x13 = tri_x13 + 2654435769_8
# 29 "lines.f90" 3
  if (tri_x13 > 4294967295_8) tri_x13 = tri_x13 - 4294967296_8; if (tri_x13 < tri_r(3,14)) call tri_sampled(tri_r(1,14), tri_h13)
# 29 "lines.f90" 3
  end if; else if (tri_r(1,14) /= 0) then; call tri_open(tri_r(1,14), tri_h13); end if; tri_n13 = 0
# 29 "lines.f90"
             second: do; 
# 29 "lines.f90" 3
  tri_n13 = tri_n13 + 1
# 29 "lines.f90" 3
  if (tri_h13 /= 0) then; call tri_leave_loop(tri_h13, tri_n13); else; tri_t13 = tri_t13 + tri_n13
# 29 "lines.f90" 3
  if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13; end if
# 29 "lines.f90"
                         exit first; end do second; 
# 29 "lines.f90" 3
  if (tri_h13 /= 0) then; call tri_leave_loop(tri_h13, tri_n13); else; tri_t13 = tri_t13 + tri_n13
# 29 "lines.f90" 3
  if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13; end if
# 29 "lines.f90"
                                                    end do first  != L 1 1 1 1 U; L 1 1 1 1 U
# 29 "lines.f90" 3
  else
# 29 "lines.f90" 3
  tri_c13_1: do; 
# 29 "lines.f90" 3
  tri_n12 = tri_n12 + 1
# 29 "lines.f90" 3
  tri_n13 = 0
# 29 "lines.f90" 3
             tri_c14_1: do; 
# 29 "lines.f90" 3
  tri_n13 = tri_n13 + 1
# 29 "lines.f90" 3
  tri_t13 = tri_t13 + tri_n13; if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 29 "lines.f90" 3
                         exit tri_c13_1; end do tri_c14_1; 
# 29 "lines.f90" 3
  tri_t13 = tri_t13 + tri_n13; if (tri_n13 < tri_j13) tri_j13 = tri_n13; if (tri_n13 > tri_k13) tri_k13 = tri_n13
# 29 "lines.f90" 3
                                                    end do tri_c13_1  != L 1 1 1 1 U; L 1 1 1 1 U
# 29 "lines.f90" 3
  end if; if (tri_h12 /= 0 .or. tri_r(1,13) /= 0) then; tri_v(1) = tri_t13; tri_v(2) = tri_j13; tri_v(3) = tri_k13
# 29 "lines.f90" 3
  call tri_end_nest(tri_r(1,13), tri_h12, tri_n12, tri_v); end if
# 30 "lines.f90"
  if (n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 10000000 .and. n > 100000) then
# 30 "lines.f90" 3
  if (tri_h2 /= 0) call tri_leave(tri_h2)
# 30 "lines.f90"
                                                                                                                               stop
# 30 "lines.f90" 3
  end if
# 31 "lines.f90"
  if (max == 5 .and. int == 6) then; 
# 31 "lines.f90" 3
  tri_h14 = 0; if (tri_r(1,15) /= 0) call tri_enter(tri_r(1,15), tri_h14)
# 31 "lines.f90"
                                     write(*, *) n; 
# 31 "lines.f90" 3
  if (tri_h14 /= 0) call tri_leave_io(tri_h14, 6_8)
# 31 "lines.f90"
                                                    else; 
# 31 "lines.f90" 3
  tri_h15 = 0; if (tri_r(1,16) /= 0) call tri_enter(tri_r(1,16), tri_h15)
# 31 "lines.f90"
                                                          write(*, *) -n; 
# 31 "lines.f90" 3
  if (tri_h15 /= 0) call tri_leave_io(tri_h15, 6_8)
# 31 "lines.f90"
                                                                          end if  != IO 1 6; IO 0
  select case (n); case (1); n = 2; case default; 
# 32 "lines.f90" 3
  tri_h16 = 0; if (tri_r(1,17) /= 0 .and. tri_r(1,17) /= 2) call tri_enter(tri_r(1,17), tri_h16); tri_n16 = 3
# 32 "lines.f90"
                                                  do i = 1, 3; n = n + 1; end do; 
# 32 "lines.f90" 3
  if (tri_h16 /= 0 .or. tri_r(1,17) /= 0) call tri_end_loop(tri_r(1,17), tri_h16, tri_n16)
# 32 "lines.f90"
                                                                                  end select  != L 1 3 3 3 D
# 33 "lines.f90" 3
  tri_h17 = 0; if (tri_r(1,18) /= 0) call tri_enter(tri_r(1,18), tri_h17)
# 33 "lines.f90"
  print *, do, end, write, if(1), n; 
# 33 "lines.f90" 3
  if (tri_h17 /= 0) call tri_leave_io(tri_h17, 6_8)
# 33 "lines.f90" 3
  if (tri_h2 /= 0) call tri_leave(tri_h2)
# 33 "lines.f90"
                                     end program lines       != IO 1 6
