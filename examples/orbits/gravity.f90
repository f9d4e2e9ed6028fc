!> The acceleration of each body by all others. Called from C and from Fortran; needs no module to be called.
subroutine gravity(c) bind(c)
  use, intrinsic :: iso_c_binding, only: c_double
  use bodies, only: cluster, bodies_field, softening
  implicit none
  type(cluster), intent(inout) :: c

  call pull(c%n, bodies_field(c, c%mass), bodies_field(c, c%x), bodies_field(c, c%y), bodies_field(c, c%z), &
            bodies_field(c, c%ax), bodies_field(c, c%ay), bodies_field(c, c%az))

contains

  !> The inner loop runs over those that are pulled: it has no sums, and vectorises.
  subroutine pull(n, mass, x, y, z, ax, ay, az)
    integer, intent(in) :: n
    real(c_double), intent(in) :: mass(n), x(n), y(n), z(n)
    real(c_double), intent(out) :: ax(n), ay(n), az(n)
    real(c_double) :: dx, dy, dz, rr, w, soft
    integer :: i, j
    soft = softening
    ax = 0
    ay = 0
    az = 0
    sources: do j = 1, n
      if (mass(j) <= 0) cycle sources
      do i = 1, n
        dx = x(j) - x(i)
        dy = y(j) - y(i)
        dz = z(j) - z(i)
        rr = dx**2 + dy**2 + dz**2 + soft
        w = mass(j) / (rr * sqrt(rr))
        ax(i) = ax(i) + w * dx
        ay(i) = ay(i) + w * dy
        az(i) = az(i) + w * dz
      end do
    end do sources
  end subroutine pull

end subroutine gravity
