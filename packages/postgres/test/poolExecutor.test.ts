import { afterEach, describe, expect, it, vi } from "@effect/vitest"
import type { UnsealedEntry } from "@tollgate/core/storage"
import { Effect, Exit, Fiber, Option } from "effect"
import type { Pool } from "pg"
import { poolExecutor } from "../src/poolExecutor.js"
import { defaults } from "../src/Settings.js"
import { failing } from "./support/connected.js"

afterEach(() => vi.restoreAllMocks())

const LIMIT = 300_000

type Answered = (error: unknown, result?: object) => void
type Connected = (error: unknown, client?: object) => void

/** An executor over a pool whose connections answer when the test does, and whose clock the test sets. */
const opened = () => {
  const sent: Array<Answered> = []
  const state = { now: 0, isLending: true, refusal: null as Error | null, answer: null as object | null }
  const client = {
    query: (_: object, answered: Answered) => {
      if (state.answer === null) sent.push(answered)
      else answered(null, state.answer)
    },
    release: () => {}
  }
  const connect = (connected: Connected) => {
    if (state.refusal !== null) connected(state.refusal)
    else if (state.isLending) connected(undefined, client)
  }
  // What the executor uses of a pool.
  const pool = { waitingCount: 0, connect } as unknown as Pool
  const settings = { ...defaults, acquireTimeout: LIMIT }
  const executor = poolExecutor({ readers: pool, writers: pool }, settings, () => state.now)
  const update = executor.write("UPDATE", [], () => "row")
  return { ...executor, sent, state, update }
}

/** Lets every fiber run until it waits for something. */
const settled = Effect.repeatN(Effect.yieldNow(), 10)

/** What came of an effect that waits for nothing else; none if it waits. */
const outcome = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.gen(function* () {
    const fiber = yield* Effect.fork(effect)
    yield* settled
    return yield* Fiber.poll(fiber)
  })

describe("A write of one row on PostgreSQL", () => {
  for (const [waited, within] of [
    [0, []],
    [1, [LIMIT - 1]],
    [LIMIT, [1]]
  ] as const) {
    it.effect(`that has waited ${waited} ms for its turn waits for a connection for what is left of its limit`, () =>
      Effect.gen(function* () {
        const { sent, state, update } = opened()
        const first = yield* Effect.replicateEffect(Effect.fork(update), 2)
        const last = yield* Effect.fork(Effect.exit(update))
        yield* settled
        expect(sent.length).toBe(2)
        state.now = waited
        state.isLending = false
        const set = vi.spyOn(globalThis, "setTimeout")
        for (const answered of sent) answered(null, {})
        yield* Fiber.joinAll(first)
        yield* settled
        // The scheduler's own are of 0 ms.
        expect(set.mock.calls.flatMap(([, of = 0]) => (of > 0 ? [of] : []))).toEqual(within)
        yield* Fiber.interrupt(last)
      })
    )
  }

  it.effect("leaves its turn to others if it gets no connection", () =>
    Effect.gen(function* () {
      const { sent, state, update } = opened()
      state.refusal = failing("28000")
      for (let turn = 0; turn < 3; turn++) {
        const refused = yield* outcome(update)
        expect(Option.map(refused, Exit.isFailure)).toEqual(Option.some(true))
      }
      state.refusal = null
      const both = yield* Effect.replicateEffect(Effect.fork(update), 2)
      yield* settled
      expect(sent.length).toBe(2)
      for (const answered of sent) answered(null, {})
      yield* Fiber.joinAll(both)
    })
  )
})

describe("A statement on PostgreSQL", () => {
  it.effect("returns rows that are there before it waits for them", () =>
    Effect.gen(function* () {
      const { read, state, update } = opened()
      state.answer = { rows: [{ n: 1 }] }
      expect(yield* outcome(read("SELECT 1 AS n", []))).toEqual(Option.some(Exit.succeed([{ n: 1 }])))
      expect(yield* outcome(update)).toEqual(Option.some(Exit.succeed([{ n: 1 }])))
    })
  )

  it.effect("stores the audit entry of its change with it, and is left to a transaction if it cannot", () =>
    Effect.gen(function* () {
      const entry: UnsealedEntry = {
        organization_id: "",
        created_at: 0,
        actor_kind: "host",
        actor_hash: null,
        actor_user_id: null,
        action: "keys.updateKey",
        object: null,
        changes: "{}",
        secrets: "[]",
        request_id: null,
        address: null
      }
      const { state, writeAudited } = opened()
      state.answer = { rows: [{ n: 1 }] }
      const both = writeAudited?.("UPDATE t SET n = 1 RETURNING n", [], entry) ?? Effect.dieMessage("It cannot.")
      expect(yield* outcome(both)).toEqual(Option.some(Exit.succeed([{ n: 1 }])))
      expect(writeAudited?.("WITH one AS (SELECT 1) UPDATE t SET n = 1", [], entry)).toBeNull()
    })
  )
})
