import { families, type MetricsRegistry } from "@tollgate/core/storage"
import type { Conflict } from "./retryConflicts.js"
import type { Answered } from "./Session.js"

/** Measures what happens on the connections of a database. */
export class PoolMetrics {
  readonly #commits
  readonly #retries
  readonly #nanos: () => bigint
  /** `nanos` is a monotonic clock. */
  constructor(registry: MetricsRegistry, nanos: () => bigint) {
    this.#commits = registry.histogram(families.commits)
    this.#retries = {
      deadlock: registry.counter(families.retries, "deadlock"),
      duplicate: registry.counter(families.retries, "duplicate")
    }
    this.#nanos = nanos
  }

  /** Calls back as `answered` does, and measures the time until then. */
  readonly timeCommit = (answered: Answered): Answered => {
    const since = this.#nanos()
    return (failure, rows, command) => {
      this.#commits.update(Number(this.#nanos() - since) / 1e9)
      answered(failure, rows, command)
    }
  }

  readonly retried = (conflict: Conflict): void => this.#retries[conflict].update(1)
}
