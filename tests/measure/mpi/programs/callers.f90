! callers.f90: one call site in a module's routine, reached from two lines of the main program and by an internal procedure.
module sums
  implicit none
contains
  subroutine reduce(value)
    use mpi
    integer, intent(in) :: value
    integer :: all, ierr
    call MPI_Allreduce(value, all, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
    if (ierr /= MPI_SUCCESS) stop 1
  end subroutine reduce
end module sums

program callers
  use mpi
  use sums
  implicit none
  integer :: ierr, i, rank
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  do i = 1, 3
    call reduce(i) ! line: first
  end do
  call reduce(7) ! line: second
  call inner()   ! line: to inner
  call MPI_Finalize(ierr)
contains
  subroutine inner()
    call reduce(8) ! line: in inner
    call reduce(9) ! line: in inner, again
  end subroutine inner
end program callers
