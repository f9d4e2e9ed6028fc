"""What is shown of ranks of MPI, from an archive made by hand: the same whether it is sealed or not."""
import program
import sample
import tap

BRIEF = """MPI took 21.0 % of the time of the ranks (420.0 ms of 2.000 s): 19.0 % on rank 1, 23.0 % on rank 0
Most of that: 50.0 % MPI_Barrier of main (ring.c:20), 42.9 % MPI_Recv of main (ring.c:12), 7.1 %
  MPI_Send of main (ring.c:10)
The load is even: outside MPI, rank 1 worked longest, 810.0 ms, 1.03 times the mean (790.0 ms)
Next: `triptych report --advice` suggests what to change, and where"""

here = program.folder()
for how in (["ranks"], ["ranks", "sealed"]):
    name = "ranks.tri"
    sample.make(here, name, *how)
    text = here.triptych("report", "--mpi", "--lane-table", "--places", "--width", 100, name).out
    sample.golden("mpi.txt", text[text.index("Places"):], f"{' '.join(how)}: the report")
    tap.equal(text.split("MPI in short\n")[1].split("\n\n")[0], BRIEF, f"{' '.join(how)}: in short")
    few = here.triptych("report", "--mpi", "--top", 3, name).out
    tap.equal([line.split()[1] for line in few.split("MPI: call sites by rank")[1].splitlines()[2:5]],
              ["MPI_Recv", "MPI_Barrier", "MPI_Barrier"],
              f"{' '.join(how)}: sites that took long are shown, in the order of the source, with all their ranks")
    report = here.report(name)
    tap.equal([(row["kind"], row["rank"], row["line"], row["cause_rank"], row["cause_line"], row["doing_name"], row["doing_after_line"],
                row["doing_before_line"], row["visits"], row["time_ns"]) for row in report["comm_waits"]],
              [("late sender", 1, 12, 0, 10, "main", 10, 10, 2, 100_000_000), ("late sender", 1, 12, 0, 10, "main", None, 10, 1, 50_000_000)],
              f"{' '.join(how)}: three times 50 ms until it was sent; meanwhile the other one was in main")
    tap.equal([(row["kind"], row["visits"], row["time_ns"]) for row in report["comm_kinds"]], [("late sender", 3, 150_000_000)],
              f"{' '.join(how)}: waits by kind")
    tap.equal([(row["doing_name"], row["causes"], row["worst_rank"], row["worst_ns"], row["ranks"], row["time_ns"]) for row in report["comm_doing"]],
              [("main", 1, 0, 100_000_000, 1, 100_000_000), ("main", 1, 0, 50_000_000, 1, 50_000_000)], f"{' '.join(how)}: what they did")
    tap.equal([(row["function"], row["rank"], row["waited_ns"]) for row in report["comm"]],
              [("MPI_Send", 0, 0), ("MPI_Recv", 1, 150_000_000), ("MPI_Barrier", 0, 0), ("MPI_Barrier", 1, 0)],
              f"{' '.join(how)}: time waited inside")
    tap.equal([(row["rank"], row["function"], row["visits"], row["time_ns"]) for row in report["comm"]],
              [(0, "MPI_Send", 3, 30_000_000), (1, "MPI_Recv", 3, 180_000_000), (0, "MPI_Barrier", 1, 200_000_000),
               (1, "MPI_Barrier", 1, 10_000_000)], f"{' '.join(how)}: call sites by rank")
    tap.equal([(row["name"], row["mean_ns"], row["max_ns"], row["max_rank"], row["imbalance"]) for row in report["balance"]],
              [("main", 690_000_000, 710_000_000, 1, 710 / 690), ("MPI_Barrier", 105_000_000, 200_000_000, 0, 200 / 105),
               ("MPI_Recv", 90_000_000, 180_000_000, 1, 2), ("MPI_Send", 15_000_000, 30_000_000, 0, 2)],
              f"{' '.join(how)}: load balance")
    for table in ("comm", "comm_matrix", "comm_kinds", "comm_doing", "comm_causes", "comm_waits", "balance"):
        lines = here.triptych("report", "--format", "csv", "--table", table, name).out.splitlines()
        tap.equal(len(lines) - 1, len(report[table]), f"{' '.join(how)}: {table} as CSV")
# A part: the other rank's nodes only lead to the sends of messages that were kept. They have no visits, and no sum lacks them.
here.triptych("query", "--save", "one.tri", "ranks.tri", "events.filter(e -> e.lane == 1)")
rows = here.report("one.tri", "--lanes")["routines"]
tap.equal([(row["lane"], row["rank"], row["visits"], row["time_ns"]) for row in rows],
          [(None, None, 1, 900_000_000), (0, 0, 0, None), (0, 1, 1, 900_000_000)], "a sum over lanes of which one has no visits")

tap.done()
