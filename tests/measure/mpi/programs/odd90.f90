! What is special in Fortran, by the module mpi: constants that are addresses, text, parts of arrays, callbacks.
      module callbacks
      use mpi
      implicit none
      integer :: copies = 0, deletions = 0
      contains
      subroutine add(invec, inoutvec, count, type)
      integer :: count, type
      integer :: invec(count), inoutvec(count)
      inoutvec = inoutvec + invec
      end subroutine
      subroutine copy(oldcomm, keyval, extra, value_in, value_out, flag, ierror)
      integer :: oldcomm
      integer :: keyval, ierror
      integer(MPI_ADDRESS_KIND) :: extra, value_in, value_out
      logical :: flag
      copies = copies + 1
      value_out = value_in + extra
      flag = .true.
      ierror = MPI_SUCCESS
      end subroutine
      subroutine delete(comm, keyval, value, extra, ierror)
      integer :: comm
      integer :: keyval, ierror
      integer(MPI_ADDRESS_KIND) :: value, extra
      deletions = deletions + 1
      ierror = MPI_SUCCESS
      end subroutine
      end module

      program odd
      use callbacks
      implicit none
      integer :: rank, n, left, right, i, got, ierr, key, length, code
      integer :: cube(4, 6), flat(12), sums(2)
      character(len=20) :: text, came
      character(len=MPI_MAX_OBJECT_NAME) :: name
      integer(MPI_ADDRESS_KIND) :: place(1), value
      logical :: found, good
      integer :: requests(2)
      integer :: absolute
      integer :: comm
      integer :: status(MPI_STATUS_SIZE)
      integer :: op
      integer :: info
      call MPI_Init(ierr)
      call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
      call MPI_Comm_size(MPI_COMM_WORLD, n, ierr)
      left = mod(rank + n - 1, n)
      right = mod(rank + 1, n)
      good = .true.
      ! text, and statuses that nobody wants
      write (text, '(a, i0)') 'from rank ', rank
      call MPI_Irecv(came, 20, MPI_CHARACTER, left, 1, MPI_COMM_WORLD, requests(1), ierr)
      call MPI_Isend(text, 20, MPI_CHARACTER, right, 1, MPI_COMM_WORLD, requests(2), ierr)
      call MPI_Waitall(2, requests, MPI_STATUSES_IGNORE, ierr)
      write (text, '(a, i0)') 'from rank ', left
      good = good .and. came == text
      ! parts of arrays
      cube = rank
      call MPI_Sendrecv(cube(2, 1:6), 6, MPI_INTEGER, right, 2, flat(1:6), 6, MPI_INTEGER, left, 2, MPI_COMM_WORLD, status, ierr)
      good = good .and. all(flat(1:6) == left)
      call MPI_Get_count(status, MPI_INTEGER, got, ierr)
      good = good .and. got == 6
      ! addresses
      got = -1
      call MPI_Get_address(rank, place(1), ierr)
      call MPI_Type_create_hindexed(1, [1], place, MPI_INTEGER, absolute, ierr)
      call MPI_Type_commit(absolute, ierr)
      call MPI_Sendrecv(MPI_BOTTOM, 1, absolute, right, 3, got, 1, MPI_INTEGER, left, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
      good = good .and. got == left
      call MPI_Type_free(absolute, ierr)
      ! an operation of the program's own, in place
      call MPI_Op_create(add, .true., op, ierr)
      sums = [rank, 1]
      call MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_INTEGER, op, MPI_COMM_WORLD, ierr)
      good = good .and. sums(1) == n * (n - 1) / 2 .and. sums(2) == n
      call MPI_Op_free(op, ierr)
      ! attributes
      value = 7
      call MPI_Comm_create_keyval(copy, delete, key, 5_MPI_ADDRESS_KIND, ierr)
      call MPI_Comm_set_attr(MPI_COMM_WORLD, key, value, ierr)
      call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierr)
      call MPI_Comm_get_attr(comm, key, value, found, ierr)
      good = good .and. found .and. value == 12 .and. copies == 1
      ! names
      call MPI_Comm_set_name(comm, 'a name', ierr)
      call MPI_Comm_get_name(comm, name, length, ierr)
      good = good .and. name(1:length) == 'a name'
      call MPI_Info_create(info, ierr)
      call MPI_Info_set(info, 'key', 'a value', ierr)
      call MPI_Info_get(info, 'key', 20, text, found, ierr)
      good = good .and. found .and. text == 'a value'
      call MPI_Info_free(info, ierr)
      call MPI_Comm_free(comm, ierr)
      call MPI_Comm_delete_attr(MPI_COMM_WORLD, key, ierr)
      good = good .and. deletions == 2
      call MPI_Comm_free_keyval(key, ierr)
      ! an error that is returned
      call MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN, ierr)
      call MPI_Send(rank, 1, MPI_INTEGER, n + 7, 1, MPI_COMM_WORLD, code)
      good = good .and. code /= MPI_SUCCESS
      good = good .and. MPI_Wtime() >= 0d0
      call MPI_Barrier(MPI_COMM_WORLD, ierr)
      if (good) write (*, '(a, i0, a)') 'rank ', rank, ' is well'
      call MPI_Finalize(ierr)
      end program
