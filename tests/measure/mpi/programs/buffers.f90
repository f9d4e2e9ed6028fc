! buffers.f90: buffers that only addresses can name: COMMON, a module's arrays, a pointer, a component, an argument.
module fields
  implicit none
  type part
    real(8) :: x(8)
    real(8), allocatable :: v(:)
  end type
  real(8), allocatable :: u(:, :)
  real(8), pointer :: window(:)
  real(8) :: fixed(8, 8)
  type(part) :: own
end module

subroutine pass(rank, values, tag, pair)
  use mpi
  implicit none
  integer :: rank, tag, pair, ierr
  real(8) :: values(8)
  if (rank == 0) then
    call MPI_Send(values, 8, MPI_DOUBLE_PRECISION, 1, tag, pair, ierr)
  else
    call MPI_Recv(values, 8, MPI_DOUBLE_PRECISION, 0, tag, pair, MPI_STATUS_IGNORE, ierr)
  end if
end subroutine

program buffers
  use mpi
  use fields
  implicit none
  integer :: world, rank, pair, ierr
  real(8) :: left(8), right(8)
  common /edges/ left, right
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, world, ierr)
  call MPI_Comm_split(MPI_COMM_WORLD, world / 2, world, pair, ierr)
  call MPI_Comm_rank(pair, rank, ierr)
  allocate(u(8, 8), window(8), own%v(16))
  u = 0
  if (rank == 0) then
    call MPI_Send(right, 8, MPI_DOUBLE_PRECISION, 1, 21, pair, ierr)
    call MPI_Send(u(1, 5), 8, MPI_DOUBLE_PRECISION, 1, 22, pair, ierr)
    call MPI_Send(window, 8, MPI_DOUBLE_PRECISION, 1, 23, pair, ierr)
    call MPI_Send(own%v(4), 8, MPI_DOUBLE_PRECISION, 1, 24, pair, ierr)
  else
    call MPI_Recv(fixed(1, 2), 8, MPI_DOUBLE_PRECISION, 0, 21, pair, MPI_STATUS_IGNORE, ierr)
    call MPI_Recv(fixed, 8, MPI_DOUBLE_PRECISION, 0, 22, pair, MPI_STATUS_IGNORE, ierr)
    call MPI_Recv(left, 8, MPI_DOUBLE_PRECISION, 0, 23, pair, MPI_STATUS_IGNORE, ierr)
    call MPI_Recv(own%v, 8, MPI_DOUBLE_PRECISION, 0, 24, pair, MPI_STATUS_IGNORE, ierr)
  end if
  call pass(rank, u(:, 3), 25, pair)
  call MPI_Comm_free(pair, ierr)
  call MPI_Finalize(ierr)
end program
