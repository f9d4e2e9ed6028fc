!> Poisson's equation by full multigrid: multigrid [LEVELS [MODES [SHAPE [FILE]]]]
program main
  use, intrinsic :: iso_fortran_env, only: error_unit
  use kinds, only: wp
  use problems, only: wave
  use multigrid, only: hierarchy
  use checkpoints, only: checkpoint_write, checkpoint_is
  implicit none

  integer, parameter :: cycles = 2
  type(hierarchy) :: grids
  integer :: levels, modes, kx, ky, wrong
  character(256) :: shape, file

  call read_arguments()
  call grids%build(levels, shape(1:1))
  wrong = 0
  all: do kx = 1, modes
    do ky = 1, modes
      if (kx + ky > modes + 1) cycle all
      call solve_one(wave(kx, ky))
    end do
  end do all
  call keep()
  if (wrong > 0) then
    write (error_unit, '(a, i0, a)') 'multigrid: ', wrong, ' results are WRONG'
    error stop 1
  end if
  print '(a)', 'right'

contains

  !> Full multigrid must come ten times closer to the solution on the grid than that is to the true one.
  subroutine solve_one(what)
    type(wave), intent(in) :: what
    real(wp) :: damping, error, residual
    call grids%solve(what, cycles)
    associate (finest => grids%level(levels))
      damping = what%damping(finest%h)
      error = finest%largest(what, damping) / abs(damping - 1)
      residual = finest%largest(finest%r)
    end associate
    print '(a, i0, a, i0, a, f7.4, a, es9.2)', 'wave ', what%kx, ' ', what%ky, &
      ': error', error, ' of that of the grid, residual', residual
    if (.not. error < 0.1_wp) wrong = wrong + 1
  end subroutine solve_one

  !> The last solution goes to the file, and is compared with what stands there.
  subroutine keep()
    logical :: ok
    call checkpoint_write(trim(file), grids%level(levels), ok)
    if (ok) ok = checkpoint_is(trim(file), grids%level(levels))
    if (.not. ok) then
      write (error_unit, '(a)') 'multigrid: '//trim(file)//' does not hold the solution'
      wrong = wrong + 1
    end if
  end subroutine keep

  subroutine read_arguments()
    levels = number(1, 10)
    modes = number(2, 5)
    shape = 'V'
    if (command_argument_count() > 2) call get_command_argument(3, shape)
    file = 'multigrid.dat'
    if (command_argument_count() > 3) call get_command_argument(4, file)
    if (levels < 2 .or. levels > 14 .or. modes < 1 .or. modes > 2**(levels - 1) .or. scan('VvWw', shape(1:1)) == 0) then
      write (error_unit, '(a)') 'usage: multigrid [LEVELS [MODES [SHAPE [FILE]]]], LEVELS 2 to 14, MODES 1 to'// &
        ' 2**(LEVELS-1), SHAPE V or W'
      stop 2
    end if
  end subroutine read_arguments

  !> The argument at a position as a number, 0 if it is none; without an argument, the value otherwise.
  integer function number(position, otherwise)
    integer, intent(in) :: position, otherwise
    character(20) :: text
    integer :: status
    number = otherwise
    if (command_argument_count() < position) return
    call get_command_argument(position, text)
    read (text, *, iostat=status) number
    if (status /= 0) number = 0
  end function number

end program main
