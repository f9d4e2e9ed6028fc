! sweep90: Gauss-Seidel sweeps with the five-point stencil over one grid, until the residual is small. Modern Fortran.
module grid_module
  implicit none
  private
  public :: grid, sweep, residual
  integer, parameter, public :: dp = kind(1d0)
  type grid
    integer :: nx = 0, ny = 0
    real(dp), allocatable :: u(:, :), f(:, :)
  end type
contains
  subroutine sweep(g)
    type(grid), intent(inout) :: g
    integer :: i, j
    do j = 1, g%ny
      do i = 1, g%nx
        g%u(i, j) = stencil(g%u, g%f, i, j)
      end do
    end do
  end subroutine

  pure real(dp) function stencil(u, f, i, j)
    real(dp), intent(in), allocatable :: u(:, :), f(:, :)
    integer, intent(in) :: i, j
    stencil = 0.25_dp*(u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + f(i, j))
  end function

  real(dp) function residual(g) result(largest)
    type(grid), intent(in) :: g
    integer :: i, j
    largest = 0
    do j = 1, g%ny
      do i = 1, g%nx
        largest = max(largest, abs(g%u(i, j) - stencil(g%u, g%f, i, j)))
      end do
    end do
  end function
end module

program sweep90
  use grid_module
  implicit none
  type(grid) :: g
  integer :: i, j, sweeps, most
  character(len=12) :: word
  real(dp) :: r
  most = 200
  call get_command_argument(1, word)
  if (word /= ' ') read (word, *) most
  g%nx = 100
  g%ny = 100
  allocate (g%u(0:g%nx + 1, 0:g%ny + 1), g%f(g%nx, g%ny))
  g%u = 0
  do j = 1, g%ny
    do i = 1, g%nx
      g%f(i, j) = mod(i*j, 7)
    end do
  end do
  r = 1
  sweeps = 0
  do while (r > 1e-10_dp .and. sweeps < most)
    call sweep(g)
    sweeps = sweeps + 1
    if (mod(sweeps, 10) == 0) r = residual(g)
  end do
  print '(a, i8, es20.12)', 'sweep90 ', sweeps, r
end program
