!> A grid's solution in a file: its size, then column after column, as they are in memory.
module checkpoints
  use kinds, only: wp
  use grids, only: grid
  implicit none
  private
  public :: checkpoint_write, checkpoint_is

contains

  subroutine checkpoint_write(path, g, ok)
    character(*), intent(in) :: path
    type(grid), intent(in) :: g
    logical, intent(out) :: ok
    integer :: unit, status, j
    open (newunit=unit, file=path, access='stream', form='unformatted', status='replace', action='write', iostat=status)
    ok = status == 0
    if (.not. ok) return
    write (unit) g%n
    do j = 0, g%n
      write (unit) g%u(:, j)
    end do
    flush (unit)
    close (unit)
  end subroutine checkpoint_write

  !> Whether the file holds this grid's solution, no less and no more.
  logical function checkpoint_is(path, g) result(same)
    character(*), intent(in) :: path
    type(grid), intent(in) :: g
    real(wp) :: column(0:g%n)
    integer :: unit, status, n, i, j
    same = .false.
    open (newunit=unit, file=path, access='stream', form='unformatted', status='old', action='read', iostat=status)
    if (status /= 0) return
    read (unit, iostat=status) n
    j = 0
    if (status == 0 .and. n == g%n) then
      read (unit, iostat=status) column
      columns: do while (status == 0)
        do i = 0, n
          if (abs(column(i) - g%u(i, j)) > 0) exit columns
        end do
        j = j + 1
        read (unit, iostat=status) column
      end do columns
      same = j == n + 1
    end if
    close (unit)
  end function checkpoint_is

end module checkpoints
