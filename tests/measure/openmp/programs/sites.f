C     sites.f: the same in fixed form, with a main program without a name.
      REAL A(100)
      INTEGER I
C$OMP PARALLEL DO DEFAULT(NONE)
C$OMP& SHARED(A)
C$OMP& PRIVATE(I)
      DO 10 I = 1,
     &     100
        A(I) = I
   10 CONTINUE
C$OMP END PARALLEL DO
      CALL FILL(A,
     &   100)
      IF (A(1) .LT. 0) STOP 1
      END
      SUBROUTINE FILL(A, N)
      INTEGER N, I, J
      REAL A(N)
!$OMP PARALLEL PRIVATE(J)
!$OMP DO
      DO 20 I = 1, N
      DO 20 J = 1, 2
        IF (A(I) .GT. 1000.) A(I) = 3
   20 A(I) = A(I) + 1
!$OMP END DO NOWAIT
!$OMP BARRIER
!$OMP DO
      DO I = 1, N
        A(I) = A(I) + 1
      ENDDO
!$OMP END DO
!$OMP BARRIER
!$OMP CRITICAL (LOCK)
      A(1) = 1
!$OMP END CRITICAL (LOCK)
!$OMP END PARALLEL
      RETURN
      END
