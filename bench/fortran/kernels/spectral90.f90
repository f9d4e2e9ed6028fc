! spectral90: derivatives on spectral elements of 5 x 5 x 5 points, known when the program is compiled. Modern Fortran.
module elements
  implicit none
  integer, parameter :: dp = kind(1d0), np = 5
  type element
    real(dp) :: u(np, np, np), w(np, np, np)
    real(dp) :: metric(6, np, np, np)
  end type
  real(dp) :: d(np, np), dt(np, np)
contains
  subroutine set_up(elements_)
    type(element), intent(out) :: elements_(:)
    integer :: e, i, j, k, m
    do j = 1, np
      do i = 1, np
        d(i, j) = real(i - j, dp)/(np*(i + j))
      end do
    end do
    dt = transpose(d)
    do e = 1, size(elements_)
      do k = 1, np
        do j = 1, np
          do i = 1, np
            elements_(e)%u(i, j, k) = 1/real(i + 5*j + 25*k + e, dp)
            do m = 1, 6
              elements_(e)%metric(m, i, j, k) = 0.1_dp*m/(i + j + k + m)
            end do
          end do
        end do
      end do
    end do
  end subroutine

  subroutine apply(elements_)
    type(element), intent(inout) :: elements_(:)
    integer :: e
    do e = 1, size(elements_)
      call laplacian(elements_(e)%u, elements_(e)%metric, elements_(e)%w)
    end do
  end subroutine

  subroutine laplacian(u, metric, w)
    real(dp), intent(in) :: u(np, np, np), metric(6, np, np, np)
    real(dp), intent(out) :: w(np, np, np)
    real(dp), dimension(np, np, np) :: ur, us, ut
    real(dp) :: r, s, t
    integer :: i, j, k, l
    do k = 1, np
      do j = 1, np
        do i = 1, np
          r = 0
          s = 0
          t = 0
          do l = 1, np
            r = r + d(i, l)*u(l, j, k)
            s = s + d(j, l)*u(i, l, k)
            t = t + d(k, l)*u(i, j, l)
          end do
          ur(i, j, k) = metric(1, i, j, k)*r + metric(2, i, j, k)*s + metric(3, i, j, k)*t
          us(i, j, k) = metric(2, i, j, k)*r + metric(4, i, j, k)*s + metric(5, i, j, k)*t
          ut(i, j, k) = metric(3, i, j, k)*r + metric(5, i, j, k)*s + metric(6, i, j, k)*t
        end do
      end do
    end do
    do k = 1, np
      do j = 1, np
        do i = 1, np
          w(i, j, k) = 0
          do l = 1, np
            w(i, j, k) = w(i, j, k) + dt(i, l)*ur(l, j, k) + dt(j, l)*us(i, l, k) + dt(k, l)*ut(i, j, l)
          end do
        end do
      end do
    end do
  end subroutine

  subroutine advance(elements_, step)
    type(element), intent(inout) :: elements_(:)
    real(dp), intent(in) :: step
    integer :: e, i, j, k
    do e = 1, size(elements_)
      do k = 1, np
        do j = 1, np
          do i = 1, np
            elements_(e)%u(i, j, k) = elements_(e)%u(i, j, k) - step*elements_(e)%w(i, j, k)
          end do
        end do
      end do
    end do
  end subroutine
end module

program spectral90
  use elements
  implicit none
  type(element), allocatable :: all(:)
  integer :: e, steps, step
  character(len=12) :: word
  real(dp) :: total
  steps = 60
  call get_command_argument(1, word)
  if (word /= ' ') read (word, *) steps
  allocate (all(100))
  call set_up(all)
  do step = 1, steps
    call apply(all)
    call advance(all, 0.001_dp)
  end do
  total = 0
  do e = 1, size(all)
    total = total + sum(all(e)%u)
  end do
  print '(a, es20.12)', 'spectral90 ', total
end program
