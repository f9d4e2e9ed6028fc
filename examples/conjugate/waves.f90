!> A problem that needs a known number of iterations: right-hand sides that are sums of eigenvectors.
module waves
  use mpi_f08
  use kinds, only: wp, pi
  use strips, only: strip
  implicit none
  private
  public :: waves_fill, waves_error

contains

  !> f = k eigenvectors, each once, from long waves to short ones: sin(m pi x) sin(m pi y) for m = n/k, 2n/k, ... n.
  subroutine waves_fill(s, k, f)
    type(strip), intent(in) :: s
    integer, intent(in) :: k
    real(wp), intent(inout) :: f(0:, s%first - 1:)
    integer :: j
    do j = s%first, s%last
      f(1:s%n, j) = column(s, k, j, divided=.false.)
    end do
  end subroutine waves_fill

  !> How far u is from the solution of A u = f at most, over all ranks.
  real(wp) function waves_error(s, k, u) result(error)
    type(strip), intent(in) :: s
    integer, intent(in) :: k
    real(wp), intent(in) :: u(0:, s%first - 1:)
    integer :: j
    error = 0
    do j = s%first, s%last
      error = max(error, maxval(abs(u(1:s%n, j) - column(s, k, j, divided=.true.))))
    end do
    call MPI_Allreduce(MPI_IN_PLACE, error, 1, MPI_DOUBLE_PRECISION, MPI_MAX, s%comm)
  end function waves_error

  !> Column j of the sum, each eigenvector divided by its eigenvalue if wanted.
  function column(s, k, j, divided) result(f)
    type(strip), intent(in) :: s
    integer, intent(in) :: k, j
    logical, intent(in) :: divided
    real(wp) :: f(s%n), weight
    integer :: i, l, m
    f = 0
    do l = 1, k
      m = l * s%n / k
      weight = sin(m * pi * j / (s%n + 1))
      if (divided) weight = weight / eigenvalue(s, m)
      do i = 1, s%n
        f(i) = f(i) + weight * sin(m * pi * i / (s%n + 1))
      end do
    end do
  end function column

  !> Of the wave with m half waves per side.
  pure real(wp) function eigenvalue(s, m)
    type(strip), intent(in) :: s
    integer, intent(in) :: m
    eigenvalue = 1 + 8 * sin(m * pi / (2 * (s%n + 1)))**2
  end function eigenvalue

end module waves
