import { describe, expect, it } from "@effect/vitest"
import { authorize, GatewayCaller, type Services } from "@tollgate/core"
import { Vault } from "@tollgate/core/storage"
import { anOrganization, TestAccount } from "@tollgate/testing/accounts"
import { Deferred, Effect, Either, type Layer, type Scope } from "effect"
import { LONG } from "../../../../test/limits.js"
import { type AdmissionChange, admissionChanges, aSpender } from "./admissionChanges.js"

const CALLERS = 16

/** Opens a database twice, as two processes do. */
export type OpenTwice<E> = Effect.Effect<readonly [Layer.Layer<Services>, Layer.Layer<Services>], E, Scope.Scope>

/** What the requests of one key have met: how many began before the change was acknowledged, ended after that, and began after that. */
interface Race {
  readonly admitted: number
  readonly across: number
  readonly late: number
  /** Requests that began after the change was acknowledged, and whose answer is that of before. */
  readonly old: number
}

/** One opening changes what the requests of a key depend on, while another one admits them. */
const race = (
  [ours, theirs]: readonly [Layer.Layer<Services>, Layer.Layer<Services>],
  { change, isOld = () => true, terms = {} }: AdmissionChange,
  requests: number
) =>
  Effect.gen(function* () {
    const { asManager: manager } = yield* TestAccount.make(anOrganization())
    const spender = yield* Effect.provide(aSpender, manager)
    const hold = Effect.suspend(() => authorize(spender.request(terms))).pipe(
      Effect.provideService(GatewayCaller, { organizationId: null }),
      Effect.provide(theirs)
    )
    let [acknowledged, answered] = [false, 0]
    const met = { admitted: 0, across: 0, late: 0, old: 0 }
    const begun = yield* Deferred.make<void>()
    const one = Effect.gen(function* () {
      const isLate = acknowledged
      const answer = yield* Effect.either(hold)
      answered += 1
      if (!isLate && Either.isRight(answer)) met.admitted += 1
      if (!isLate && acknowledged) met.across += 1
      if (isLate) met.late += 1
      if (isLate && Either.isRight(answer) && isOld(answer.right, spender)) met.old += 1
      if (answered === Math.ceil(requests / 2)) yield* Deferred.succeed(begun, undefined)
    })
    // They go on until some have begun after the change, however long that takes.
    const caller = Effect.repeat(one, { until: () => answered >= requests && met.late >= CALLERS })
    const changing = Effect.gen(function* () {
      yield* Deferred.await(begun)
      yield* Effect.provide(change(spender), manager)
      acknowledged = true
    })
    yield* Effect.all([Effect.replicateEffect(caller, CALLERS, { concurrency: CALLERS, discard: true }), changing], {
      concurrency: 2
    })
    const raced: Race = met
    return raced
  }).pipe(Effect.provide(ours), Effect.provideServiceEffect(Vault, Vault.makeEphemeral))

/**
 * Requests of an opening of a database, of which none that begins after another opening has acknowledged a change is answered by what was
 * stored before. `requests` is their number with each change.
 */
export const admissionRaces = <E>(storage: string, openTwice: OpenTwice<E>, requests: number) => {
  describe(`Admissions of another opening of ${storage}`, () => {
    it.scopedLive(
      `are those of a change from its acknowledgement on, while ${CALLERS} callers go on`,
      () =>
        Effect.gen(function* () {
          const openings = yield* openTwice
          const races: Record<string, Race> = {}
          for (const [name, change] of Object.entries(admissionChanges)) {
            races[name] = yield* race(openings, change, requests)
          }
          const all = Object.entries(races)
          expect(all.filter(([, { old }]) => old > 0)).toEqual([])
          // Each was a race: some requests were admitted before, some were under way then, and some began afterwards.
          const isRace = ({ across, admitted, late }: Race) => admitted >= requests / 4 && across > 0 && late >= CALLERS
          expect(all.filter(([, met]) => !isRace(met))).toEqual([])
        }),
      LONG
    )
  })
}
