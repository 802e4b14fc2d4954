import { type AbortPolicy, type BoundHold, Memory, type MeterOptions, type Usd } from "@tollgate/core"
import { SpendingStore } from "@tollgate/core/storage"
import { Effect, Exit, Fiber, FastCheck as fc, Layer, Option, Stream } from "effect"
import { expect, it } from "vitest"
import { runs } from "../../../../test/runs.js"
import { keyScope } from "../../src/spending/model/Scope.js"
import { openBound } from "./support/bound.js"
import { usd } from "./support/samples.js"

const LIMIT = 10

/** A piece of an answer: output tokens of two cents each, or the cost that the provider states. */
type Piece = { readonly tokens: number } | { readonly cost: number }

const dollars = (tokens: number) => usd(tokens / 50)

const metering: MeterOptions<Piece> = {
  tokens: (piece) => ("tokens" in piece ? piece.tokens : 0),
  cost: dollars,
  settlement: (piece) => ("cost" in piece ? { cost: usd(piece.cost) } : undefined)
}

/** What a request does. An interruption may come at any time. */
const script = fc.record({
  amount: fc.integer({ min: 1, max: 3 }),
  isSent: fc.boolean(),
  tokens: fc.array(fc.integer({ min: 5, max: 50 }), { maxLength: 5 }),
  statesCost: fc.boolean(),
  ending: fc.constantFrom("success", "failure", "settle", "release"),
  isInterrupted: fc.boolean(),
  onAbort: fc.constantFrom<AbortPolicy>("unknown", "estimate", "drain")
})
type Script = typeof script extends fc.Arbitrary<infer A> ? A : never

/** What a request has done, as its own fiber has seen it. */
const started = () => ({ id: "", made: false, passed: 0, stated: false, ended: false })

/** The stores in memory, whose acts on holds and whose answers arrive in the order of the scheduler. */
const scheduledStore = (scheduler: fc.Scheduler) => {
  const pause = (label: string) => Effect.promise(() => scheduler.schedule(Promise.resolve(), label))
  const paused = <A, E>(label: string, act: Effect.Effect<A, E>) =>
    Effect.zipLeft(Effect.zipRight(pause(label), act), pause(`${label} answers`))
  const admitted: Array<string> = []
  /** The ids of holds, once for each act that ended them. */
  const ended: Array<string> = []
  // What an interrupted admission may have stored is released, too, if it is there.
  const ending = <A, E>(label: string, { id }: { readonly id: string }, act: Effect.Effect<Option.Option<A>, E>) =>
    paused(
      label,
      Effect.tap(act, (found) => Effect.sync(() => Option.isSome(found) && ended.push(id)))
    )
  const store = Effect.map(SpendingStore, (store) =>
    SpendingStore.of({
      ...store,
      admit: (admission) => {
        const admit = Effect.tap(store.admit(admission), ({ _tag }) =>
          Effect.sync(() => _tag === "Admitted" && admitted.push(admission.terms.id))
        )
        return paused("admit", admit)
      },
      extend: (extension) => paused("extend", store.extend(extension)),
      send: (name, now) => paused("send", store.send(name, now)),
      settle: (name, settlement, now) => ending("settle", name, store.settle(name, settlement, now)),
      release: (name, now) => ending("release", name, store.release(name, now)),
      markUnknown: (name, flag, now) => ending("markUnknown", name, store.markUnknown(name, flag, now))
    })
  )
  return { admitted, ended, pause, layer: Layer.provideMerge(Layer.effect(SpendingStore, store), Memory.layer) }
}

const follow = (script: Script, hold: BoundHold, seen: ReturnType<typeof started>, pause: Effect.Effect<void>) =>
  Effect.gen(function* () {
    seen.id = hold.authorized.data.id
    if (script.isSent) {
      yield* hold.sent()
      seen.made = true
      const cost = script.tokens.reduce((sum, tokens) => sum + tokens, 0) / 50
      const pieces: ReadonlyArray<Piece> = [
        ...script.tokens.map((tokens) => ({ tokens })),
        ...(script.statesCost ? [{ cost }] : [])
      ]
      const answer = Stream.mapEffect(Stream.fromIterable(pieces), (piece) => Effect.as(pause, piece))
      yield* Stream.runForEach(hold.meter(answer, metering), (piece) =>
        Effect.sync(() => {
          if ("cost" in piece) seen.stated = true
          else seen.passed += piece.tokens
        })
      )
    }
    if (script.ending === "settle") yield* hold.settle({ cost: usd(1) })
    if (script.ending === "release") yield* hold.release
    seen.ended = script.ending === "settle" || script.ending === "release"
    yield* pause
    if (script.ending === "failure") return yield* Effect.fail("line cut")
  })

