!> A square grid in strips of columns, one for each rank.
module strips
  use mpi_f08
  use kinds, only: wp
  implicit none
  private
  public :: strip

  type :: strip
    type(MPI_Comm) :: comm
    integer :: n = 0                  !< points per side of the grid
    integer :: first = 1, last = 0    !< the columns that are this rank's
    integer :: left = 0, right = 0    !< the ranks beside it, or MPI_PROC_NULL
  contains
    procedure :: create
    procedure :: new_field
  end type strip

contains

  !> Divides n columns among the ranks of a communicator; every rank gets one at least if they are not too many.
  subroutine create(s, comm, n)
    class(strip), intent(out) :: s
    type(MPI_Comm), intent(in) :: comm
    integer, intent(in) :: n
    integer :: ranks, me
    call MPI_Comm_size(comm, ranks)
    call MPI_Comm_rank(comm, me)
    s%comm = comm
    s%n = n
    s%first = n * me / ranks + 1
    s%last = n * (me + 1) / ranks
    s%left = merge(me - 1, MPI_PROC_NULL, me > 0)
    s%right = merge(me + 1, MPI_PROC_NULL, me < ranks - 1)
  end subroutine create

  !> A field on the strip, with the columns beside it and the rows around, all zero.
  subroutine new_field(s, u)
    class(strip), intent(in) :: s
    real(wp), allocatable, intent(out) :: u(:, :)
    allocate (u(0:s%n + 1, s%first - 1:s%last + 1), source=0.0_wp)
  end subroutine new_field

end module strips
