! user.f90: the library called from Fortran.
program user
  implicit none
  integer(8), save :: routine = 0, loop = 0
  integer(8) :: frame, turns, trips
  integer :: i, k

  call tri_begin('setting up   ')
  call tri_end()
  do i = 1, 4
    call tri_define(routine, 1, 'solve', 'user.f90', 11)
    call tri_enter(routine, frame)
    call tri_define(loop, 2, '100', 'user.f90', 13)
    call tri_enter(loop, turns)
    trips = 0
    do k = 1, 10 * i
      trips = trips + 1
    end do
    call tri_leave_loop(turns, trips)
    call tri_leave(frame)
  end do
  call tri_pause()
  call tri_enter(routine, frame)
  call tri_leave(frame)
  call tri_resume()
end program user
