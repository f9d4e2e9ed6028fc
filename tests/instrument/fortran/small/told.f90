! Procedures whose loops have trips that follow from arguments, called in all ways.
module products
  implicit none
  integer, parameter :: dp = kind(1d0), few = 3
  integer :: shared = 4
contains
  subroutine product(a, n1, b, n2, c, n3)
    integer, intent(in) :: n1, n2, n3
    real(dp), intent(in) :: a(n1, n2), b(n2, n3)
    real(dp), intent(out) :: c(n1, n3)
    integer :: i, j, k
    do j = 1, n3
      do i = 1, n1
        c(i, j) = a(i, 1)*b(1, j)
      end do
      do k = 2, n2
        do i = 1, n1
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  subroutine fill(a, n, x)
    integer :: n, i, m
    real(dp) :: a(*), x
    do m = 1, few
      do i = 1, n/2 + 1
        a(i) = x + m
      end do
    end do
    do i = n, 2*n - 1
      a(i) = x
    end do
  end subroutine
  ! It changes the argument that its loop depends on.
  subroutine shrink(a, n)
    integer, intent(inout) :: n
    real(dp) :: a(*)
    integer :: i
    do i = 1, n
      a(i) = 0
    end do
    n = n - 1
  end subroutine
  ! Its loop depends on what is no argument.
  subroutine by_module(a)
    real(dp) :: a(*)
    integer :: i
    do i = 1, shared
      a(i) = 1
    end do
  end subroutine
  subroutine triangle(a, n)
    integer, intent(in) :: n
    real(dp) :: a(*)
    integer :: i, j
    do i = 1, n
      do j = i, n
        a(j) = a(j) + 1
      end do
    end do
  end subroutine
  subroutine leaves(a, n)
    integer, intent(in) :: n
    real(dp) :: a(*)
    integer :: i
    do i = 1, n
      if (a(i) > 3) exit
      a(i) = a(i) + 1
    end do
  end subroutine
  ! Calls that are made always, with arguments that stay as they are.
  subroutine gradient(u, v, n)
    integer, intent(in) :: n
    real(dp) :: u(*), v(*)
    integer :: k
    call product(u, n, u, n, v, n*n)
    do k = 1, n
      call product(u, n, u, n, v, n)
    end do
    call product(u, n*n, u, n, v, n)
    do k = 1, 4
      call fill(v, n + 1, 2d0)
    end do
  end subroutine
  subroutine early(u, v, n)
    integer, intent(in) :: n
    real(dp) :: u(*), v(*)
    integer :: k
    do k = 1, n
      call product(u, n, u, 1, v, n)
      if (k == 2) return
    end do
    call fill(v, n, 1d0)
  end subroutine
  subroutine changing(u, v, n)
    integer, intent(inout) :: n
    real(dp) :: u(*), v(*)
    integer :: k, m
    m = n
    call fill(u, n, 1d0)
    do k = 1, 3
      call product(u, m, u, n, v, 2)
      if (mod(n, 2) == 0) call fill(v, m, 3d0)
      m = m - 1
      if (m < 2) exit
      call fill(v, k, 2d0)
    end do
    call shrink(v, n)
    call fill(v, n, 1d0)
  end subroutine
  subroutine deep(u, v, n, m)
    integer, intent(in) :: n, m
    real(dp) :: u(*), v(*)
    integer :: i, j, k, own
    do i = 1, m
      do j = 1, i
        call fill(v, n, dble(j))
        do k = 1, m
          own = k
          if (k == j) cycle
          call product(u, own, u, n, v, mod(k, 3))
        end do
      end do
      call fill(x=1d0, n=n, a=v)
    end do
  end subroutine
  subroutine odd(u, v, n)
    integer, intent(in) :: n
    real(dp) :: u(*), v(*)
    integer :: i
    integer, save :: visits = 0
    visits = visits + 1
    do i = 1, n
      call fill(u, mod(visits, 4), 1d0)
      call by_module(v)
    end do
    call fill(u, n, 0d0)
    shared = mod(visits, 5)
  end subroutine
  subroutine kept(u, v, n)
    integer, intent(in) :: n
    real(dp) :: u(*), v(*)
    integer, save :: visits = 0
    integer :: i
    do i = 1, n
      call fill(u, mod(visits, 4), 1d0)
      call triangle(v, n)
      call leaves(v, n)
    end do
    call fill(u, n, 0d0)
    visits = visits + 1
  end subroutine
  subroutine threads(u, total, n)
    integer, intent(in) :: n
    real(dp) :: u(*), total, v(100)
    integer :: i, k
    !$omp parallel do private(v, k) reduction(+:total)
    do i = 1, 6
      do k = 1, i
        call fill(v, n, dble(k))
        if (mod(k, 2) == 0) call product(u, n, u, n, v, n)
        total = total + v(1)
      end do
    end do
    !$omp end parallel do
  end subroutine
  subroutine straight(u, v, n)
    integer, intent(in) :: n
    real(dp) :: u(*), v(*)
    if (n > 2) call product(u, n, u, n, v, n)
    if (n > 3) then
      call fill(v, n, 1d0)
    else
      call fill(v, 2*n, 1d0)
    end if
  end subroutine
end module

program told
  use products
  implicit none
  real(dp) :: u(400), v(400), total
  integer :: r, n
  u = 1
  v = 1
  total = 0
  do r = 1, 150
    n = mod(r, 6)
    call gradient(u, v, n)
    call early(u, v, n)
    total = total + v(1)
    call deep(u, v, n, 4)
    call straight(u, v, n)
    n = n + 2
    call changing(u, v, n)
    call odd(u, v, n)
    call kept(u, v, n)
    call threads(u, total, n)
    u(1:9) = 1
    total = total + v(2)
  end do
  do r = 1, 5
    call product(u, r, u, 2, v, 3)
  end do
  print '(f20.6)', total
end program
