! The same calls as in ring.c, by the module mpi_f08; most without an error code.
      program ring
      use mpi_f08
      implicit none
      integer rank, n, left, right, i, got, total
      integer seven(7), other(7), three(3), all(300)
      double precision five(5)
      data seven /7*0/, three /1, 2, 3/, five /5*0d0/
      type(MPI_Request) req
      call MPI_INIT()
      call MPI_COMM_RANK(MPI_COMM_WORLD, rank)
      call MPI_COMM_SIZE(MPI_COMM_WORLD, n)
      left = mod(rank + n - 1, n)
      right = mod(rank + 1, n)
      do i = 1, 10
        call MPI_IRECV(got, 1, MPI_INTEGER, left, 3,                                                &
     &                 MPI_COMM_WORLD, req)
        call MPI_SEND(rank, 1, MPI_INTEGER, right, 3,                                               &
     &                MPI_COMM_WORLD)
        call MPI_WAIT(req, MPI_STATUS_IGNORE)
      end do
      total = rank
      call MPI_ALLREDUCE(MPI_IN_PLACE, total, 1, MPI_INTEGER, MPI_SUM,                              &
     &                   MPI_COMM_WORLD)
      call MPI_BCAST(five, 5, MPI_DOUBLE_PRECISION, 0,                                              &
     &               MPI_COMM_WORLD)
      call MPI_GATHER(three, 3, MPI_INTEGER, all, 3, MPI_INTEGER, 0,                                &
     &                MPI_COMM_WORLD)
      call MPI_SENDRECV(seven, 7, MPI_INTEGER, right, 4, other, 7,                                  &
     &                  MPI_INTEGER, left, 4, MPI_COMM_WORLD,                                       &
     &                  MPI_STATUS_IGNORE)
      call MPI_BARRIER(MPI_COMM_WORLD)
      if (rank .eq. 0) print *, total
      call MPI_FINALIZE()
      if (got .ne. left .or. total .ne. n * (n - 1) / 2) stop 1
      end
