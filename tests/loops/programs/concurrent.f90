! Loops of other statements than DO, beside one that is left in its middle.
subroutine one(a, n)
  integer, intent(in) :: n
  real(8) :: a(n)
  integer :: i
  do concurrent (i = 1:n)
    a(i) = a(i) + 1
  end do
end subroutine

subroutine masked(a, n)
  integer, intent(in) :: n
  real(8) :: a(n)
  integer :: i
  do concurrent (i = 1:n, a(i) > 1)
    a(i) = a(i) + 1
    if (a(i) > 5) a(i) = 3
  end do
end subroutine

subroutine two(a)
  real(8) :: a(5, 4)
  integer :: i, j
  do concurrent (i = 1:5, j = 1:4)
    a(i, j) = a(i, j) + 1
  end do
end subroutine

subroutine step(a, n)
  integer, intent(in) :: n
  real(8) :: a(n)
  integer :: i
  do concurrent (i = n:1:-3)
    a(i) = a(i) + 1
  end do
end subroutine

subroutine implied(a, n)
  integer, intent(in) :: n
  real(8) :: a(n)
  integer :: i
  write (*, '(100f5.1)') (a(i), i = 1, n)
end subroutine

subroutine left(n)
  integer :: i, n
  i = 0
  do
    i = i + 1
    if (i > n) exit
    call sleep(0)
  end do
end subroutine

logical function found(a)
  real(8) :: a(10)
  found = any(a(1:10) > 1)
end function

program concurrent
  real(8) :: a(10), b(5, 4)
  logical :: found
  a = 1
  b = 1
  call one(a, 10)
  call masked(a, 10)
  call two(b)
  call step(a, 10)
  call implied(a, 7)
  call left(5)
  a(1:2) = 0
  print *, found(a)
end program
