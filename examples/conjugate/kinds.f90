!> The kind of real that everything is computed in.
module kinds
  use, intrinsic :: iso_fortran_env, only: real64
  implicit none
  private
  public :: wp, pi

  integer, parameter :: wp = real64
  real(wp), parameter :: pi = acos(-1.0_wp)
end module kinds
