import {
  assignKeys,
  authorize,
  createGuardrail,
  createKey,
  GatewayCaller,
  type ManagementCaller,
  markSent,
  NewHold,
  release,
  type Services,
  settle,
  Usd,
  unassignKeys,
  updateKey,
  verifySpending
} from "@tollgate/core"
import { KeyStore, SpendingStore } from "@tollgate/core/storage"
import { aGuardrail, aKey, aKeyPatch, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Either, FastCheck as fc, type Layer, Redacted, Schema } from "effect"
import { expect, it } from "vitest"

const usd = Usd.fromNumber
const decode = Schema.decodeSync(NewHold)
const host = Effect.provideService(GatewayCaller, { organizationId: null })

/** What a request does with its hold, and what a manager changes between requests. Amounts are in USD. */
const request = fc.record({
  amount: fc.integer({ min: 1, max: 4 }),
  end: fc.constantFrom("settle", "release", "leave", "send"),
  cost: fc.integer({ min: 0, max: 4 })
})
const change = fc.oneof(
  fc.record({ _tag: fc.constant("limit" as const), limit: fc.integer({ min: 0, max: 12 }) }),
  fc.record({ _tag: fc.constant("disable" as const), disabled: fc.boolean() }),
  fc.record({ _tag: fc.constant("assign" as const), assigned: fc.boolean() })
)
const script = fc.record({
  requests: fc.array(fc.array(request, { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 4 }),
  changes: fc.array(change, { minLength: 1, maxLength: 5 })
})
type Request = typeof request extends fc.Arbitrary<infer A> ? A : never
type Change = typeof change extends fc.Arbitrary<infer A> ? A : never

/** The records that decide, as the manager has left them. */
interface Rules {
  readonly limit: number
  readonly disabled: boolean
  readonly assigned: boolean
}

const changed = (rules: Rules, change: Change): Rules => {
  if (change._tag === "limit") return { ...rules, limit: change.limit }
  return change._tag === "disable" ? { ...rules, disabled: change.disabled } : { ...rules, assigned: change.assigned }
}

/** Stores whose acts and answers come in the order of a scheduler. */
const scheduled = (scheduler: fc.Scheduler) => {
  const pause = (label: string) => Effect.promise(() => scheduler.schedule(Promise.resolve(), label))
  const methods = <S extends object>(store: S, names: ReadonlyArray<keyof S & string>): S => {
    const paused = names.map((name) => {
      // Each of these methods returns an effect.
      const method = store[name] as (...args: ReadonlyArray<unknown>) => Effect.Effect<unknown, unknown>
      const around = (...args: ReadonlyArray<unknown>) =>
        pause(name).pipe(Effect.zipRight(method(...args)), Effect.zipLeft(pause(`${name} answers`)))
      return [name, around] as const
    })
    return Object.assign({}, store, Object.fromEntries(paused))
  }
  return { pause, methods }
}

/**
 * Requests of one key, and changes of what decides about them, in any order of the acts of the stores. Each admission must follow
 * from rules that were in force at some time between its beginning and its answer, and every counter from the ledger.
 */
export const spendingInterleavings = <E>(storage: string, stores: Layer.Layer<Services, E>, numRuns: number) => {
  const open = Effect.gen(function* () {
    const { asManager } = yield* TestAccount.make()
    const { id } = yield* Effect.provide(createGuardrail(aGuardrail({ ignored_models: ["acme/writer"] })), asManager)
    return { asManager, guardrail: id }
  })

  const once = Effect.fnUntraced(function* (
    { asManager, guardrail }: Effect.Effect.Success<typeof open>,
    scheduler: fc.Scheduler,
    {
      changes,
      requests
    }: { readonly requests: ReadonlyArray<ReadonlyArray<Request>>; readonly changes: ReadonlyArray<Change> }
  ) {
    const { methods } = scheduled(scheduler)
    const spending = yield* SpendingStore
    const store = methods(spending, ["findSpender", "scopes", "admit", "settle", "send", "release", "expireHolds"])
    const keys = methods(yield* KeyStore, ["find"])
    const manage = <A, E, R>(effect: Effect.Effect<A, E, R | ManagementCaller>) => Effect.provide(effect, asManager)
    const { data, key } = yield* manage(createKey(aKey({ limit: 6 })))
    // The rules in force: the last is acknowledged, unless a change is under way, which may be in force, too.
    const history: Array<Rules> = [{ limit: 6, disabled: false, assigned: false }]
    let acknowledged = 0
    const perform = (change: Change) => {
      switch (change._tag) {
        case "limit":
          return Effect.asVoid(manage(updateKey(data.hash, aKeyPatch({ limit: change.limit }))))
        case "disable":
          return Effect.asVoid(manage(updateKey(data.hash, aKeyPatch({ disabled: change.disabled }))))
        case "assign":
          return change.assigned
            ? Effect.asVoid(manage(assignKeys(guardrail, { key_hashes: [data.hash] })))
            : Effect.asVoid(manage(unassignKeys(guardrail, { key_hashes: [data.hash] })))
      }
    }
    const managing = Effect.forEach(changes, (change) =>
      Effect.gen(function* () {
        yield* Effect.promise(() => scheduler.schedule(Promise.resolve(), "change"))
        const [last = expect.fail("There are rules.")] = history.slice(-1)
        history.push(changed(last, change))
        yield* perform(change)
        acknowledged = history.length - 1
      })
    )
    const ask = ({ amount, cost, end }: Request) =>
      Effect.gen(function* () {
        const begun = acknowledged
        const input = decode({ key: Redacted.value(key), amount, models: ["acme/writer"], credential: "own" })
        const answer = yield* Effect.either(host(authorize(input)))
        const possible = history.slice(begun)
        if (Either.isLeft(answer)) {
          const tag = answer.left._tag
          if (tag === "KeyRefused") return expect(possible.some(({ disabled }) => disabled)).toBe(true)
          if (tag === "PolicyRefused") return expect(possible.some(({ assigned }) => assigned)).toBe(true)
          return expect(tag).toBe("BudgetExceeded")
        }
        const { budgets, data: hold } = answer.right
        const [budget = expect.fail("The key has a budget.")] = budgets.filter(({ scope }) => scope === "key")
        expect(
          possible.filter(({ assigned, disabled }) => !assigned && !disabled).map(({ limit }) => usd(limit))
        ).toContain(budget.limit)
        expect(budget.spent + budget.held + budget.unknown <= budget.limit).toBe(true)
        if (end === "release") yield* host(release(hold.id))
        if (end === "send" || end === "settle") yield* host(markSent(hold.id))
        // A cost may exceed the amount; then nothing more is admitted.
        if (end === "settle") yield* host(settle(hold.id, { cost: usd(cost) }))
      })
    const asking = Effect.forEach(requests, (each) => Effect.forEach(each, ask), { concurrency: "unbounded" })
    yield* Effect.all([managing, asking], { concurrency: "unbounded" }).pipe(
      Effect.provideService(SpendingStore, store),
      Effect.provideService(KeyStore, keys)
    )
  })

  it(`Every admission over ${storage} follows from rules in force during it, and every counter from the ledger, in any order of acts`, async () => {
    const program = Effect.gen(function* () {
      const account = yield* open
      const context = yield* Effect.context<Services>()
      const property = fc.asyncProperty(fc.scheduler(), script, (scheduler, script) =>
        scheduler.waitFor(Effect.runPromise(Effect.provide(once(account, scheduler, script), context)))
      )
      yield* Effect.promise(() => fc.assert(property, { numRuns, seed: 17 }))
      expect((yield* verifySpending()).differences).toEqual([])
    })
    await Effect.runPromise(Effect.provide(program, stores))
  }, 240_000)
}
