! Several statements on a line, lines that go on, labels and names, in free form.
subroutine one(n); integer, intent(inout) :: n; n = n + 1; end subroutine  != R 2
subroutine two(n); use, intrinsic :: iso_fortran_env, only: int32; implicit none; integer(int32) :: n; if (n > 0) return; n = 1; end  != R 2
program lines; implicit none                                 != R 1
  integer :: i, j, n, do, end, write, if(3), max, int
  do = 1; end = 2; write = 3; if(1) = 4; max = 5; int = 6
  n = 0; call one(n); call one(n); call two(n); n = 0; call two(n)
  do i = 1, 2; if (i == 1) cycle; n = n + 1; end do          != L 1 2 2 2 D
  do &                                                       != L 1 3 3 3 D
    i = & ! a comment
    1, &

    3
    if (i == 2) &                                            != IO 1 6
      & write(*, *) 'it''s & &
      &going on; do i = 1, 10', i
  end do
  if (n > 0) write(*, *) 'a'; if (n > 0) write(*, *) 'b'     != IO 1 6; IO 1 6
  do 10, i = 1, 2; do 10 j = 1, 2                            != L 1 2 2 2 D; L 2 4 2 2 D
10 n = n + 1
  do 20 i = 1, 3                                             != L 1 3 3 3 D
    if (i == 2) goto 20
    n = n + 1
20 end do
  goto 30
30 do i = 1, 2                                               != L 1 2 2 2 D
    n = n + 1
  end do
  first: do; second: do; exit first; end do second; end do first  != L 1 1 1 1 U; L 1 1 1 1 U
  if (n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 1000000 .and. n > 10000000 .and. n > 100000) stop
  if (max == 5 .and. int == 6) then; write(*, *) n; else; write(*, *) -n; end if  != IO 1 6; IO 0
  select case (n); case (1); n = 2; case default; do i = 1, 3; n = n + 1; end do; end select  != L 1 3 3 3 D
  print *, do, end, write, if(1), n; end program lines       != IO 1 6
