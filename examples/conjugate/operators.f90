!> What couples the ranks: the five-point operator and the dot product.
module operators
  use mpi_f08
  use kinds, only: wp
  use strips, only: strip
  implicit none
  private
  public :: apply, dot

contains

  !> au = A u inside the strip, A = 1 - h**2 times the five-point Laplacian: an implicit step of the heat equation. Brings
  !> the columns beside u first.
  subroutine apply(s, u, au)
    type(strip), intent(in) :: s
    real(wp), intent(inout) :: u(0:, s%first - 1:)
    real(wp), intent(inout) :: au(0:, s%first - 1:)
    integer :: i, j
    call exchange(s, u)
    do j = s%first, s%last
      do i = 1, s%n
        au(i, j) = 5 * u(i, j) - u(i - 1, j) - u(i + 1, j) - u(i, j - 1) - u(i, j + 1)
      end do
    end do
  end subroutine apply

  !> Columns go to the right, then to the left. There is nobody beyond the ends: u stays zero there.
  subroutine exchange(s, u)
    type(strip), intent(in) :: s
    real(wp), intent(inout) :: u(0:, s%first - 1:)
    integer, parameter :: rightward = 1, leftward = 2
    call MPI_Sendrecv(u(1:s%n, s%last), s%n, MPI_DOUBLE_PRECISION, s%right, rightward, &
                      u(1:s%n, s%first - 1), s%n, MPI_DOUBLE_PRECISION, s%left, rightward, s%comm, MPI_STATUS_IGNORE)
    call MPI_Sendrecv(u(1:s%n, s%first), s%n, MPI_DOUBLE_PRECISION, s%left, leftward, &
                      u(1:s%n, s%last + 1), s%n, MPI_DOUBLE_PRECISION, s%right, leftward, s%comm, MPI_STATUS_IGNORE)
  end subroutine exchange

  !> The dot product over all ranks.
  real(wp) function dot(s, u, v)
    type(strip), intent(in) :: s
    real(wp), intent(in) :: u(0:, s%first - 1:), v(0:, s%first - 1:)
    integer :: j
    dot = 0
    do j = s%first, s%last
      dot = dot + dot_product(u(1:s%n, j), v(1:s%n, j))
    end do
    call MPI_Allreduce(MPI_IN_PLACE, dot, 1, MPI_DOUBLE_PRECISION, MPI_SUM, s%comm)
  end function dot

end module operators
