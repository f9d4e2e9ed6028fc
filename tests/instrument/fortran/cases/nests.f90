! Loops that are counted by what is around them. Behind !=, as in the other files.
module blocks
  implicit none
  integer, parameter :: n5 = 5
  real(8) :: total = 0
contains
  subroutine product(a, b, c)                                != R 3
    real(8), intent(in) :: a(n5, n5), b(n5, n5)
    real(8), intent(inout) :: c(n5, n5)
    integer :: i, j, k
    do j = 1, n5                                             != L 3 15 5 5 D
      do k = 1, n5                                           != L 15 75 5 5 D
        do i = 1, n5                                         != L 75 375 5 5 D
          c(i, j) = c(i, j) + a(i, k)*b(k, j)
        end do
      end do
    end do
  end subroutine
  real(8) function trace(a)                                  != R 3
    real(8), intent(in) :: a(n5, n5)
    integer :: i
    trace = 0
    do i = 1, n5                                             != L 3 15 5 5 D
      trace = trace + a(i, i)
    end do
  end function
  pure subroutine eliminate(a, skipped)                      != R 2
    real(8), intent(inout) :: a(n5, n5)
    integer, intent(out) :: skipped
    integer :: i, j, p
    skipped = 0
    do p = 1, n5                                             != L 2 10 5 5 D
      do j = p + 1, n5                                       != L 10 20 0 4 D
        a(p, j) = a(p, j)/a(p, p)
      end do
      rows: do i = 1, n5                                     != L 10 50 5 5 D
        if (i == p) then
          skipped = skipped + 1
          cycle rows
        end if
        do j = p + 1, n5                                     != L 40 80 0 4 D
          a(i, j) = a(i, j) - a(i, p)*a(p, j)
        end do
        do j = 1, 2                                          != L 40 80 2 2 D
          a(i, i) = a(i, i) + 1
        end do
      end do rows
    end do
  end subroutine
  subroutine run_time(n, m, a)                               != R 3
    integer, intent(in) :: n, m
    real(8), intent(inout) :: a(n, m)
    integer :: i, j, k
    do j = 1, m                                              != L 3 7 0 4 D
      do i = 1, n                                            != L 7 25 3 4 D
        a(i, j) = a(i, j) + 1
      end do
      do k = 1, 3                                            != L 7 21 3 3 D
        do i = n, 1, -2                                      != L 21 42 2 2 D
          a(i, j) = a(i, j)*0.5
        end do
      end do
    end do
  end subroutine
  integer function find(list, wanted)                        != R 3
    integer, intent(in) :: list(:, :), wanted
    integer :: i, j
    find = 0
    outer: do j = 1, size(list, 2)                           != L 3 7 2 3 U
      do i = 1, size(list, 1)                                != L 7 17 1 3 U
        if (list(i, j) == wanted) exit outer
        if (list(i, j) < 0) return
        find = find + 1
      end do
      inner: do i = 1, 2                                     != L 4 8 2 2 D
        find = find + 1
        if (find == 1000) cycle inner
      end do inner
    end do outer
  end function
  subroutine saved(n)                                        != R 2
    integer, intent(in) :: n
    integer, save :: visits = 0
    integer :: i, j
    do j = 1, n                                              != L 2 5 2 3 D
      do i = 1, j                                            != L 5 9 1 3 D
        visits = visits + 1
      end do
    end do
    total = total + visits
  end subroutine
end module
program nests                                                != R 1
  use blocks
  implicit none
  real(8) :: a(n5, n5), b(n5, n5), w(4, 4)
  integer :: i, j, k, skipped, list(3, 3), few
  a = 1; b = 0.5; w = 0
  do k = 1, 3                                                != L 1 3 3 3 D
    call product(a, b, a)
    total = total + trace(a)
  end do
  do k = 1, 2                                                != L 1 2 2 2 D
    call eliminate(b, skipped)
    total = total + skipped
  end do
  call run_time(4, 4, w)
  call run_time(3, 3, w)
  call run_time(2, 0, w)
  list = reshape([1, 2, 3, 4, 5, 6, 7, 8, 9], [3, 3])
  few = find(list, 4) + find(list, 7)
  list(3, 2) = -1
  few = few + find(list, 9)
  call saved(2)
  call saved(3)
  do j = 1, 4                                                != L 1 4 4 4 D
    do i = 1, j                                              != L 4 10 1 4 D
      if (mod(i, 2) == 0) then
        do k = 1, 3                                          != L 4 12 3 3 D
          few = few + 1
        end do
      end if
      do k = 1, few - few + 2                                != L 10 20 2 2 D
        few = few + 1
      end do
    end do
  end do
  print "(i0, f12.4)", few, total + sum(a) + sum(b) + sum(w)  != IO 1 6
end program
