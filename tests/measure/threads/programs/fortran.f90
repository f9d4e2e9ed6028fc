! fortran.f90: POSIX threads from Fortran, without a line of C.
module posix
    use, intrinsic :: iso_c_binding
    implicit none
    integer(c_long), target :: mutex(8) = 0   ! PTHREAD_MUTEX_INITIALIZER
    integer :: total = 0
    interface
        integer(c_int) function pthread_create(thread, attributes, routine, argument) bind(c)
            import
            integer(c_long) :: thread
            type(c_ptr), value :: attributes, argument
            type(c_funptr), value :: routine
        end function
        integer(c_int) function pthread_join(thread, result) bind(c)
            import
            integer(c_long), value :: thread
            type(c_ptr), value :: result
        end function
        integer(c_int) function pthread_mutex_lock(mutex) bind(c)
            import
            type(c_ptr), value :: mutex
        end function
        integer(c_int) function pthread_mutex_unlock(mutex) bind(c)
            import
            type(c_ptr), value :: mutex
        end function
    end interface
contains
    function work(argument) result(nothing) bind(c)
        type(c_ptr), value :: argument
        type(c_ptr) :: nothing
        integer :: i, status
        do i = 1, 100
            status = pthread_mutex_lock(c_loc(mutex))
            total = total + 1
            status = pthread_mutex_unlock(c_loc(mutex))
        end do
        nothing = argument
    end function
end module

program main
    use posix
    implicit none
    integer(c_long) :: threads(3)
    integer :: i, status
    do i = 1, 3
        status = pthread_create(threads(i), c_null_ptr, c_funloc(work), c_null_ptr)
    end do
    do i = 1, 3
        status = pthread_join(threads(i), c_null_ptr)
    end do
    print '(i0)', total
end program
