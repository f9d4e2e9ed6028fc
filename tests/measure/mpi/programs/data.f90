! data.f90: buffers of Fortran: parts of arrays, a dummy argument, a module variable, a component.
module field
  implicit none
  type halo
    real(8) :: left(8), right(8)
  end type
  real(8), allocatable :: u(:, :)
  type(halo) :: edge
end module

subroutine exchange(row, peer, rank, pair)
  use mpi
  implicit none
  real(8) :: row(8)
  integer :: peer, rank, pair, ierr, request
  if (rank == 0) then
    call MPI_Send(row(1), 8, MPI_DOUBLE_PRECISION, peer, 1, pair, ierr) ! not MPI_Send(wrong)
  else
    call mpi_irecv( &
      row, 8, MPI_DOUBLE_PRECISION, &
      peer, 1, pair, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  end if
end subroutine

program data
  use mpi
  use field
  implicit none
  integer :: world, rank, pair, ierr, j
  real(8) :: total
  allocate(u(8, 8))
  u = 0
  j = 3
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, world, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, world / 2, world, pair, ierr)
  call MPI_Comm_rank(pair, rank, ierr)
  call exchange(u(1, 2), 1 - rank, rank, pair)
  if (rank == 0) &
    call MPI_Send(u(1,j), 8, MPI_DOUBLE_PRECISION, 1, 2, pair, ierr)
  if (rank == 1) call MPI_Recv(edge%left, 8, MPI_DOUBLE_PRECISION, 0, 2, pair, MPI_STATUS_IGNORE, ierr)
  call MPI_Allreduce(MPI_IN_PLACE, total, 1, MPI_DOUBLE_PRECISION, MPI_SUM, pair, ierr)
  call MPI_Finalize(ierr)
end program
