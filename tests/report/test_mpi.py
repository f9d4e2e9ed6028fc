"""What is shown of ranks of MPI, from an archive made by hand: the same whether it is sealed or not."""
import program
import sample
import tap

here = program.folder()
for how in (["ranks"], ["ranks", "sealed"]):
    name = "ranks.tri"
    sample.make(here, name, *how)
    text = here.triptych("report", "--mpi", "--lane-table", "--places", "--width", 100, name).out
    sample.golden("mpi.txt", text[text.index("Places"):], f"{' '.join(how)}: the report")
    report = here.report(name)
    tap.equal([(row["kind"], row["rank"], row["line"], row["cause_rank"], row["cause_line"], row["doing_name"], row["doing_after_line"],
                row["doing_before_line"], row["count"], row["time_ns"]) for row in report["comm_waits"]],
              [("late sender", 1, 12, 0, 10, "main", 10, 10, 2, 100_000_000), ("late sender", 1, 12, 0, 10, "main", None, 10, 1, 50_000_000)],
              f"{' '.join(how)}: three times 50 ms until it was sent; meanwhile the other one was in main")
    tap.equal([(row["kind"], row["count"], row["time_ns"]) for row in report["comm_kinds"]], [("late sender", 3, 150_000_000)],
              f"{' '.join(how)}: waits by kind")
    tap.equal([(row["function"], row["rank"], row["waited_ns"]) for row in report["comm"]],
              [("MPI_Send", 0, 0), ("MPI_Recv", 1, 150_000_000), ("MPI_Barrier", 0, 0), ("MPI_Barrier", 1, 0)],
              f"{' '.join(how)}: time waited inside")
    tap.equal([(row["rank"], row["function"], row["count"], row["time_ns"]) for row in report["comm"]],
              [(0, "MPI_Send", 3, 30_000_000), (1, "MPI_Recv", 3, 180_000_000), (0, "MPI_Barrier", 1, 200_000_000),
               (1, "MPI_Barrier", 1, 10_000_000)], f"{' '.join(how)}: call sites by rank")
    tap.equal([(row["name"], row["mean_ns"], row["max_ns"], row["max_rank"], row["imbalance"]) for row in report["balance"]],
              [("MPI_Barrier", 105_000_000, 200_000_000, 0, 200 / 105), ("MPI_Recv", 90_000_000, 180_000_000, 1, 2),
               ("MPI_Send", 15_000_000, 30_000_000, 0, 2), ("main", 900_000_000, 900_000_000, 0, 1)],
              f"{' '.join(how)}: load balance")
    for table in ("comm", "comm_matrix", "comm_kinds", "comm_causes", "comm_waits", "balance"):
        lines = here.triptych("report", "--format", "csv", "--table", table, name).out.splitlines()
        tap.equal(len(lines) - 1, len(report[table]), f"{' '.join(how)}: {table} as CSV")
tap.done()
