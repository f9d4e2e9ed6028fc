!> A square grid with the fields that live on it.
module grids
  use kinds, only: wp
  use problems, only: problem
  implicit none
  private
  public :: grid

  type :: grid
    integer :: n = 0                        !< intervals per side
    real(wp) :: h = 0                       !< their width
    real(wp), allocatable :: x(:)           !< where the points between are; (n - 1)
    real(wp), allocatable, dimension(:, :) :: u, f, r !< unknown, right-hand side, residual; (0:n, 0:n)
  contains
    procedure :: create
    procedure :: pose
    procedure, private :: largest_value, largest_error
    generic :: largest => largest_value, largest_error
  end type grid

contains

  subroutine create(self, n)
    class(grid), intent(inout) :: self
    integer, intent(in) :: n
    integer :: i
    self%n = n
    self%h = 1.0_wp / n
    self%x = [(i * self%h, i = 1, n - 1)]
    allocate (self%u(0:n, 0:n), self%f(0:n, 0:n), self%r(0:n, 0:n), source=0.0_wp)
  end subroutine create

  !> Fills in the right-hand side.
  subroutine pose(self, what)
    class(grid), intent(inout) :: self
    class(problem), intent(in) :: what
    integer :: j
    do j = 1, self%n - 1
      self%f(1:self%n - 1, j) = what%source(self%x, self%x(j))
    end do
  end subroutine pose

  !> The largest absolute value of a field.
  pure function largest_value(self, field) result(largest)
    class(grid), intent(in) :: self
    real(wp), intent(in) :: field(0:, 0:)
    real(wp) :: largest
    integer :: i, j
    largest = 0
    do j = 1, self%n - 1
      do i = 1, self%n - 1
        largest = max(largest, abs(field(i, j)))
      end do
    end do
  end function largest_value

  !> The largest difference between u and `scale` times the solution of a problem.
  pure function largest_error(self, what, scale) result(largest)
    class(grid), intent(in) :: self
    class(problem), intent(in) :: what
    real(wp), intent(in) :: scale
    real(wp) :: largest
    integer :: j
    largest = 0
    do j = 1, self%n - 1
      largest = max(largest, maxval(abs(self%u(1:self%n - 1, j) - scale * what%solution(self%x, self%x(j)))))
    end do
  end function largest_error

end module grids
