!> Full multigrid (Brandt 1977): the grids, and the order in which they are visited.
module multigrid
  use kinds, only: wp
  use problems, only: problem
  use grids, only: grid
  implicit none
  private
  public :: hierarchy

  !> level(1) has one unknown; each level has half the width of the one before.
  type :: hierarchy
    type(grid), allocatable :: level(:)
    integer :: branches = 1 !< 1: V-cycles, 2: W-cycles
  contains
    procedure :: build
    procedure :: solve
    procedure, private :: cycle_from
  end type hierarchy

  interface
    !> Gauss-Seidel sweeps, red points first, then black ones.
    module subroutine smooth(g, sweeps)
      type(grid), intent(inout) :: g
      integer, intent(in) :: sweeps
    end subroutine smooth

    !> r = f + Laplace(u)
    module subroutine find_residual(g)
      type(grid), intent(inout) :: g
    end subroutine find_residual

    !> The residual of the fine grid, weighted over nine points, is the coarse one's right-hand side.
    module subroutine restrict(fine, coarse)
      type(grid), intent(in) :: fine
      type(grid), intent(inout) :: coarse
    end subroutine restrict

    !> Adds the coarse grid's u, interpolated, to the fine one's.
    module subroutine prolong(coarse, fine)
      type(grid), intent(in) :: coarse
      type(grid), intent(inout) :: fine
    end subroutine prolong
  end interface

  integer, parameter :: sweeps_before = 2, sweeps_after = 1

contains

  subroutine build(self, levels, shape)
    class(hierarchy), intent(inout) :: self
    integer, intent(in) :: levels
    character, intent(in) :: shape
    integer :: l
    allocate (self%level(levels))
    do l = 1, levels
      call self%level(l)%create(2**l)
    end do
    select case (shape)
    case ('W', 'w')
      self%branches = 2
    case default
      self%branches = 1
    end select
  end subroutine build

  !> Solves on each level in turn, from the coarsest; each starts with what the one before found.
  subroutine solve(self, what, cycles)
    class(hierarchy), intent(inout) :: self
    class(problem), intent(in) :: what
    integer, intent(in) :: cycles
    integer :: l, step
    do l = 1, size(self%level)
      associate (here => self%level(l))
        call here%pose(what)
        here%u = 0
        if (l > 1) call prolong(self%level(l - 1), here)
        do step = 1, cycles
          call self%cycle_from(l)
        end do
      end associate
    end do
    call find_residual(self%level(size(self%level)))
  end subroutine solve

  recursive subroutine cycle_from(self, l)
    class(hierarchy), intent(inout) :: self
    integer, intent(in) :: l
    integer :: branch
    if (l == 1) then
      associate (g => self%level(1))
        g%u(1, 1) = g%h**2 / 4 * g%f(1, 1)
      end associate
      return
    end if
    call smooth(self%level(l), sweeps_before)
    call find_residual(self%level(l))
    call restrict(self%level(l), self%level(l - 1))
    self%level(l - 1)%u = 0
    do branch = 1, self%branches
      call self%cycle_from(l - 1)
    end do
    call prolong(self%level(l - 1), self%level(l))
    call smooth(self%level(l), sweeps_after)
  end subroutine cycle_from

end module multigrid
