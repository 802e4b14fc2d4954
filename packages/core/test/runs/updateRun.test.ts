import { describe, expect } from "@effect/vitest"
import { RunNotFound, RunPath } from "@tollgate/core"
import { travelTo } from "@tollgate/testing"
import { DateTime, Effect } from "effect"
import { usd } from "../spending/support/samples.js"
import { inMemory, read } from "../support/account.js"
import { openRunner } from "./support/runner.js"

const path = read(RunPath)("job-7")

describe("updateRun", () => {
  inMemory("changes what is stated, from the next admission on, and keeps what is counted", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00.000Z")
      const { ask, get, open, settle, update } = yield* openRunner()
      const { data: run } = yield* open("job-7", { limit_usd: 2, max_in_flight: 1, max_requests: 9, expires_in: 60 })
      const { data } = yield* ask("job-7")
      expect(yield* Effect.flip(ask("job-7"))).toMatchObject({ _tag: "TooManyInFlight" })
      const counted = { held: usd(1), in_flight: 1, requests: 1, last_charged_at: run.created_at }
      const after = { ...run, ...counted, limit_usd: usd(3), max_in_flight: null, remaining: usd(2) }
      expect(yield* update("job-7", { limit_usd: 3, max_in_flight: null })).toEqual(after)
      yield* settle(data.id, { cost: usd(1) })
      yield* ask("job-7", 2)
      expect(yield* Effect.flip(ask("job-7"))).toMatchObject({ _tag: "BudgetExceeded" })
      const unlimited = yield* update("job-7", { limit_usd: null, max_requests: 2, expires_in: 120 })
      expect(unlimited).toMatchObject({ limit_usd: null, remaining: null, max_requests: 2, requests: 2, spent: usd(1) })
      expect(unlimited.ends_at).toEqual(DateTime.unsafeMake("2026-05-31T12:02:00.000Z"))
      expect(yield* Effect.flip(ask("job-7"))).toMatchObject({ reason: "run_requests_spent" })
      expect(yield* update("job-7", { expires_in: null, max_requests: null })).toMatchObject({ ends_at: null })
      yield* ask("job-7")
      expect(yield* update("job-7", {})).toEqual(yield* get("job-7"))
    })
  )

  inMemory("ends a run in the past, and opens one that has ended", () =>
    Effect.gen(function* () {
      yield* travelTo("2026-05-31T12:00:00.000Z")
      const { ask, open, update } = yield* openRunner()
      yield* open("job-7")
      yield* travelTo("2026-05-31T12:01:00.000Z")
      expect(yield* update("job-7", { expires_in: 60 })).toMatchObject({ state: "ended" })
      expect(yield* Effect.flip(ask("job-7"))).toMatchObject({ reason: "run_ended", run: "job-7" })
      expect(yield* update("job-7", { expires_in: 61 })).toMatchObject({ state: "open" })
      yield* ask("job-7")
    })
  )

  inMemory("keeps a run stopped", () =>
    Effect.gen(function* () {
      const { open, stop, update } = yield* openRunner()
      yield* open("job-7", { limit_usd: 2 })
      yield* stop("job-7")
      expect(yield* update("job-7", { limit_usd: 3 })).toMatchObject({ state: "stopped", limit_usd: usd(3) })
    })
  )

  inMemory("finds no run that was never opened, and creates none", () =>
    Effect.gen(function* () {
      const { get, list, update } = yield* openRunner()
      expect(yield* Effect.flip(update("job-7", { limit_usd: 1 }))).toEqual(RunNotFound.of(path))
      expect(yield* Effect.flip(update("..", { limit_usd: 1 }))).toEqual(RunNotFound.of(null))
      expect(yield* Effect.flip(get("job-7"))).toEqual(RunNotFound.of(path))
      expect(yield* list()).toEqual({ data: [], total_count: 0 })
    })
  )
})
