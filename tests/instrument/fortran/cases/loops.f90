! Loops of every kind. Behind !=, L: how often it begins, trips in all, the fewest and the most, determined or not.
program loops                                                != R 1
  implicit none
  integer :: i, j, k, n, total
  integer(8) :: big
  integer, dimension(3) :: list = [2, 0, 4]
  real :: x
  logical :: going
  total = 0
  n = 5
  do i = 1, n                                                != L 1 5 5 5 D
    do j = i, 5                                              != L 5 15 1 5 D
      total = total + 1
    end do
  end do
  do i = 10, 1, -3                                           != L 1 4 4 4 D
    total = total + i
  end do
  do i = 1, 0                                                != L 1 0 0 0 D
    total = total - 1000
  end do
  k = 2
  do i = 1, 10, k                                            != L 1 5 5 5 D
    k = 7; n = 1
  end do
  do i = list(1), list(3) + max(n, 2)                        != L 1 5 5 5 D
    total = total + 1
  end do
  do i = 1, bound()                                          != L 1 3 3 3 D
    total = total + 1
  end do
  do big = 9000000000_8, 9000000003_8                        != L 1 4 4 4 D
    total = total + 1
  end do
  do i = 1, 3; do j = 1, 2; total = total + 1; end do; end do  != L 1 3 3 3 D; L 3 6 2 2 D
  do while (total > 100)                                     != L 1 0 0 0 U
    total = total - 1
  end do
  going = .true.
  do while (going)                                           != L 1 4 4 4 U
    n = n + 1
    going = n < 5
  end do
  do                                                         != L 1 3 3 3 U
    n = n - 1
    if (n == 2) exit
  end do
  outer: do i = 1, 4                                         != L 1 3 3 3 U
    inner: do j = 1, 4                                       != L 3 9 2 4 U
      if (j == 3 .and. i == 1) cycle outer
      if (j == 2 .and. i == 3) exit outer
      if (i == 4) cycle inner
    end do inner
  end do outer
  search: do i = 1, 4                                        != L 1 2 2 2 U
    some: if (i > 1) then
      do j = 1, 5                                            != L 1 3 3 3 U
        if (j == 3) exit some
      end do
      total = 0
    end if some
    place: block
      integer :: m
      do m = 1, 3                                            != L 2 3 1 2 U
        if (m == i) exit place
      end do
      total = 0
    end block place
    if (i == 2) exit
  end do search
  do i = 1, 3                                                != L 1 3 3 3 D
    select case (i)
    case (1)
      do j = 1, 7                                            != L 1 7 7 7 D
        total = total + j
      end do
    case default
      if (i == 3) cycle
      total = total + 100
    end select
  end do
  do concurrent (i = 1:4, j = 1:6:2)                         != L 1 12 12 12 D
    block
      integer :: k1, s
      s = 0
      do k1 = 1, i                                           != L 12 30 1 4 D
        s = s + k1
      end do
    end block
  end do
  do concurrent (i = 1:4, mod(i, 2) == 0)                    != L 1 ? ? ? D
    list(1) = 3
  end do
  x = 0
  associate (limit => 3)
    do i = 1, limit                                          != L 1 3 3 3 U
      x = x + i
      if (x > 100) stop 'never'
    end do
  end associate
  print *, total, n, x, list                                 != IO 1 6
contains
  integer function bound()                                   != R 1
    bound = 3
  end function
end program
