import { describe, expect, it } from "@effect/vitest"
import {
  AdmissionQueue,
  acquireHold,
  authorize,
  createKey,
  GatewayCaller,
  type HoldId,
  type HoldServices,
  type NewHold,
  release,
  Usd,
  WaitingRequests,
  waitForHeadroom
} from "@tollgate/core"
import { holdIdAt, SpendingStore, type Stores } from "@tollgate/core/storage"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as FastCheck from "effect/FastCheck"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Scope from "effect/Scope"
import { aKey } from "../keys.js"
import { aHold } from "../spending.js"
import * as TestAccount from "../TestAccount.js"
import type { ModelOptions } from "./findDifference.js"
import { interruptedAt, turn } from "./interruptedAt.js"

/**
 * How a caller asks for a hold. One that has no scope takes the answer where it can be interrupted, so it is interrupted while it waits
 * for something, and not between two steps.
 */
const ways = {
  authorize: { turns: 1, waits: false, ask: (input: NewHold) => authorize(input) },
  waitForHeadroom: { turns: 1, waits: true, ask: (input: NewHold) => waitForHeadroom(input, "1 hour") },
  acquireHold: { turns: 0, waits: false, ask: (input: NewHold) => acquireHold(input) },
  "acquireHold with waitFor": {
    turns: 0,
    waits: true,
    ask: (input: NewHold) => acquireHold(input, { waitFor: "1 hour" })
  }
} satisfies Record<
  string,
  {
    /** After how many turns of the event loop it is interrupted, at least. */
    readonly turns: number
    /** Whether the request waits for headroom at first. */
    readonly waits: boolean
    readonly ask: (input: NewHold) => Effect.Effect<unknown, unknown, HoldServices | Scope.Scope>
  }
>

const all = Object.values(ways)

const call = FastCheck.record({
  way: FastCheck.constantFrom(...all),
  /** After how many percent of its steps it is interrupted, and then after so many turns of the event loop. */
  percent: FastCheck.noBias(FastCheck.integer({ min: 30, max: 100 })),
  turns: FastCheck.constantFrom(0, 0, 1, 2),
  /** Whether the caller gives the id. */
  isNamed: FastCheck.constantFrom(false, false, true),
  random: FastCheck.uint8Array({ minLength: 10, maxLength: 10 })
})

interface Call {
  readonly way: (typeof ways)[keyof typeof ways]
  readonly steps: number
  readonly turns: number
  readonly isNamed: boolean
  readonly random: Uint8Array
}

const one = { amount: Usd.fromNumber(10), count: 1 }
const none = { amount: Usd.zero, count: 0 }

