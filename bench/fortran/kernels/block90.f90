! block90: the block-tridiagonal solver of block77 in modern Fortran: the operations on blocks are procedures of a module
! that are called from another procedure of it, and internal procedures.
module blocks
  implicit none
  private
  public :: solve_lines, cells
  integer, parameter :: dp = kind(1d0), cells = 64
  real(dp), parameter :: t1 = 0.02_dp, t2 = 0.03_dp

contains

  subroutine solve_lines(u, rhs)
    real(dp), intent(in) :: u(:, 0:, :)
    real(dp), intent(inout) :: rhs(:, 0:, :)
    real(dp) :: low(5, 5, 0:cells), diagonal(5, 5, 0:cells), high(5, 5, 0:cells)
    integer :: line

    do line = 1, size(u, 3)
      call assemble(u(:, :, line), low, diagonal, high)
      call eliminate(low, diagonal, high, rhs(:, :, line))
      call substitute(high, rhs(:, :, line))
    end do
  end subroutine

  subroutine assemble(u, low, diagonal, high)
    real(dp), intent(in) :: u(5, 0:cells)
    real(dp), intent(out), dimension(5, 5, 0:cells) :: low, diagonal, high
    real(dp) :: flux(5, 5, 0:cells), viscous(5, 5, 0:cells)
    integer :: i, m, n

    do i = 0, cells
      call jacobian(u(:, i), flux(:, :, i), viscous(:, :, i))
    end do
    low(:, :, 0) = 0
    high(:, :, 0) = 0
    diagonal(:, :, 0) = unit()
    low(:, :, cells) = 0
    high(:, :, cells) = 0
    diagonal(:, :, cells) = unit()
    do i = 1, cells - 1
      do n = 1, 5
        do m = 1, 5
          low(m, n, i) = -t2*flux(m, n, i - 1) - t1*viscous(m, n, i - 1)
          diagonal(m, n, i) = 2*t1*viscous(m, n, i)
          high(m, n, i) = t2*flux(m, n, i + 1) - t1*viscous(m, n, i + 1)
        end do
        diagonal(n, n, i) = diagonal(n, n, i) + 1
      end do
    end do

  contains

    subroutine jacobian(state, f, v)
      real(dp), intent(in) :: state(5)
      real(dp), intent(out) :: f(5, 5), v(5, 5)
      real(dp) :: density
      density = 1/state(1)
      do n = 1, 5
        do m = 1, 5
          f(m, n) = state(m)*state(n)*density
          v(m, n) = 0.1_dp*state(m)*density
        end do
        v(n, n) = v(n, n) + state(n)
      end do
    end subroutine
  end subroutine

  pure function unit() result(matrix)
    real(dp) :: matrix(5, 5)
    integer :: m
    matrix = 0
    do m = 1, 5
      matrix(m, m) = 1
    end do
  end function

  subroutine eliminate(low, diagonal, high, rhs)
    real(dp), intent(inout), dimension(5, 5, 0:cells) :: low, diagonal, high
    real(dp), intent(inout) :: rhs(5, 0:cells)
    integer :: i

    call invert(diagonal(:, :, 0), high(:, :, 0), rhs(:, 0))
    do i = 1, cells
      call subtract_vector(low(:, :, i), rhs(:, i - 1), rhs(:, i))
      call subtract_matrix(low(:, :, i), high(:, :, i - 1), diagonal(:, :, i))
      call invert(diagonal(:, :, i), high(:, :, i), rhs(:, i))
    end do
  end subroutine

  subroutine substitute(high, rhs)
    real(dp), intent(in) :: high(5, 5, 0:cells)
    real(dp), intent(inout) :: rhs(5, 0:cells)
    integer :: i

    do i = cells - 1, 0, -1
      call subtract_vector(high(:, :, i), rhs(:, i + 1), rhs(:, i))
    end do
  end subroutine

  ! b = b - A a
  pure subroutine subtract_vector(matrix, a, b)
    real(dp), intent(in) :: matrix(5, 5), a(5)
    real(dp), intent(inout) :: b(5)
    integer :: m, n
    do n = 1, 5
      do m = 1, 5
        b(m) = b(m) - matrix(m, n)*a(n)
      end do
    end do
  end subroutine

  ! C = C - A B
  pure subroutine subtract_matrix(a, b, c)
    real(dp), intent(in) :: a(5, 5), b(5, 5)
    real(dp), intent(inout) :: c(5, 5)
    integer :: k, m, n
    do n = 1, 5
      do k = 1, 5
        do m = 1, 5
          c(m, n) = c(m, n) - a(m, k)*b(k, n)
        end do
      end do
    end do
  end subroutine

  ! The block, what is right of it, and the right-hand side, by Gauss-Jordan elimination.
  pure subroutine invert(block, right, rhs)
    real(dp), intent(inout) :: block(5, 5), right(5, 5), rhs(5)
    real(dp) :: factor
    integer :: m, n, pivot
    do pivot = 1, 5
      factor = 1/block(pivot, pivot)
      do n = 1, 5
        block(pivot, n) = block(pivot, n)*factor
        right(pivot, n) = right(pivot, n)*factor
      end do
      rhs(pivot) = rhs(pivot)*factor
      rows: do m = 1, 5
        if (m == pivot) cycle rows
        factor = block(m, pivot)
        do n = 1, 5
          block(m, n) = block(m, n) - factor*block(pivot, n)
          right(m, n) = right(m, n) - factor*right(pivot, n)
        end do
        rhs(m) = rhs(m) - factor*rhs(pivot)
      end do rows
    end do
  end subroutine
end module

program block90
  use blocks, only: solve_lines, cells
  implicit none
  integer, parameter :: dp = kind(1d0), lines = 40
  real(dp) :: u(5, 0:cells, lines), rhs(5, 0:cells, lines)
  integer :: i, line, m, step, steps
  character(len=12) :: word

  steps = 20
  call get_command_argument(1, word)
  if (word /= ' ') read (word, *) steps
  do line = 1, lines
    do i = 0, cells
      do m = 1, 5
        u(m, i, line) = 1 + 0.01_dp*m*mod(i*7 + line*3, 11)
      end do
    end do
  end do
  rhs = 0
  do step = 1, steps
    do line = 1, lines
      do i = 1, cells - 1
        do m = 1, 5
          rhs(m, i, line) = 0.01_dp*(u(m, i + 1, line) - 2*u(m, i, line) + u(m, i - 1, line))
        end do
      end do
    end do
    call solve_lines(u, rhs)
    do line = 1, lines
      do i = 1, cells - 1
        do m = 1, 5
          u(m, i, line) = u(m, i, line) + rhs(m, i, line)
        end do
      end do
    end do
  end do
  print '(a, f16.9)', 'block90 ', sum(u)
end program
