C     LOOPS WITH LABELS THAT ARE COUNTED BY WHAT IS AROUND THEM. BEHIND
C     !=, AS IN THE OTHER FILES.
      PROGRAM MAIN                                                       != R 1
      INTEGER K, N, KFIND
      REAL A(8,8), X
      N = 4
      X = 0.0
      DO 10 K = 1, 3                                                     != L 1 3 3 3 D
         CALL SWEEP(A, N)
         CALL TRIANG(A, N, X)
   10 CONTINUE
      WRITE (*, '(F10.2, 2I4)') X, KFIND(A, N, 2), KFIND(A, N, 99)       != IO 1 6
      END
      SUBROUTINE SWEEP(A, N)                                             != R 3
      INTEGER N, I, J
      REAL A(8,8)
      DO 20 J = 1, N                                                     != L 3 12 4 4 D
         DO 10 I = 1, N                                                  != L 12 48 4 4 D
   10    A(I,J) = REAL(I + J)
         IF (J .EQ. 2) GO TO 20
         DO 15 I = 1, N                                                  != L 9 36 4 4 D
            IF (I .EQ. 3) GO TO 15
            A(I,J) = A(I,J) + 1.0
   15    CONTINUE
   20 CONTINUE
      END
      SUBROUTINE TRIANG(A, N, X)                                         != R 3
      INTEGER N, I, J, K
      REAL A(8,8), X
      DO 30 J = 1, N                                                     != L 3 12 4 4 D
      DO 30 I = J, N                                                     != L 12 30 1 4 D
      DO 30 K = 1, 2                                                     != L 30 60 2 2 D
   30 X = X + A(I,J)
      END
      INTEGER FUNCTION KFIND(A, N, M)                                    != R 2
      INTEGER N, M, I, J
      REAL A(8,8)
      KFIND = 0
      DO 50 J = 1, N                                                     != L 2 5 1 4 U
         DO 40 I = 1, N                                                  != L 5 18 2 4 U
            KFIND = KFIND + 1
            IF (I*J .EQ. M) GO TO 60
   40    CONTINUE
   50 CONTINUE
   60 KFIND = KFIND*10
      END
