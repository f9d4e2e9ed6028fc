c     What is special in Fortran, by mpif.h: constants that are addresses, text, callbacks.
      subroutine add(from, to, count, type)
      integer count, type, from(count), to(count), i
      do i = 1, count
        to(i) = to(i) + from(i)
      end do
      end

      subroutine copy(comm, key, extra, before, after, flag, ierr)
      include 'mpif.h'
      integer comm, key, ierr
      integer(kind=MPI_ADDRESS_KIND) extra, before, after
      logical flag
      after = before + extra
      flag = .true.
      ierr = MPI_SUCCESS
      end

      program odd
      implicit none
      include 'mpif.h'
      external add, copy
      integer rank, n, left, right, got, ierr, key, length, code
      integer sums(2), requests(2), status(MPI_STATUS_SIZE), type, comm
      integer op, info
      character*20 text, came
      character*(MPI_MAX_OBJECT_NAME) name
      integer(kind=MPI_ADDRESS_KIND) place(1), value, five
      logical found, good
      call MPI_INIT(ierr)
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank, ierr)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, n, ierr)
      left = mod(rank + n - 1, n)
      right = mod(rank + 1, n)
      good = .true.
      write (text, '(a, i1)') 'from rank ', rank
      call MPI_IRECV(came, 20, MPI_CHARACTER, left, 1, MPI_COMM_WORLD,
     &               requests(1), ierr)
      call MPI_ISEND(text, 20, MPI_CHARACTER, right, 1, MPI_COMM_WORLD,
     &               requests(2), ierr)
      call MPI_WAITALL(2, requests, MPI_STATUSES_IGNORE, ierr)
      write (text, '(a, i1)') 'from rank ', left
      good = good .and. came .eq. text
      got = -1
      call MPI_GET_ADDRESS(rank, place(1), ierr)
      call MPI_TYPE_CREATE_HINDEXED(1, 1, place, MPI_INTEGER, type,
     &                              ierr)
      call MPI_TYPE_COMMIT(type, ierr)
      call MPI_SENDRECV(MPI_BOTTOM, 1, type, right, 3, got, 1,
     &                  MPI_INTEGER, left, 3, MPI_COMM_WORLD, status,
     &                  ierr)
      good = good .and. got .eq. left .and.
     &       status(MPI_SOURCE) .eq. left
      call MPI_TYPE_FREE(type, ierr)
      call MPI_OP_CREATE(add, .true., op, ierr)
      sums(1) = rank
      sums(2) = 1
      call MPI_ALLREDUCE(MPI_IN_PLACE, sums, 2, MPI_INTEGER, op,
     &                   MPI_COMM_WORLD, ierr)
      good = good .and. sums(1) .eq. n * (n - 1) / 2 .and.
     &       sums(2) .eq. n
      call MPI_OP_FREE(op, ierr)
      value = 7
      five = 5
      call MPI_COMM_CREATE_KEYVAL(copy, MPI_COMM_NULL_DELETE_FN, key,
     &                            five, ierr)
      call MPI_COMM_SET_ATTR(MPI_COMM_WORLD, key, value, ierr)
      call MPI_COMM_DUP(MPI_COMM_WORLD, comm, ierr)
      call MPI_COMM_GET_ATTR(comm, key, value, found, ierr)
      good = good .and. found .and. value .eq. 12
      call MPI_COMM_SET_NAME(comm, 'a name', ierr)
      call MPI_COMM_GET_NAME(comm, name, length, ierr)
      good = good .and. name(1:length) .eq. 'a name'
      call MPI_INFO_CREATE(info, ierr)
      call MPI_INFO_SET(info, 'key', 'a value', ierr)
      call MPI_INFO_GET(info, 'key', 20, text, found, ierr)
      good = good .and. found .and. text .eq. 'a value'
      call MPI_INFO_FREE(info, ierr)
      call MPI_COMM_FREE(comm, ierr)
      call MPI_COMM_SET_ERRHANDLER(MPI_COMM_WORLD, MPI_ERRORS_RETURN,
     &                             ierr)
      call MPI_SEND(rank, 1, MPI_INTEGER, n + 7, 1, MPI_COMM_WORLD,
     &              code)
      good = good .and. code .ne. MPI_SUCCESS
      good = good .and. MPI_WTIME() .ge. 0d0
      call MPI_BARRIER(MPI_COMM_WORLD, ierr)
      if (good) write (*, '(a, i1, a)') 'rank ', rank, ' is well'
      call MPI_FINALIZE(ierr)
      end
