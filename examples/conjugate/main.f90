!> Conjugate gradients on strips of a grid: conjugate [N [WAVES]]
program main
  use, intrinsic :: iso_fortran_env, only: error_unit
  use mpi_f08
  use kinds, only: wp
  use strips, only: strip
  use waves, only: waves_fill, waves_error
  use solver, only: solve
  implicit none

  type(strip) :: mine
  integer :: n, waves, k, ranks, me, status

  call MPI_Init()
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  call MPI_Comm_rank(MPI_COMM_WORLD, me)
  n = number(1, 1500)
  waves = number(2, 6)
  status = 0
  if (n < ranks .or. n > 30000 .or. waves < 1 .or. waves > min(n, 12)) then
    if (me == 0) write (error_unit, '(a, i0, a)') &
      'usage: conjugate [N [WAVES]], N from the number of ranks (', ranks, ') to 30000, WAVES 1 to 12, not more than N'
    status = 2
  else
    call mine%create(MPI_COMM_WORLD, n)
    do k = 1, waves
      call solve_one(k)
    end do
    if (me == 0 .and. status == 0) print '(a)', 'right'
    if (me == 0 .and. status /= 0) write (error_unit, '(a)') 'conjugate: the results are WRONG'
  end if
  call MPI_Finalize()
  if (status == 1) stop 1, quiet=.true.
  if (status == 2) stop 2, quiet=.true.

contains

  !> With k eigenvectors on the right-hand side, the method must end after k iterations.
  subroutine solve_one(k)
    integer, intent(in) :: k
    real(wp), allocatable :: u(:, :), f(:, :)
    real(wp) :: error
    integer :: iterations
    call mine%new_field(u)
    call mine%new_field(f)
    call waves_fill(mine, k, f)
    iterations = solve(mine, u, f, 2 * waves)
    error = waves_error(mine, k, u)
    if (me == 0) print '(i2, a, i3, a, es9.2)', k, ' waves:', iterations, ' iterations, error', error
    if (iterations /= k .or. .not. error < 1e-8_wp) status = 1
  end subroutine solve_one

  !> The argument at a position as a number, 0 if it is none; without an argument, the value otherwise.
  integer function number(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(20) :: text
    integer :: problem
    number = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=problem) number
    if (problem /= 0) number = 0
  end function number

end program main
