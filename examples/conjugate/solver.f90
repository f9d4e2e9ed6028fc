!> The method of conjugate gradients (Hestenes and Stiefel 1952).
module solver
  use kinds, only: wp
  use strips, only: strip
  use operators, only: apply, dot
  implicit none
  private
  public :: solve

  real(wp), parameter :: tolerance = 1e-9_wp

contains

  !> Solves A u = f from u = 0. Returns the number of iterations, at most `most`. r is f at first.
  integer function solve(s, u, r, most) result(iterations)
    type(strip), intent(in) :: s
    real(wp), intent(inout) :: u(0:, s%first - 1:), r(0:, s%first - 1:)
    integer, intent(in) :: most
    real(wp), allocatable :: p(:, :), ap(:, :)
    real(wp) :: rr, before, start
    call s%new_field(p)
    call s%new_field(ap)
    u = 0
    p = r
    rr = dot(s, r, r)
    start = rr
    do iterations = 1, most
      call apply(s, p, ap)
      call advance(rr / dot(s, p, ap))
      before = rr
      rr = dot(s, r, r)
      if (rr <= tolerance**2 * start) return
      p = r + rr / before * p
    end do

  contains

    subroutine advance(step)
      real(wp), intent(in) :: step
      integer :: j
      do j = s%first, s%last
        u(:, j) = u(:, j) + step * p(:, j)
        r(:, j) = r(:, j) - step * ap(:, j)
      end do
    end subroutine advance

  end function solve

end module solver
