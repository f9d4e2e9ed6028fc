!> Where the time goes: what is done at each point of a grid.
submodule (multigrid) kernels
  implicit none

contains

  module procedure smooth
    integer :: sweep, colour, i, j
    associate (u => g%u, f => g%f, n => g%n, hh => g%h**2)
      do sweep = 1, sweeps
        do colour = 0, 1
          !$omp parallel do default(shared) private(i)
          do j = 1, n - 1
            do i = 2 - mod(j + colour, 2), n - 1, 2
              u(i, j) = 0.25_wp * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) + hh * f(i, j))
            end do
          end do
          !$omp end parallel do
        end do
      end do
    end associate
  end procedure smooth

  module procedure find_residual
    integer :: i, j
    associate (u => g%u, f => g%f, r => g%r, n => g%n)
      block
        real(wp) :: per_area
        per_area = 1 / g%h**2
        !$omp parallel do default(shared) private(i)
        do j = 1, n - 1
          do i = 1, n - 1
            r(i, j) = f(i, j) + per_area * (u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j))
          end do
        end do
        !$omp end parallel do
      end block
    end associate
  end procedure find_residual

  module procedure restrict
    integer :: j
    do concurrent (j = 1:coarse%n - 1)
      call weigh(coarse%n, fine%r(:, 2 * j - 1), fine%r(:, 2 * j), fine%r(:, 2 * j + 1), coarse%f(:, j))
    end do
  contains
    !> Full weighting: a point counts four times, its neighbours twice, those at its corners once.
    pure subroutine weigh(n, below, here, above, mean)
      integer, intent(in) :: n
      real(wp), intent(in), contiguous :: below(0:), here(0:), above(0:)
      real(wp), intent(inout), contiguous :: mean(0:)
      integer :: i
      do i = 1, n - 1
        mean(i) = (4 * here(2 * i) + 2 * (here(2 * i - 1) + here(2 * i + 1) + below(2 * i) + above(2 * i)) &
                   + below(2 * i - 1) + below(2 * i + 1) + above(2 * i - 1) + above(2 * i + 1)) / 16
      end do
    end subroutine weigh
  end procedure restrict

  module procedure prolong
    integer :: i, j
    associate (u => fine%u, c => coarse%u, n => coarse%n)
      do concurrent (j = 0:n - 1)
        do i = 0, n - 1
          u(2 * i, 2 * j) = u(2 * i, 2 * j) + c(i, j)
          u(2 * i + 1, 2 * j) = u(2 * i + 1, 2 * j) + 0.5_wp * (c(i, j) + c(i + 1, j))
          u(2 * i, 2 * j + 1) = u(2 * i, 2 * j + 1) + 0.5_wp * (c(i, j) + c(i, j + 1))
          u(2 * i + 1, 2 * j + 1) = u(2 * i + 1, 2 * j + 1) &
                                    + 0.25_wp * (c(i, j) + c(i + 1, j) + c(i, j + 1) + c(i + 1, j + 1))
        end do
      end do
    end associate
  end procedure prolong

end submodule kernels
