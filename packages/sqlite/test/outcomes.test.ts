import { describe, expect, it } from "@effect/vitest"
import { StorageFailure } from "@tollgate/core"
import { Effect } from "effect"
import { writerExecutor } from "../src/writer/writerExecutor.js"
import { nextTurn } from "./support/nextTurn.js"
import { insert, queueOverFile } from "./support/queue.js"

type Queued = Effect.Effect.Success<typeof queueOverFile>

const lost = new StorageFailure({ cause: new Error("the file is lost") })
const refused = new StorageFailure({ cause: new Error("the file is lost"), outcome: "none" })

/** What befalls a write, and what its failure then says about it. */
const cases: ReadonlyArray<{
  readonly what: string
  readonly outcome: "none" | "unknown"
  readonly befall: (queued: Queued) => Effect.Effect<void>
}> = [
  {
    what: "that does not get the lock",
    outcome: "none",
    befall: ({ clock, others }) =>
      Effect.sync(() => {
        others.exec("BEGIN IMMEDIATE")
        setImmediate(() => (clock.now += 5_000))
      })
  },
  {
    what: "to a database that is closed",
    outcome: "none",
    befall: ({ queue }) => Effect.async((resume) => queue.close(() => resume(Effect.void)))
  },
  {
    what: "that the guard refuses",
    outcome: "none",
    befall: ({ guard }) => Effect.sync(() => (guard.refused = () => refused))
  },
  { what: "that fails", outcome: "none", befall: ({ failing }) => Effect.sync(() => failing.add(insert)) },
  {
    what: "whose transaction SQLite rolls back",
    outcome: "none",
    befall: ({ others }) =>
      Effect.sync(() => {
        others.exec("CREATE TRIGGER full BEFORE INSERT ON numbers BEGIN SELECT RAISE(ROLLBACK, 'full'); END")
      })
  },
  {
    what: "that cannot be committed",
    outcome: "unknown",
    befall: ({ failing }) => Effect.sync(() => failing.add("COMMIT"))
  },
  {
    what: "whose file is found to be lost after it",
    outcome: "unknown",
    befall: ({ guard }) => Effect.sync(() => (guard.committed = () => lost))
  }
]

describe("The failure of a write", () => {
  for (const { befall, outcome, what } of cases) {
    it.scopedLive(`${what} says that the outcome is ${outcome}`, () =>
      Effect.gen(function* () {
        const queued = yield* queueOverFile
        const { transact, write } = writerExecutor(queued.queue)
        yield* befall(queued)
        const acts = [
          write(insert, [1]),
          write(insert, [2]),
          transact((act) => act.query(insert, [3])),
          transact((act) => Effect.zipRight(nextTurn, act.query(insert, [4])))
        ]
        const failures = yield* Effect.all(acts.map(Effect.flip), { concurrency: "unbounded" })
        expect(failures.map(({ outcome }) => outcome)).toEqual(acts.map(() => outcome))
      })
    )
  }

  it.scopedLive("alone is unknown after an error of the disk, and none after any other", () =>
    Effect.gen(function* () {
      const { error, failing, queue } = yield* queueOverFile
      const { write } = writerExecutor(queue)
      failing.add(insert)
      const outcomes = []
      for (const code of ["SQLITE_IOERR_FSYNC", "SQLITE_FULL", undefined]) {
        error.code = code
        outcomes.push((yield* Effect.flip(write(insert, [1]))).outcome)
      }
      expect(outcomes).toEqual(["unknown", "none", "none"])
    })
  )
})
