# A failure drill: what happens when tasks fail, and what can be done about it.
#   triptych script failures.rb
# The exit status is 1: one task fails for good.

# Fails twice, then works; what it wrote in vain is not passed on.
flaky = sh "echo attempt >> failures.attempts; echo flaky works; test $(wc -l < failures.attempts) -ge 3", retries: 4, name: "flaky"
flaky >> task("sed", "s/^/read: /")

# Gets more time with each attempt.
sh "sleep 0.4; echo slow works", time: "100ms", grow: 4, retries: 3, name: "slow"

# Its failure is nothing bad.
optional = sh "exit 3", on_failure: :ignore, name: "optional"
sh "echo after optional", after: optional

# Fails for good: what comes after it is not run, and a task of its own is.
clean = sh "echo cleaned up", name: "clean"
broken = sh "echo never printed >&2; exit 1", on_failure: clean, err: "/dev/null", name: "broken"
sh "echo this is not run", after: broken
