!> What is to be solved: -Laplace(u) = f on the unit square, u = 0 on its rim.
module problems
  use kinds, only: wp, pi
  implicit none
  private
  public :: problem, wave

  type, abstract :: problem
  contains
    procedure(values_at), deferred :: source   !< f at the points (x, y)
    procedure(values_at), deferred :: solution !< u at the points (x, y)
    procedure(part_on), deferred :: damping    !< the solution on a grid of width h, as a multiple of u
  end type problem

  abstract interface
    pure function values_at(self, x, y) result(values)
      import :: problem, wp
      class(problem), intent(in) :: self
      real(wp), intent(in) :: x(:), y
      real(wp) :: values(size(x))
    end function values_at
    pure function part_on(self, h) result(part)
      import :: problem, wp
      class(problem), intent(in) :: self
      real(wp), intent(in) :: h
      real(wp) :: part
    end function part_on
  end interface

  !> u = sin(kx pi x) sin(ky pi y): an eigenfunction, of the equation and on any grid.
  type, extends(problem) :: wave
    integer :: kx = 1, ky = 1
  contains
    procedure :: source => wave_source
    procedure :: solution => wave_solution
    procedure :: damping => wave_damping
  end type wave

contains

  pure function wave_source(self, x, y) result(values)
    class(wave), intent(in) :: self
    real(wp), intent(in) :: x(:), y
    real(wp) :: values(size(x))
    values = pi**2 * (self%kx**2 + self%ky**2) * self%solution(x, y)
  end function wave_source

  pure function wave_solution(self, x, y) result(values)
    class(wave), intent(in) :: self
    real(wp), intent(in) :: x(:), y
    real(wp) :: values(size(x))
    values = sin(self%kx * pi * x) * sin(self%ky * pi * y)
  end function wave_solution

  pure function wave_damping(self, h) result(part)
    class(wave), intent(in) :: self
    real(wp), intent(in) :: h
    real(wp) :: part
    part = pi**2 * (self%kx**2 + self%ky**2) / sum(eigenvalue([self%kx, self%ky], h))
  end function wave_damping

  !> Of the second difference, for the wave with k half-waves.
  elemental function eigenvalue(k, h) result(value)
    integer, intent(in) :: k
    real(wp), intent(in) :: h
    real(wp) :: value
    value = (2 / h * sin(k * pi * h / 2))**2
  end function eigenvalue

end module problems
