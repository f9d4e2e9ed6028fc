! images.f90: a program for three images whose coarray statements are counted by hand in
! test_coarray.py. Marks at the ends of lines name the statements.
program images
    use iso_fortran_env, only: atomic_int_kind, event_type, lock_type, team_type
    use mpi
    implicit none
    integer, parameter :: all = 3
    integer :: x(10)[*], total, me, right, left, got, i, error
    integer(atomic_int_kind) :: counter[*]
    type(lock_type) :: door[*]
    type(event_type) :: bell[*]
    real(8), allocatable :: field(:, :)[:]
    real(8) :: row(6), largest
    type(team_type) :: part, half
    integer :: other, sum_of_team

    me = this_image()
    right = mod(me, all) + 1
    left = mod(me + all - 2, all) + 1
    allocate(field(6, 4)[*])
    x = me
    field = me
    counter = 0
    sync all
    do i = 1, 4
        x(2)[right] = 10 * me                       ! scalar
    end do
    x(4:8)[right] = me                              ! section
    field(:, 2)[right] = field(:, 1)                ! column
    sync all
    got = x(2)[left]                                ! read
    row = field(:, 3)[left]                         ! read column
    row(1:4) = field(3, :)[right]                   ! read row
    x(9)[right] = x(1)[left]                        ! between
    sync all
    if (x(9) /= mod(me + all - 3 + all, all) + 1) print *, "wrong", me, x(9)
    call atomic_add(counter[1], me)                 ! add
    if (me == 2) call atomic_define(counter[3], 7)  ! define
    lock (door[1])                                  ! lock
    unlock (door[1])                                ! unlock
    critical
        got = got + 1
    end critical
    event post (bell[right])                        ! post
    event wait (bell)                               ! wait
    call MPI_Barrier(MPI_COMM_WORLD, error)         ! MPI
    total = me
    call co_sum(total)                              ! sum
    largest = 1.5d0 * me
    call co_max(largest, result_image=2)            ! max
    call co_broadcast(row, source_image=3)          ! broadcast
    if (me == 1) then
        sync images (2)                             ! with 2
    else if (me == 2) then
        sync images (1)                             ! with 1
    end if
    ! Images 1 and 3 are the images 1 and 2 of a team; inside of it, each is a team of the same
    ! number. Image 2 is alone.
    form team (merge(2, 1, me == 2), part)
    change team (part)
        other = 3 - this_image()
        sum_of_team = me
        call co_sum(sum_of_team)                    ! sum of team
        if (num_images() == 2) then
            x(3)[other] = me                        ! to other
            got = x(1)[other]                       ! from other
            x(10)[this_image()] = x(3)[other]       ! between in team
            call atomic_add(counter[2], 1)          ! add in team
            call co_broadcast(row, source_image=2)  ! broadcast in team
        end if
        form team (this_image(), half)
        change team (half)
            x(10)[1] = me                           ! alone
            call co_sum(sum_of_team)                ! sum alone
        end team
        sync all
    end team
    if (me /= 2 .and. (x(3) /= 4 - me .or. sum_of_team /= 4)) print *, "wrong", me, x(3), sum_of_team
    sync all
    if (me == 1) print *, total, counter
end program
