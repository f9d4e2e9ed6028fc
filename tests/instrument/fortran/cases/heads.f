C     The same in fixed form, with functions that nobody declares.
      PROGRAM HEADS                                != R 1
      INTEGER I, J, S, NV
      S = 0
      DO 10 I = NV(1),                             != L 1 5 5 5 D
C       A COMMENT
     1   NV(10),
     2   2
        S = S + I
   10 CONTINUE
	DO 20 J=1,NV(3)                            != L 1 3 3 3 D
	S = S + J
20	CONTINUE
      DO 30 I = 1, 4                               != L 1 4 4 4 D
      DO 30 J = I, NV(4)                           != L 4 10 1 4 D
   30 S = S + 1
      DO 40 X = 0.0, 1.0, 0.25                     != L 1 5 5 5 D
   40 S = S + 1
      PRINT *, S                                   != IO 1 6
      END
      INTEGER FUNCTION NV(K)                       != R 7
      INTEGER K, N
      SAVE N
      DATA N /0/
      N = N + 1
      NV = K
      IF (N .GT. 7) PRINT *, 'TOO OFTEN'           != IO 0
      END