/** An account, and how a call of it ends, which leaves it without open holds. */
const opened = Effect.gen(function* () {
  const store = yield* SpendingStore
  const { asManager } = yield* TestAccount.make()
  const { key } = yield* Effect.provide(createKey(aKey({ limit: 10 })), asManager)
  const lines = new WaitingRequests()
  /** How many stored holds were released, each by the call that is interrupted. */
  let released = 0
  const counting = SpendingStore.of({
    ...store,
    release: (name, now) =>
      Effect.tap(store.release(name, now), (found) => Effect.sync(() => (released += found._tag === "Some" ? 1 : 0)))
  })
  const asHost = Effect.provide(
    Context.make(GatewayCaller, { organizationId: null }).pipe(
      Context.add(AdmissionQueue, lines),
      Context.add(SpendingStore, counting)
    )
  )
  const ask = (id: HoldId | undefined) => aHold(key, { amount: 10, lease_seconds: 3600, id })
  const releaseAll = Effect.flatMap(Clock.currentTimeMillis, (now) =>
    store.releaseUnsent({ organization_id: null, key_hash: null, instance: null }, now)
  )

  return Effect.fnUntraced(function* ({ isNamed, random, steps, turns, way }: Call) {
    const id = isNamed ? holdIdAt(yield* Clock.currentTimeMillis, random) : undefined
    const first = way.waits ? yield* asHost(authorize(ask(undefined))) : null
    released = first === null ? 0 : -1
    const scope = yield* Scope.make()
    const asked = Scope.extend<unknown, unknown, HoldServices | Scope.Scope>(way.ask(ask(id)), scope)
    const { begin, program, taken } = interruptedAt(steps, Math.max(turns, way.turns), asked)
    if (first === null) begin()
    const calling = yield* Effect.fork(asHost(program))
    if (first !== null) {
      while (lines.isEmpty) yield* turn
      begin()
      yield* asHost(release(first.data.id))
    }
    const exit = yield* Fiber.await(calling)
    expect(lines.isEmpty).toBe(true)
    const isAnswered = Exit.isSuccess(exit)
    if (!isAnswered) expect(Exit.isInterrupted(exit)).toBe(true)
    const isReleased = released > 0
    // A caller with a scope ends what it has taken.
    if (!isAnswered) yield* Scope.close(scope, exit)
    const { amount, count } = yield* store.openHolds
    if (id === undefined) expect({ amount, count }).toEqual(isAnswered ? one : none)
    else {
      // What a caller has named stays as it is, for a repetition.
      expect(isReleased).toBe(false)
      expect([one, none]).toContainEqual({ amount, count })
      const repeats = way.turns > 0 || count > 0
      const again = repeats ? yield* asHost(authorize(ask(id))) : undefined
      if (repeats) expect(again).toMatchObject({ data: { id, state: "open" }, repeated: count > 0 })
    }
    yield* Scope.close(scope, Exit.void)
    yield* releaseAll
    return { isAnswered, isReleased, steps: taken() }
  })
})

/**
 * A test that interrupts requests for holds at random moments, alone and while they wait, before the hold is stored, meanwhile and after:
 * a hold stays open only if its caller has it, or has named it.
 *
 * @param name How test titles call the layer: "an SQLite file".
 * @param layer The ports under test. It must be empty.
 * @param options The number of requests, 60 by default, and the seed of an earlier run.
 *
 * @example
 * import { Memory } from "@tollgate/core"
 * import { abandonedHoldContract } from "@tollgate/testing/contracts"
 *
 * abandonedHoldContract("memory", Memory.layer)
 */
export const abandonedHoldContract = <E>(
  name: string,
  layer: Layer.Layer<Stores, E>,
  { numRuns = 60, seed = 1 }: Pick<ModelOptions, "numRuns" | "seed"> = {}
): void => {
  describe(`Holds in ${name}`, () => {
    it.live("stay open only for a caller that has them or has named them, wherever it is interrupted", () =>
      Effect.gen(function* () {
        const play = yield* opened
        const random = Uint8Array.from({ length: 10 }, () => 0)
        const whole = (way: Call["way"]) =>
          play({ way, steps: Number.POSITIVE_INFINITY, turns: 0, isNamed: false, random })
        // The first call of an account reads more than the others.
        yield* Effect.forEach(all, whole)
        const lengths = new Map(
          yield* Effect.forEach(all, (way) => Effect.map(whole(way), ({ steps }) => [way, steps] as const))
        )
        let [runs, answered, released] = [0, 0, 0]
        // What an interruption meets depends on time: it goes on until it was a race.
        for (const { percent, ...drawn } of FastCheck.sample(call, { numRuns: 20 * numRuns, seed })) {
          if (runs++ >= numRuns && answered > 0 && released > 0) break
          const steps = Math.ceil((percent / 100) * (lengths.get(drawn.way) ?? 0))
          const { isAnswered, isReleased } = yield* play({ ...drawn, steps })
          if (isAnswered) answered++
          if (isReleased) released++
        }
        expect({ hasAnswered: answered > 0, hasReleased: released > 0 }).toEqual({
          hasAnswered: true,
          hasReleased: true
        })
      }).pipe(Effect.provide(layer))
    )
  })
}
