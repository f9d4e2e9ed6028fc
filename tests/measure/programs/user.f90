! user.f90: what a Fortran program says by itself, without instrumented source.
program user
  implicit none
  integer :: i

  call tri_begin('setting up   ')
  call tri_end()
  do i = 1, 4
    call tri_begin('solve')
    call tri_begin('inner')
    call tri_end()
    call tri_end()
  end do
  call tri_pause()
  call tri_begin('solve')
  call tri_end()
  call tri_resume()
end program user
