! forms.f: all that the include files declare, valid in fixed and in free form, whatever the options.
      module forms
      contains
      pure subroutine plain(n, a, b)
      implicit none
      include 'triptych/probes.inc'
      include 'triptych/units.inc'
      integer(4) :: tri_r(18,40)
      common /tri_test/ tri_r
      integer(8) :: tri_h0, tri_h1, tri_n1
      integer(4), intent(in) :: n
      real(4), intent(inout) :: a(n)
      character(len=80), intent(inout) :: b
      integer(4) :: i
      tri_h0 = 0
      if (tri_r(1,1) /= 0_4) call tri_enter(tri_r(1,1), tri_h0)
      tri_h1 = 0
      if (iand(tri_r(1,2),5_4) /= 0_4) call tri_enter(tri_r(1,2),tri_h1)
      tri_n1 = tri_trips(1_8, int(n,8), 1_8)
      do i = 1_4, n
        a(i) = a(i) + 1.0_4
      end do
      if (tri_r(1,2) /= 0_4) call tri_end_loop(tri_r(1,2),tri_h1,tri_n1)
      tri_h1 = 0
      if (tri_r(1,3) /= 0_4) call tri_enter(tri_r(1,3), tri_h1)
      write (b, '(i0)') n
      if (tri_h1 /= 0) call tri_leave_io(tri_h1, tri_unit(b))
      if (tri_h0 /= 0) call tri_leave(tri_h0)
      end subroutine
      elemental function twice(x)
      implicit none
      include 'triptych/probes.inc'
      integer(4) :: tri_r(18,40)
      common /tri_test/ tri_r
      integer(8) :: tri_h0
      real(4), intent(in) :: x
      real(4) :: twice
      tri_h0 = 0
      if (tri_r(1,4) /= 0_4) call tri_enter(tri_r(1,4), tri_h0)
      twice = x * 2.0_4
      if (tri_h0 /= 0) call tri_leave(tri_h0)
      end function
      subroutine units(k1, k2, k4, k8, k16, c, c1, c3, w, w1)
      implicit none
      include 'triptych/probes.inc'
      include 'triptych/units.inc'
      integer(1), intent(in) :: k1
      integer(2), intent(in) :: k2
      integer(4), intent(in) :: k4
      integer(8), intent(in) :: k8
      integer(16), intent(in) :: k16
      character(5), intent(in) :: c, c1(3), c3(2,2,2)
      character(kind=4,len=4), intent(in) :: w, w1(2)
      logical(4) :: same
      same = tri_unit(k1) == 11_8 .and. tri_unit(k2) == 12_8
      same = same .and. tri_unit(k4) == 14_8 .and. tri_unit(k8) == 18_8
      same = same .and. tri_unit(k16) == 26_8
      if (.not. same) stop 1
      same = tri_unit(c) == tri_unit_internal
      same = same .and. tri_unit(c1) == tri_unit_internal
      same = same .and. tri_unit(c1(2)(2:3)) == tri_unit_internal
      same = same .and. tri_unit(c3) == tri_unit_internal
      same = same .and. tri_unit(c3(:,1,:)) == tri_unit_internal
      same = same .and. tri_unit('123') == tri_unit_internal
      same = same .and. tri_unit(w) == tri_unit_internal
      same = same .and. tri_unit(w1) == tri_unit_internal
      if (.not. same) stop 2
      if (tri_unit(5) /= 5 .or. tri_unit_none == tri_unit(c)) stop 3
      same = tri_trips(1_8, 10_8, 3_8) == 4_8
      same = same .and. tri_trips(10_8, 1_8, -3_8) == 4_8
      same = same .and. tri_trips(1_8, 0_8, 1_8) == 0_8
      same = same .and. tri_trips(0_8, 1_8, -1_8) == 0_8
      same = same .and. tri_trips(1_8, 10_8, 0_8) == 0_8
      if (.not. same) stop 4
      if (tri_trips(-huge(k8), huge(k8), huge(k8)) /= 3_8) stop 5
      if (tri_trips(huge(k8), -huge(k8), -huge(k8)) /= 3_8) stop 6
      end subroutine
      subroutine unused()
      implicit none
      include 'triptych/probes.inc'
      include 'triptych/units.inc'
      end subroutine
      end module
      program main
      use forms, only: plain, twice, units
      implicit none
      include 'triptych/probes.inc'
      integer(4) :: tri_r(18,40)
      common /tri_test/ tri_r
      integer(8) :: tri_h0
      real(4) :: a(100)
      character(80) :: b
      character(5) :: c, c1(3), c3(2,2,2)
      character(kind=4,len=4) :: w, w1(2)
      integer(4) :: i
      c = ' '
      c1 = ' '
      c3 = ' '
      w = 4_' '
      w1 = 4_' '
      b = ' '
      a = 1.0_4
      tri_h0 = 0
      if (tri_r(1,5) /= 0_4) call tri_enter(tri_r(1,5), tri_h0)
      do i = 1_4, 100_4
        call plain(i, a, b)
        a(i) = twice(a(i))
      end do
      a = twice(a)
      if (tri_h0 /= 0) call tri_leave(tri_h0)
      call units(11_1, 12_2, 14_4, 18_8, 26_16, c, c1, c3, w, w1)
      if (b /= '100' .or. nint(sum(a), 4) /= 10700_4) stop 7
      call tri_count_loops(tri_r(1,6), 2_8, 7_8, 3_8, 4_8)
      end program
