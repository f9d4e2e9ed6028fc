program heat
  implicit none
  integer :: n, t
  character(len=20) :: text
  real(8) :: total
  call get_command_argument(1, text)
  read (text, *) n
  total = 0
  do t = 1, 3
    call step(n, total)
  end do
  print *, total
contains
  subroutine step(n, total)
    integer, intent(in) :: n
    real(8), intent(inout) :: total
    integer :: i, j, x
    x = 7
    do i = 1, n
      x = i * 2   ! a comment
      do j = 1, i
        total = total + 0.5d0
        if (j == 2) x = x + 1
      end do
    end do
    x = x + &
        5
    do while (x > 0)
      x = x - 10
    end do
  end subroutine step
end program heat
