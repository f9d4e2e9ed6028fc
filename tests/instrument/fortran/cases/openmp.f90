! Loops under OpenMP, by two threads. Trips are those of all threads together.
module work
  implicit none
contains
  subroutine orphaned(n, a)                                  != R 2
    integer, intent(in) :: n
    real, intent(inout) :: a(n)
    integer :: i
    !$omp do
    do i = 1, n                                              != L 2 8 4 4 D
      a(i) = a(i) + 1
    end do
    !$omp end do
  end subroutine
  subroutine device(a)                                       !- another device
    !$omp declare target
    real, intent(inout) :: a(:)
    a(1) = 2
  end subroutine
  real function vectors(x)                                   !- SIMD
    !$omp declare simd
    real, intent(in) :: x
    vectors = x + 1
  end function
end module
program openmp                                               != R 1
  use work
  integer, parameter :: n = 8
  real :: a(n), total, b(n, n)
  integer :: found(n)
  a = 0
  total = 0
  !$omp parallel do num_threads(2) default(none) shared(a) private(j) &
  !$omp reduction(+:total) ! a comment
  do i = 1, n                                                != L 1 8 8 8 D
    do j = 1, i                                              != L 8 36 1 8 D
      total = total + j
    end do
    do k = 1, 3                                              != L 8 16 2 2 U
      if (k == 2) exit
    end do
    a(i) = k
  end do
  !$omp end parallel do
  print *, total, a                                          != IO 1 6
  !$omp parallel num_threads(2)
  !$omp do schedule(static)
  do i = 1, n                                                != L 2 8 4 4 D
    a(i) = a(i) + 1
  end do
  !$omp end do nowait
  !$omp do schedule(static) collapse(2)
  do i = 1, n                                                != L 2 ? ? ? D
    do j = 1, n                                              !- merges it
      b(i, j) = 0
    end do
  end do
  !$omp barrier
  !$omp single
  write(*, *) 'single'                                       != IO 1 6
  do i = 1, 3                                                != L 1 3 3 3 D
    a(i) = i
  end do
  !$omp end single
  !$omp sections
  !$omp section
  do i = 1, 4                                                != L 1 4 4 4 D
    found(i) = i
  end do
  !$omp section
  do i = 5, 8                                                != L 1 4 4 4 D
    found(i) = i
  end do
  !$omp end sections
  !$omp critical
  do i = 1, 2                                                != L 2 4 2 2 D
    total = total + 1
  end do
  !$omp end critical
  call orphaned(n, a)
  !$omp end parallel
  !$omp parallel workshare
  a = a + 1
  !$omp end parallel workshare
  !$omp parallel num_threads(2)
  !$omp single
  do i = 1, 3                                                != L 1 3 3 3 D
    !$omp task firstprivate(i) default(none) shared(found)
    do j = 1, i                                              != L 3 6 1 3 D
      found(i) = j
    end do
    !$omp end task
  end do
  !$omp end single
  !$omp end parallel
  !$omp simd
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
    do j = 1, 2                                              !- simd
      a(i) = a(i) + 1
    end do
  end do
  !$omp parallel do simd num_threads(2)
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
  end do
  !$omp taskloop
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = a(i)*2
  end do
  !$omp end taskloop
  !$omp target teams distribute parallel do
  do i = 1, n                                                != L 1 8 8 8 D
    do j = 1, 2                                              !- another device
      a(i) = a(i)*2
    end do
  end do
  !$omp target
  do i = 1, n                                                !- another device
    a(i) = a(i)*2
  end do
  !$omp end target
  !$omp parallel do ordered num_threads(2)
  do i = 1, 3                                                != L 1 3 3 3 D
    !$omp ordered
    write(*, *) i                                            != IO 3 6
    !$omp end ordered
  end do
  !$omp atomic
  total = total + 1
  !$ do i = 1, 2; total = total + 1; end do                  != L 1 2 2 2 D
  !GCC$ unroll 2
  do i = 1, n                                                != L 1 8 8 8 D
    a(i) = 0
  end do
  !$omp parallel num_threads(2) private(ios)
  do i = 1, 2                                                !- a jump leaves it
    open(50 + i, file='missing/x', status='old', err=10)     !- a jump leaves it
  end do
10 continue
  !$omp end parallel
  print *, total, sum(found)                                 != IO 1 6
end program
