! sites.f90: the same in Fortran: a module, directives of several lines, line markers of a preprocessor.
module work
  implicit none
contains
  subroutine fill(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    !$omp parallel do default(none) &
    !$omp& shared(a, n) &
    !$omp& private(i)
    do i = 1, n
      a(i) = i * 2.0
    end do
    !$omp end parallel do
  end subroutine
  subroutine many(n, a)
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i, k
    real :: s
    s = 0
    !$omp parallel private(i, k) shared(a)
    do k = 1, 2
    !$omp do
      do i = 1, n
        a(i) = a(i) + 1
      end do
    !$omp end do
    !$omp barrier
    !$omp do reduction(+:s) schedule(dynamic)
      do i = 1, n
        s = s + a(i)
      end do
    !$omp end do
    !$omp barrier
    !$omp single
      a(1) = a(1) + 1
    !$omp end single
    !$omp critical
      a(2) = a(2) + 1
    !$omp end critical
    !$omp barrier
    end do
    !$omp master
    do i = 1, 3
      a(3) = i
    end do
    !$omp end master
    !$omp end parallel
    if (s < 0) stop 1
  end subroutine
end module
# 200 "marked.f90"
program sites
  use work
  implicit none
  real :: a(100)
  integer :: i
  a = 0
  call fill(100, a)
  call many(100, &
     a)
  call inner(3)
  do i = 1, 2
    call last(a)
  end do
contains
  subroutine inner(n)
    integer, intent(in) :: n
    integer :: k
    !$omp parallel
    !$omp single
    do k = 1, n
      !$omp task firstprivate(k)
      call work_on(k)
      !$omp end task
    end do
    !$omp taskwait
    !$omp end single
    !$omp end parallel
  end subroutine
end program
subroutine last(a)
  real :: a(100)
  !$omp parallel
  !$omp critical
  a(1) = a(1) + 1
  !$omp end critical
  !$omp end parallel
end subroutine
subroutine work_on(i)
  integer, intent(in) :: i
  integer, save :: total = 0
  !$omp critical
  total = total + i
  !$omp end critical
end subroutine
