import { describe, expect } from "@effect/vitest"
import {
  type BoundHold,
  createByokCredential,
  InvalidInput,
  Metrics,
  readMetrics,
  StorageFailure
} from "@tollgate/core"
import { families, SpendingStore } from "@tollgate/core/storage"
import { aByokCredential } from "@tollgate/testing"
import { Effect, Exit, Layer, Logger, Stream } from "effect"
import { inMemory } from "../support/account.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"

/** The limit is $1, and so is each hold. The workspace stores two credentials, and the plan has nothing else: one must be stated. */
const opened = Effect.gen(function* () {
  const bound = yield* openBound(1)
  const add = bound.asManager(createByokCredential(aByokCredential({ provider: "openai" })))
  const [{ id: credential_id }] = [yield* add, yield* add]
  const lines: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
  )
  /** Makes a request with a hold, and tells how it ended, and the hold. */
  const request = <A, E>(use: (hold: BoundHold) => Effect.Effect<A, E>) =>
    Effect.gen(function* () {
      let id = ""
      const whole = Effect.flatMap(bound.acquire({}, { credential: "byok" }), (hold) => {
        id = hold.authorized.data.id
        return use(hold)
      })
      const exit = yield* whole.pipe(Effect.scoped, Effect.provide(logger), Effect.exit)
      const { cost, flags, state } = yield* bound.read(id)
      return { exit, hold: { cost, flags, state }, id }
    })
  return { credential_id, lines, request }
})

const needed = new InvalidInput({
  issues: [
    { path: ["credential_id"], expected: "the UUID of the credential that was used, or null for the gateway's own" }
  ]
})

const unknown = { cost: null, flags: ["settlement_refused"], state: "unknown" }

const counted = Effect.map(readMetrics, (page) =>
  page.split("\n").filter((line) => line.startsWith(families.flags.name))
)

describe("A settlement of a bound hold that is refused", () => {
  inMemory("rejects, and leaves the hold unknown and flagged, with a warning and in the metrics", () =>
    Effect.gen(function* () {
      const { lines, request } = yield* opened
      const { exit, hold, id } = yield* request((hold) => Effect.zipRight(hold.sent(), hold.settle({ cost: usd(0.5) })))
      expect({ exit, hold }).toEqual({ exit: Exit.fail(needed), hold: unknown })
      expect(lines).toEqual([
        expect.stringMatching(
          `level=WARN .*message="a settlement was refused, and its hold is unknown" reason=invalid_input hold=${id} issues="credential_id: the UUID`
        )
      ])
      expect(yield* counted).toEqual([
        `${families.flags.name}{flag="settlement_refused"} 1`,
        `${families.flags.name}{flag="credential_assumed"} 0`
      ])
    }).pipe(Effect.provide(Metrics.layer))
  )

  inMemory("is not dropped either where an answer states it, whose end does not fail", () =>
    Effect.gen(function* () {
      const { request } = yield* opened
      const metering = { tokens: () => 1, cost: () => usd(0.1), settlement: () => ({ cost: usd(0.5) }) }
      const ended = yield* request((hold) => Stream.runDrain(hold.meter(Stream.make(1), metering)))
      expect(ended).toMatchObject({ exit: Exit.void, hold: unknown })
    })
  )

  inMemory("is replaced by a right one", () =>
    Effect.gen(function* () {
      const { credential_id, request } = yield* opened
      const { hold } = yield* request((hold) =>
        Effect.zipRight(Effect.flip(hold.settle({ cost: usd(0.5) })), hold.settle({ cost: usd(0.25), credential_id }))
      )
      expect(hold).toEqual({ cost: usd(0.25), flags: [], state: "settled" })
    })
  )

  inMemory("leaves the hold to its lease while storage fails, and marks it once the hold is disposed of", () => {
    let failures = 0
    const frail = (until: number) =>
      Layer.effect(
        SpendingStore,
        Effect.map(SpendingStore, (store) => {
          const fail = Effect.suspend(() => Effect.fail(new StorageFailure({ cause: ++failures, outcome: "none" })))
          const markUnknown: typeof store.markUnknown = (...given) =>
            Effect.suspend(() => (failures < until ? fail : store.markUnknown(...given)))
          return SpendingStore.of({ ...store, markUnknown })
        })
      )
    const refused = Effect.gen(function* () {
      const { lines, request } = yield* opened
      const { exit, hold } = yield* request((hold) => Effect.zipRight(hold.sent(), hold.settle({ cost: usd(0.5) })))
      expect(exit).toEqual(Exit.fail(needed))
      const left = lines.filter((line) => line.includes("a hold was not ended, and ends with its lease"))
      return { hold, left: left.length }
    })
    return Effect.gen(function* () {
      const open = { cost: null, flags: [], state: "open" }
      expect(yield* Effect.provide(refused, frail(2))).toEqual({ hold: open, left: 2 })
      failures = 0
      expect(yield* Effect.provide(refused, frail(1))).toEqual({ hold: unknown, left: 1 })
    })
  })

  inMemory("leaves a hold unknown that was released: the provider may have billed its request", () =>
    Effect.gen(function* () {
      const { request } = yield* opened
      const late = (hold: BoundHold) => Effect.zipRight(hold.release, Effect.flip(hold.settle({ cost: usd(1) })))
      expect((yield* request(late)).hold).toEqual(unknown)
    })
  )
})
