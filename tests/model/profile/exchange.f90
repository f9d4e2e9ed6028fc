subroutine talk(n, rank, size)
  use mpi
  implicit none
  integer, intent(in) :: n, rank, size
  integer :: i, ierr, to
  real(8) :: a(100), b(100)
  a = rank
  to = mod(rank + 1, size)
  do i = 1, n
    call MPI_Sendrecv(a, i, MPI_DOUBLE_PRECISION, to, 0, b, 100, MPI_DOUBLE_PRECISION, &
        MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  end do
  call mpi_allreduce(a, b, 3, MPI_DOUBLE_PRECISION, MPI_SUM, MPI_COMM_WORLD, ierr)
end subroutine
program main
  use mpi
  implicit none
  integer :: ierr, rank, size
  call mpi_init(ierr)
  call mpi_comm_rank(MPI_COMM_WORLD, rank, ierr)
  call mpi_comm_size(MPI_COMM_WORLD, size, ierr)
  call talk(5, rank, size)
  call mpi_finalize(ierr)
end program