it("A hold ends once with its scope, charges what its request did, and admits nothing beyond the limit, in any order of acts", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(script, { minLength: 1, maxLength: 4 }), async (scheduler, scripts) => {
      const { admitted, ended, layer, pause } = scheduledStore(scheduler)
      const program = Effect.gen(function* () {
        const { acquire, ordinaryHash, organization, read } = yield* openBound(LIMIT)
        const results = yield* Effect.forEach(
          scripts,
          (script) =>
            Effect.gen(function* () {
              const seen = started()
              const running = yield* acquire({ onAbort: script.onAbort }, { amount: script.amount }).pipe(
                Effect.flatMap((hold) => follow(script, hold, seen, pause("piece"))),
                Effect.scoped,
                Effect.fork
              )
              if (script.isInterrupted) yield* Effect.zipRight(pause("interrupt"), Fiber.interrupt(running))
              const exit = yield* Fiber.await(running)
              return { script, seen, exit }
            }),
          { concurrency: "unbounded" }
        )
        const store = yield* SpendingStore
        const ref = keyScope({ hash: ordinaryHash, organization_id: organization.id })
        const [scope] = yield* store.scopes([ref], Date.now())
        const begun = results.filter(({ seen }) => seen.id !== "")
        const holds = yield* Effect.forEach(begun, (result) =>
          Effect.map(read(result.seen.id), (hold) => ({ ...result, hold }))
        )
        return { scope, holds }
      })
      const { holds, scope } = await scheduler.waitFor(Effect.runPromise(Effect.provide(program, layer)))

      expect(ended.toSorted()).toEqual(admitted.toSorted())
      for (const { exit, hold, script, seen } of holds) {
        const { amount, cost, state } = hold
        expect(state).not.toBe("open")
        expect(dollars(seen.passed) <= amount).toBe(true)
        if (seen.ended) expect(state).toBe(script.ending === "settle" ? "settled" : "released")
        else if (seen.stated) {
          // The act that ends it may be on its way when the request is interrupted.
          const passed = ["settled", dollars(seen.passed)]
          const ends = { settle: ["settled", usd(1)], release: ["released", null] }
          const { ending } = script
          const either = ending === "settle" || ending === "release" ? [passed, ends[ending]] : [passed]
          expect(either).toContainEqual([state, cost])
        } else if (!seen.made) expect(["released", "settled"]).toContain(state)
        else if (script.ending !== "release") expect(state).not.toBe("released")
        if (Exit.isSuccess(exit) && seen.made && !seen.stated && !seen.ended) {
          expect([state, cost]).toEqual(["settled", dollars(seen.passed)])
        }
      }
      const sum = (amounts: ReadonlyArray<Usd.Usd>) => amounts.reduce((sum, amount) => sum + amount, 0n)
      const unknown = sum(holds.flatMap(({ hold }) => (hold.state === "unknown" ? [hold.amount] : [])))
      const spent = sum(holds.flatMap(({ hold }) => (hold.cost === null ? [] : [hold.cost])))
      const {
        held = 0n,
        spent: counted = 0n,
        unknown: uncertain = 0n
      } = scope
        ? { held: scope.own.held.lifetime, spent: scope.own.spent.lifetime, unknown: scope.own.unknown.lifetime }
        : {}
      expect({ held, spent: counted, unknown: uncertain }).toEqual({ held: 0n, spent, unknown })
      expect(counted + uncertain <= usd(LIMIT)).toBe(true)
    }),
    { numRuns: runs(150, 2000), seed: 16 }
  )
}, 120_000)
