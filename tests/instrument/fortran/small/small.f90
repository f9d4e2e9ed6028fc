! Small procedures: some are counted where they are called, some keep their probes. All must be counted alike.
module shapes
  implicit none
  private
  public :: point, operator(+), assignment(=), drive, area, scale, half, pick, twice_of
  integer, parameter :: dp = kind(1d0)
  type point
    real(dp) :: x = 0, y = 0
  contains
    procedure :: length
    procedure, nopass :: unit_length
  end type
  interface operator(+)
    module procedure add
  end interface
  interface assignment(=)
    module procedure from_number
  end interface
  interface pick
    module procedure pick_real, pick_integer
  end interface
  interface twice_of
    module procedure twice_of
    module procedure twice_point
  end interface
  integer, save :: calls = 0
contains
  pure function add(a, b) result(c)
    type(point), intent(in) :: a, b
    type(point) :: c
    c%x = a%x + b%x
    c%y = a%y + b%y
  end function
  subroutine from_number(p, n)
    type(point), intent(out) :: p
    integer, intent(in) :: n
    p%x = n
    p%y = n
  end subroutine
  pure real(dp) function length(this)
    class(point), intent(in) :: this
    length = sqrt(this%x**2 + this%y**2)
  end function
  pure real(dp) function unit_length()
    unit_length = 1
  end function
  pure real(dp) function pick_real(x)
    real(dp), intent(in) :: x
    pick_real = x
  end function
  pure integer function pick_integer(i)
    integer, intent(in) :: i
    pick_integer = i
  end function
  pure real(dp) function twice_of(x)
    real(dp), intent(in) :: x
    twice_of = 2*x
  end function
  pure type(point) function twice_point(p)
    type(point), intent(in) :: p
    twice_point = point(2*p%x, 2*p%y)
  end function
  pure real(dp) function area(a, b)
    real(dp), intent(in) :: a, b
    area = a*b
  end function
  elemental real(dp) function half(a)
    real(dp), intent(in) :: a
    half = a/2
  end function
  recursive integer function factorial(n) result(f)
    integer, intent(in) :: n
    f = 1
    if (n > 1) f = n*factorial(n - 1)
  end function
  subroutine scale(a, factor)
    real(dp), intent(inout) :: a
    real(dp), intent(in), optional :: factor
    if (present(factor)) then
      a = a*factor
    else
      a = a/2
    end if
  end subroutine
  ! It has a variable of its own that lasts.
  subroutine count_up(n)
    integer, intent(out) :: n
    integer, save :: own = 0
    own = own + 1
    n = own
  end subroutine
  ! It changes what is not named where it is called.
  subroutine step()
    integer :: k
    do k = 1, 3
      calls = calls + mod(k, 2)
    end do
  end subroutine
  subroutine outer(n)
    integer, intent(inout) :: n
    integer :: k
    do k = 1, 4
      call inner(n)
      if (mod(n, 3) == 0) n = n + 1
      call step
    end do
  end subroutine
  subroutine inner(n)
    integer, intent(inout) :: n
    n = n + 2
  end subroutine
  subroutine early(n, m)
    integer, intent(in) :: n
    integer, intent(inout) :: m
    integer :: p, q
    if (n == 3) return
    do p = 1, 4
      do q = 1, 4
        if (q == p) cycle
        m = m + 1
      end do
    end do
  end subroutine
  subroutine skipped(m)
    integer, intent(inout) :: m
    integer :: p, q, r
    do p = 1, 5
      rows: do q = 1, 5
        if (q == p) cycle rows
        if (p /= 4 .and. q == 1) cycle rows
        do r = 1, 2
          m = m + 1
        end do
      end do rows
      do q = 1, 6
        if (q == p + 1) cycle
        do r = q, 6
          m = m - 1
        end do
      end do
    end do
  end subroutine
  subroutine apply(f, x, y)
    interface
      pure function f(a, b)
        import :: dp
        real(dp), intent(in) :: a, b
        real(dp) :: f
      end function
    end interface
    real(dp), intent(in) :: x
    real(dp), intent(out) :: y
    integer :: i
    y = 0
    do i = 1, 3
      y = y + f(x, x)
    end do
  end subroutine
  logical pure function is_odd(i)
    integer, intent(in) :: i
    is_odd = mod(i, 2) == 1
  end function
  pure function pair(i) result(two)
    integer, intent(in) :: i
    integer :: two(2)
    two = [i, i + 1]
  end function

  ! Names of procedures that stand for something else.
  subroutine scopes(total)
    real(dp), intent(inout) :: total
    real(dp) :: work(3)
    integer :: i
    work = 1
    block
      real(dp) :: inner(3)
      inner = 1
      do i = 1, 3
        total = total + inner(i)
      end do
    end block
    associate (area => work)
      do i = 1, 3
        total = total + area(i)
      end do
    end associate
  end subroutine
  subroutine locals(total)
    real(dp), intent(inout) :: total
    real(dp) :: area(3)
    integer :: i
    area = 2
    do i = 1, 3
      total = total + area(i)
    end do
  end subroutine

  subroutine drive(n, total)
    integer, intent(in) :: n
    real(dp), intent(out) :: total
    type(point) :: p, q
    real(dp) :: x, y, work(10), local
    integer :: i, j, k, m, limit, two(2)
    procedure(area), pointer :: chosen
    real(dp) :: stretched, s_x
    stretched(s_x) = s_x*area(s_x, 2d0)
    total = 0
    calls = 0
    limit = 0
    chosen => area
    work = [(dble(i), i=1, 10)]
    do i = 1, n
      x = area(dble(i), 2d0)
      if (mod(i, 3) == 0) x = area(x, 1d0)
      if (mod(i, 5) == 0) then
        call scale(x)
      else
        call scale(x, factor=3d0)
      end if
      total = total + x
    end do
    do i = 1, n
      do j = 1, 3
        call outer(limit)
        if (limit > 40) exit
        call early(mod(limit, 5), limit)
        if (is_odd(limit)) cycle
        call skipped(limit)
      end do
      total = total + limit
      if (limit > 100) limit = 0
    end do
    m = 1
    do i = 1, n
      do j = 1, calls  ! which step() changes
        call step
        if (calls > 60) calls = 1
      end do
      do j = 1, m
        call inner(m)
        if (m > 20) m = 1
      end do
    end do
    do i = 1, n
      work = [(area(dble(k), 1d0), k=1, 10)]
      where (work > 2) work = area(1d0, 2d0)
      if (i > 2 .and. area(dble(i), 1d0) > 2) total = total + 1
      x = merge(area(1d0, 1d0), area(2d0, 2d0), i > 3)
      x = area(1d0, area(dble(i), 2d0))
      x = area(1d0, 2d0) + area(1d0, 2d0)
      total = total + sum(work) + x + stretched(2d0)
      work = half(work)
    end do
    do i = 1, n
      forall (j=1:10) work(j) = area(dble(j), 2d0)
      do concurrent(j=1:10)
        work(j) = area(dble(j), 3d0)
      end do
      total = total + work(3) + chosen(1d0, 3d0) + pick(3) + pick(2d0) + twice_of(2d0)
      p = i
      q = p + p
      q = twice_of(q)
      total = total + q%length() + q%unit_length()
      two = pair(i)
      work(two(2) - i) = local_sum(i)
      total = total + two(2)
      call count_up(k)
      total = total + k + factorial(mod(i, 5))
      call apply(area, 2d0, y)
      total = total + y
    end do
    call scopes(total)
    call locals(total)
    !$omp parallel do private(x, j) reduction(+:total)
    do i = 1, n
      x = 0
      do j = 1, i
        x = x + area(dble(j), 2d0)
        if (mod(j, 4) == 0) x = area(x, 0.5d0)
      end do
      total = total + x
    end do
    !$omp end parallel do
    !$omp parallel private(local, j)
    local = 0
    do j = 1, 7
      call scale(local)
      local = local + area(1d0, 2d0)
    end do
    !$omp critical
    total = total + local*0
    !$omp end critical
    !$omp end parallel
  contains
    real(dp) function local_sum(i)
      integer, intent(in) :: i
      local_sum = 0
      do j = 1, 3
        local_sum = local_sum + i*j
      end do
    end function
  end subroutine
end module

module others
  use shapes, surface => area
  implicit none
contains
  subroutine more(total)
    double precision, intent(inout) :: total
    integer :: i
    do i = 1, 10
      total = total + surface(1d0, 2d0)
      call area(total)
    end do
  contains
    subroutine area(t)
      double precision, intent(inout) :: t
      t = t + 1
    end subroutine
  end subroutine
end module

program small
  use shapes, only: drive
  use others, only: more
  implicit none
  double precision :: total, all
  integer :: i
  all = 0
  do i = 1, 20
    call drive(i, total)
    call more(total)
    all = all + total
  end do
  do i = 1, 4
    call add_one(all)
  end do
  print '(f20.6)', all
contains
  subroutine add_one(x)
    double precision, intent(inout) :: x
    x = x + 1
  end subroutine
end program
