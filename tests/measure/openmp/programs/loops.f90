! loops.f90: OpenMP in Fortran: loops, tasks, a critical section, a lock.
program loops
  use omp_lib
  implicit none
  integer, parameter :: n = 12
  integer :: i, total, locked, tried
  integer(omp_lock_kind) :: lock
  real :: a(n)
  total = 0
  locked = 0
  tried = 0
  a = 0
  call omp_init_lock(lock)
  !$omp parallel num_threads(2)
  !$omp do schedule(dynamic)
  do i = 1, n
    a(i) = i
  end do
  !$omp end do
  !$omp critical
  total = total + 1
  !$omp end critical
  call omp_set_lock(lock)
  locked = locked + 1
  call omp_unset_lock(lock)
  !$omp barrier
  !$omp single
  if (omp_test_lock(lock)) tried = tried + 1
  if (omp_test_lock(lock)) tried = tried + 1
  call omp_unset_lock(lock)
  do i = 1, n
    !$omp task firstprivate(i)
    a(i) = a(i) * 2
    !$omp end task
  end do
  !$omp taskwait
  !$omp end single
  !$omp end parallel
  call omp_destroy_lock(lock)
  print '(i0,1x,i0,1x,i0)', total + locked, tried, nint(sum(a))
end program loops
