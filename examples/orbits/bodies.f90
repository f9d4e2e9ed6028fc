!> A cluster of bodies, as C sees it.
module bodies
  use, intrinsic :: iso_c_binding, only: c_double, c_int, c_ptr
  implicit none
  private
  public :: cluster, bodies_field, cluster_new, softening

  !> Added to the square of distances, so that bodies may meet. C sees it, too.
  real(c_double), protected, bind(c) :: softening = 1e-4_c_double

  !> struct cluster of bodies.h
  type, bind(c) :: cluster
    integer(c_int) :: n
    type(c_ptr) :: mass
    type(c_ptr) :: x, y, z
    type(c_ptr) :: vx, vy, vz
    type(c_ptr) :: ax, ay, az
  end type cluster

  interface
    !> In cluster.c: memory for n bodies; anything but 0: there is none.
    function cluster_new(c, n) bind(c) result(status)
      import :: cluster, c_int
      type(cluster), intent(out) :: c
      integer(c_int), intent(in), value :: n
      integer(c_int) :: status
    end function cluster_new
  end interface

contains

  !> One of the arrays.
  function bodies_field(c, which) result(field)
    use, intrinsic :: iso_c_binding, only: c_f_pointer
    type(cluster), intent(in) :: c
    type(c_ptr), intent(in) :: which
    real(c_double), pointer, contiguous :: field(:)
    call c_f_pointer(which, field, [c%n])
  end function bodies_field

  !> Called from C: the energy of motion, and the momentum.
  subroutine bodies_kinetic(c, energy, momentum) bind(c)
    type(cluster), intent(in) :: c
    real(c_double), intent(out) :: energy, momentum(3)
    real(c_double), pointer, contiguous :: m(:), vx(:), vy(:), vz(:)
    integer :: i
    m => bodies_field(c, c%mass)
    vx => bodies_field(c, c%vx)
    vy => bodies_field(c, c%vy)
    vz => bodies_field(c, c%vz)
    energy = 0
    momentum = 0
    do i = 1, c%n
      energy = energy + m(i) / 2 * (vx(i)**2 + vy(i)**2 + vz(i)**2)
      momentum = momentum + m(i) * [vx(i), vy(i), vz(i)]
    end do
  end subroutine bodies_kinetic

end module bodies
