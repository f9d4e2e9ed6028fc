! Routines whose loops are visited at most once in a visit, and loops in a nest of which only the visits are counted.
program once                                                               != R 1
  implicit none
  real :: a(8)
  integer :: k
  a = 1
  do k = 0, 5                                                              != L 1 6 6 6 D
    call unrolled(k, a)
    call again(k, a)
    call left(k, a)
    call picked(k, a)
    call alone(k, a)
    call inside(k, a)
  end do
  print '(8f8.2)', a                                                       != IO 1 6
end program

subroutine unrolled(n, a)                                                  != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, m
  if (n == 0) return
  m = mod(n, 2)
  if (m /= 0) then
    do i = 1, m                                                            != L 3 3 1 1 D
      a(i) = a(i) + 1
    end do
    if (n < 2) return
  end if
  do i = m + 1, n, 2                                                       != L 4 6 1 2 D
    a(i) = a(i) + 1
    a(i + 1) = a(i + 1) + 2
  end do
end subroutine

! A jump leads back to the first loop: it is visited more than once.
subroutine again(n, a)                                                     != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, round
  round = 0
10 round = round + 1
  if (n > 1) then
    do i = 1, n                                                            != L 12 42 2 5 D
      a(i) = a(i) + 1
    end do
  end if
  if (round < 3) goto 10
  if (n > 3) then
    do i = 4, n                                                            != L 2 3 1 2 D
      a(i) = a(i) - 1
    end do
  end if
end subroutine

subroutine left(n, a)                                                      != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
  if (n > 0) then
    do i = 1, 8                                                            != L 5 15 1 5 U
      a(i) = a(i) + 1
      if (i == n) exit
    end do
  end if
  if (n < 4) then
    do i = 1, 8                                                            != L 4 10 1 4 U
      if (i > n) return
      a(i) = a(i) - 1
    end do
  end if
  do i = 1, -n                                                             != L 2 0 0 0 D
    a(i) = 0
  end do
end subroutine

subroutine picked(n, a)                                                    != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, j, k, twice
  do twice = 1, n                                                          != L 6 15 0 5 D
    do j = 1, n                                                            != L 15 55 1 5 D
      if (mod(j, 2) == 0) then
        do i = 1, n                                                        != L 23 95 2 5 D
          a(i) = a(i) + 1
          do k = i, n                                                      != L 95 254 1 5 D
            a(k) = a(k) + 1
          end do
        end do
      else if (j == 3) then
        do i = 3, n                                                        != L 12 26 1 3 D
          do k = 1, n - 2                                                  != L 26 64 1 3 D
            a(k) = a(k) - 1
          end do
        end do
      end if
    end do
  end do
end subroutine

subroutine alone(n, a)                                                     != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i
  do i = 1, n                                                              != L 6 15 0 5 D
    a(i) = a(i) + 1
  end do
end subroutine

! Each loop is directly inside the one before, and has the same trips in each visit.
subroutine inside(n, a)                                                    != R 6
  implicit none
  integer, intent(in) :: n
  real, intent(inout) :: a(8)
  integer :: i, k, m
  do i = 1, n                                                              != L 6 15 0 5 D
    do k = n, 2, -1                                                        != L 15 40 0 4 D
      do m = 3, n                                                          != L 40 90 0 3 D
        a(m) = a(m) + 1
      end do
    end do
  end do
end subroutine
