import { describe, expect, it } from "@effect/vitest"
import {
  assignMembers,
  authorize,
  createGuardrail,
  createKey,
  deleteKey,
  GatewayCaller,
  NewHold,
  type Services,
  setWorkspaceBudget,
  Usd,
  updateGuardrail,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aGuardrailPatch, aKey, aKeyPatch, members, TestAccount } from "@tollgate/testing/accounts"
import { Deferred, Effect, Either, type Layer, Redacted, Schema, type Scope } from "effect"

const CALLERS = 64
const decode = Schema.decodeSync(NewHold)
const host = Effect.provideService(GatewayCaller, { organizationId: null })

/** Changes that end the admission of requests of a key that was admitted before, by the names of what they do. */
const changes = {
  "its key is disabled": ({ hash }: Opened) => updateKey(hash, aKeyPatch({ disabled: true })),
  "its key is deleted": ({ hash }: Opened) => deleteKey(hash),
  "its limit is 0": ({ hash }: Opened) => updateKey(hash, aKeyPatch({ limit: 0 })),
  "its guardrail forbids the model": ({ guardrail }: Opened) =>
    updateGuardrail(guardrail, aGuardrailPatch({ ignored_models: ["acme/writer"] })),
  "another guardrail is assigned": ({ other, user }: Opened) => assignMembers(other, members(user)),
  "its workspace has a budget that is spent": ({ workspace }: Opened) =>
    setWorkspaceBudget(workspace, "lifetime", { limit_usd: Usd.fromNumber(1) })
}

type Opened = Effect.Effect.Success<ReturnType<typeof opened>>

/** An account in one opening of a database, whose requests another opening admits. */
const opened = Effect.fnUntraced(function* <E>(openings: OpenTwice<E>) {
  const [one, other] = yield* openings
  const { asManager: manager } = yield* Effect.provide(TestAccount.make(), one)
  const asManager = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    effect.pipe(Effect.provide(manager), Effect.provide(one))
  return yield* asManager(
    Effect.gen(function* () {
      const { data, key } = yield* createKey(aKey({ limit: 1_000_000 }))
      const guardrail = yield* createGuardrail(aGuardrail({ allowed_models: ["acme/writer"] }))
      const strict = yield* createGuardrail(aGuardrail({ allowed_models: ["acme/other"] }))
      yield* assignMembers(guardrail.id, members(data.creator_user_id))
      const request = { key: Redacted.value(key), amount: 1, models: ["acme/writer"] }
      const hold = Effect.suspend(() => authorize(decode(request))).pipe(host, Effect.provide(other))
      const [workspace, user] = [data.workspace_id, data.creator_user_id]
      return { asManager, hash: data.hash, guardrail: guardrail.id, other: strict.id, workspace, user, hold }
    })
  )
})

/** Opens a database twice, as two processes do. */
export type OpenTwice<E> = Effect.Effect<readonly [Layer.Layer<Services>, Layer.Layer<Services>], E, Scope.Scope>

/** Requests at once, of which none is admitted once a change that forbids it was acknowledged. `requests` is their number. */
export const admissionRaces = <E>(storage: string, openTwice: OpenTwice<E>, requests: number) => {
  describe(`Admissions of another opening of ${storage}`, () => {
    for (const [name, change] of Object.entries(changes)) {
      it.scopedLive(`end with the acknowledgement that ${name}, while ${CALLERS} callers go on`, () =>
        Effect.gen(function* () {
          const account = yield* opened(openTwice)
          let [acknowledged, answered, late] = [false, 0, 0]
          const begun = yield* Deferred.make<void>()
          const one = Effect.gen(function* () {
            const isLate = acknowledged
            if (isLate) late += 1
            const isAdmitted = Either.isRight(yield* Effect.either(account.hold))
            answered += 1
            if (answered === requests / 10) yield* Deferred.succeed(begun, undefined)
            return { isLate, isAdmitted }
          })
          const end = Effect.gen(function* () {
            yield* Deferred.await(begun)
            yield* account.asManager(
              Effect.asVoid<unknown, unknown, Effect.Effect.Context<ReturnType<typeof change>>>(change(account))
            )
            acknowledged = true
          })
          // They go on until some have begun after the change, however long that takes.
          const caller = Effect.gen(function* () {
            const own: Array<Effect.Effect.Success<typeof one>> = []
            while (answered < requests || late < CALLERS) own.push(yield* one)
            return own
          })
          const all = Effect.replicateEffect(caller, CALLERS, { concurrency: CALLERS })
          const [found] = yield* Effect.all([all, end], { concurrency: 2 })
          const during = found.flat()
          const answers = [...during, ...(yield* Effect.replicateEffect(one, CALLERS, { concurrency: CALLERS }))]
          expect(answers.filter(({ isAdmitted, isLate }) => isAdmitted && isLate)).toEqual([])
          // It was a race: some requests were admitted before, and some began while others were under way after.
          expect(answers.filter(({ isAdmitted }) => isAdmitted).length).toBeGreaterThanOrEqual(requests / 20)
          expect(during.some(({ isLate }) => isLate)).toBe(true)
        })
      )
    }
  })
}
