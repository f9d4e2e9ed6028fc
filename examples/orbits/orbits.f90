!> How a cluster moves: leapfrog steps, with looks at it by a procedure of the caller's.
module orbits
  use, intrinsic :: iso_c_binding, only: c_char, c_double, c_funptr, c_int, c_null_char, c_ptr, c_f_procpointer
  use bodies, only: cluster, bodies_field, cluster_new
  implicit none
  private

  interface
    subroutine gravity(c) bind(c)
      import :: cluster
      type(cluster), intent(inout) :: c
    end subroutine gravity
  end interface

  abstract interface
    function observer(notes, c, step) bind(c) result(stop_now)
      import :: c_ptr, c_int, cluster
      type(c_ptr), intent(in), value :: notes
      type(cluster), intent(in) :: c
      integer(c_int), intent(in), value :: step
      integer(c_int) :: stop_now
    end function observer
  end interface

contains

  !> Called from C: reads a file of bodies into a new cluster. Anything but 0: it cannot be read.
  function orbits_read(path, c) bind(c) result(status)
    character(kind=c_char), intent(in) :: path(*)
    type(cluster), intent(out) :: c
    integer(c_int) :: status
    real(c_double), pointer, contiguous :: m(:), x(:), y(:), z(:), vx(:), vy(:), vz(:)
    integer :: unit, i, n
    open (newunit=unit, file=fortran_text(path), status='old', action='read', iostat=status)
    if (status /= 0) return
    read (unit, *, err=100, end=100) n
    status = cluster_new(c, n)
    if (status /= 0) go to 110
    m => bodies_field(c, c%mass)
    x => bodies_field(c, c%x)
    y => bodies_field(c, c%y)
    z => bodies_field(c, c%z)
    vx => bodies_field(c, c%vx)
    vy => bodies_field(c, c%vy)
    vz => bodies_field(c, c%vz)
    do i = 1, n
      read (unit, *, err=100, end=100) m(i), x(i), y(i), z(i), vx(i), vy(i), vz(i)
    end do
    close (unit)
    return
100 status = 1
110 close (unit)
  end function orbits_read

  !> A string of C's.
  pure function fortran_text(chars) result(text)
    character(kind=c_char), intent(in) :: chars(*)
    character(:), allocatable :: text
    integer :: length, i
    length = 0
    do while (chars(length + 1) /= c_null_char)
      length = length + 1
    end do
    allocate (character(length) :: text)
    do i = 1, length
      text(i:i) = chars(i)
    end do
  end function fortran_text

  !> Called from C: moves a cluster on by so many steps. `see` looks at it at the start and each `every` steps; when it
  !> returns anything but 0, so does this.
  function orbits_integrate(c, dt, steps, every, see, notes) bind(c) result(stopped)
    type(cluster), intent(inout) :: c
    real(c_double), intent(in), value :: dt
    integer(c_int), intent(in), value :: steps, every
    type(c_funptr), intent(in), value :: see
    type(c_ptr), intent(in), value :: notes
    integer(c_int) :: stopped
    procedure(observer), pointer :: look
    integer :: step
    call c_f_procpointer(see, look)
    call gravity(c)
    stopped = look(notes, c, 0)
    if (stopped /= 0) return
    march: do step = 1, steps
      call kick(dt / 2)
      call drift(dt)
      call gravity(c)
      call kick(dt / 2)
      if (mod(step, every) /= 0) cycle march
      stopped = look(notes, c, step)
      if (stopped /= 0) exit march
    end do march
  contains

    subroutine kick(time)
      real(c_double), intent(in) :: time
      call advance(bodies_field(c, c%vx), bodies_field(c, c%ax), time)
      call advance(bodies_field(c, c%vy), bodies_field(c, c%ay), time)
      call advance(bodies_field(c, c%vz), bodies_field(c, c%az), time)
    end subroutine kick

    subroutine drift(time)
      real(c_double), intent(in) :: time
      call advance(bodies_field(c, c%x), bodies_field(c, c%vx), time)
      call advance(bodies_field(c, c%y), bodies_field(c, c%vy), time)
      call advance(bodies_field(c, c%z), bodies_field(c, c%vz), time)
    end subroutine drift

  end function orbits_integrate

  pure subroutine advance(what, rate, time)
    real(c_double), intent(inout) :: what(:)
    real(c_double), intent(in) :: rate(:), time
    what = what + time * rate
  end subroutine advance

end module orbits
