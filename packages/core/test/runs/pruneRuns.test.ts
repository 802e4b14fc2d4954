import { describe, expect } from "@effect/vitest"
import { createWorkspace, deleteWorkspace, pruneLedger } from "@tollgate/core"
import { travelTo } from "@tollgate/testing"
import { aWorkspace } from "@tollgate/testing/accounts"
import { DateTime, Effect } from "effect"
import { inMemoryOnce } from "../support/account.js"
import { openRunner } from "./support/runner.js"

/** How often the event loop turns meanwhile. */
const turnsDuring = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    let turns = 0
    const count = () => {
      turns++
      next = setImmediate(count)
    }
    let next = setImmediate(count)
    return effect.pipe(
      Effect.ensuring(Effect.sync(() => clearImmediate(next))),
      Effect.map(() => turns)
    )
  })

describe("pruneLedger", () => {
  inMemoryOnce("deletes runs below others and then those, 32 days later, and lets other work in between", () =>
    Effect.gen(function* () {
      const begin = DateTime.unsafeMake("2026-05-31T12:00:00.000Z")
      const later = (days: number) => travelTo(DateTime.formatIso(DateTime.add(begin, { days })))
      yield* later(0)
      const { list, open } = yield* openRunner()
      yield* open("job-7")
      // More than a chunk of 250.
      for (let n = 0; n < 251; n++) yield* open(`job-7/${n}`)
      yield* later(20)
      yield* open("job-8")
      yield* open("job-8/researcher")
      yield* later(32)
      yield* pruneLedger
      expect((yield* list()).total_count).toBe(254)
      yield* later(33)
      expect(yield* turnsDuring(pruneLedger)).toBeGreaterThanOrEqual(1)
      expect((yield* list()).data.map(({ path }) => path)).toEqual(["job-8/researcher", "job-8"])
    })
  )

  inMemoryOnce("deletes the stopped runs of a workspace that was deleted, and keeps those of others", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00.000Z")
      const { asManager, list, open, stop } = yield* openRunner()
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      for (const place of [{}, { workspace_id }]) {
        yield* open("job-7", place)
        yield* open("job-7/researcher", place)
        yield* stop("job-7", place)
        yield* stop("job-7/researcher", place)
      }
      yield* asManager(deleteWorkspace(workspace_id))
      yield* travelTo("2026-07-03T12:00:00.000Z")
      yield* pruneLedger
      const { data } = yield* list()
      expect(data.map(({ path, state }) => [path, state])).toEqual([
        ["job-7/researcher", "stopped"],
        ["job-7", "stopped"]
      ])
      expect(data.every((run) => run.workspace_id !== workspace_id)).toBe(true)
    })
  )
})
