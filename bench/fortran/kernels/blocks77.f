C     BLOCKS77: OPERATIONS ON BLOCKS OF 5 BY 5 FOR BLOCK77, IN A FILE OF
C     THEIR OWN.

C     BVEC = BVEC - ABLOCK*AVEC
      SUBROUTINE MVSUB(ABLOCK, AVEC, BVEC)
      DOUBLE PRECISION ABLOCK(5,5), AVEC(5), BVEC(5)
      INTEGER I
      DO 10 I = 1, 5
         BVEC(I) = BVEC(I) - ABLOCK(I,1)*AVEC(1)
     &                     - ABLOCK(I,2)*AVEC(2)
     &                     - ABLOCK(I,3)*AVEC(3)
     &                     - ABLOCK(I,4)*AVEC(4)
     &                     - ABLOCK(I,5)*AVEC(5)
   10 CONTINUE
      RETURN
      END

C     CBLOCK = CBLOCK - ABLOCK*BBLOCK
      SUBROUTINE MMSUB(ABLOCK, BBLOCK, CBLOCK)
      DOUBLE PRECISION ABLOCK(5,5), BBLOCK(5,5), CBLOCK(5,5)
      INTEGER I, J
      DO 20 J = 1, 5
         DO 10 I = 1, 5
            CBLOCK(I,J) = CBLOCK(I,J) - ABLOCK(I,1)*BBLOCK(1,J)
     &                                - ABLOCK(I,2)*BBLOCK(2,J)
     &                                - ABLOCK(I,3)*BBLOCK(3,J)
     &                                - ABLOCK(I,4)*BBLOCK(4,J)
     &                                - ABLOCK(I,5)*BBLOCK(5,J)
   10    CONTINUE
   20 CONTINUE
      RETURN
      END

C     C = INVERSE(LHS)*C AND R = INVERSE(LHS)*R, BY GAUSS-JORDAN
C     ELIMINATION WITHOUT PIVOTING.
      SUBROUTINE BINVC(LHS, C, R)
      DOUBLE PRECISION LHS(5,5), C(5,5), R(5), PIVOT, COEFF
      INTEGER M, N, P
      DO 60 P = 1, 5
         PIVOT = 1.0D0/LHS(P,P)
         DO 10 N = P+1, 5
            LHS(P,N) = LHS(P,N)*PIVOT
   10    CONTINUE
         DO 20 N = 1, 5
            C(P,N) = C(P,N)*PIVOT
   20    CONTINUE
         R(P) = R(P)*PIVOT
         DO 50 M = 1, 5
            IF (M .EQ. P) GO TO 50
            COEFF = LHS(M,P)
            DO 30 N = P+1, 5
               LHS(M,N) = LHS(M,N) - COEFF*LHS(P,N)
   30       CONTINUE
            DO 40 N = 1, 5
               C(M,N) = C(M,N) - COEFF*C(P,N)
   40       CONTINUE
            R(M) = R(M) - COEFF*R(P)
   50    CONTINUE
   60 CONTINUE
      RETURN
      END

C     R = INVERSE(LHS)*R
      SUBROUTINE BINV(LHS, R)
      DOUBLE PRECISION LHS(5,5), R(5), PIVOT, COEFF
      INTEGER M, N, P
      DO 40 P = 1, 5
         PIVOT = 1.0D0/LHS(P,P)
         DO 10 N = P+1, 5
   10    LHS(P,N) = LHS(P,N)*PIVOT
         R(P) = R(P)*PIVOT
         DO 30 M = 1, 5
            IF (M .EQ. P) GO TO 30
            COEFF = LHS(M,P)
            DO 20 N = P+1, 5
   20       LHS(M,N) = LHS(M,N) - COEFF*LHS(P,N)
            R(M) = R(M) - COEFF*R(P)
   30    CONTINUE
   40 CONTINUE
      RETURN
      END
