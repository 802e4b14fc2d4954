import { describe, expect, it } from "@effect/vitest"
import {
  authorize,
  GatewayCaller,
  LedgerCaller,
  ManagementCaller,
  openRun,
  type RunStep,
  type Services,
  stopRun,
  Usd,
  WorkspaceId
} from "@tollgate/core"
import {
  type AdmissionAnswer,
  newRunTerms,
  type RunList,
  runPath,
  runScope,
  type ScopeTerms,
  SpendingStore,
  unlimited,
  Vault,
  withRuns
} from "@tollgate/core/storage"
import { anOrganization, TestAccount } from "@tollgate/testing/accounts"
import { Array, Context, Effect, Logger, LogLevel, type Scope } from "effect"
import { runs } from "../../../../test/runs.js"
import { opening, runStorm } from "../../../testing/dist/contracts/spending/runStorm.js"
import { aSpender } from "./admissionChanges.js"
import { admission, idOf, own, START } from "./holds.js"

const place = { organization_id: own, workspace_id: WorkspaceId.make("22222222-2222-4222-8222-222222222222") }
const run = runScope(place, "job")

/** An admission of $1 in runs, which the key, the runs, the workspace and the organization are charged. */
const inSteps = (number: number, steps: ReadonlyArray<RunStep>, now: number) => {
  const { scopes, ...rest } = admission(own, number, { now })
  const workspace = { ...place, kind: "workspace" as const, guardrail_id: null, subject: place.workspace_id }
  const all = [...scopes.slice(0, 1), { ref: workspace, terms: unlimited, version: null }, ...scopes.slice(1)]
  return { ...rest, scopes: withRuns(all, place, steps) }
}

/** The same in one run, with a limit in USD. */
const inRun = (number: number, limit?: number, now = START) =>
  inSteps(number, [{ id: "job", ...(limit === undefined ? {} : { limit_usd: Usd.fromNumber(limit) }) }], now)

const LATER = START + 40 * 86_400_000
const everything: RunList = { organization_id: own, workspace_id: null, run: null, parent: null, state: null }
const page = { limit: 1000, offset: 0 }

/** Checks that each run of an organization is below the one that its path names. */
const expectTree = (store: Context.Tag.Service<SpendingStore>, organization_id = own) =>
  Effect.map(store.runs({ ...everything, organization_id }, page, LATER), ({ data }) => {
    const ids = new Map(data.map(({ scope }) => [runPath(scope.ref), scope.id]))
    for (const { scope } of data) {
      const path = runPath(scope.ref)
      const above = path.slice(0, Math.max(path.lastIndexOf("/"), 0))
      expect([path, scope.run?.parent]).toEqual([path, above === "" ? null : ids.get(above)])
    }
  })

const reasonOf = (answer: AdmissionAnswer) =>
  answer._tag === "Refused" && "reason" in answer.refusal ? answer.refusal.reason : answer._tag

const ROUNDS = 20
/** How many rounds a race runs until it had each of its outcomes: on a machine that is busy otherwise, one may be first in all of the first rounds. */
const MOST_ROUNDS = 200

/** Whether a race goes on: at least `ROUNDS`, and until it had each outcome. */
const goesOn = (round: number, { size }: ReadonlySet<unknown>, outcomes = 2) =>
  round < ROUNDS || (size < outcomes && round < MOST_ROUNDS)

/** Opens a database twice, as two processes do. Both take the time from their arguments. */
export type OpenStoresTwice<E> = Effect.Effect<
  readonly [Context.Context<Services>, Context.Context<Services>],
  E,
  Scope.Scope
>

/** A clock that goes back is logged as a warning. */
const race = (name: string, body: () => Effect.Effect<void, unknown, Scope.Scope>) =>
  it.scopedLive(name, () => Logger.withMinimumLogLevel(body(), LogLevel.Error))

/** Promises about runs that two processes use at once. */
export const runRaces = <E>(storage: string, openTwice: OpenStoresTwice<E>) => {
  const twoStores = Effect.map(
    openTwice,
    ([one, other]) => [Context.get(one, SpendingStore), Context.get(other, SpendingStore)] as const
  )

  describe(`A run of ${storage} that two processes use at once`, () => {
    race("is created once: other limits that are stated at the same moment are refused", () =>
      Effect.gen(function* () {
        const stores = yield* twoStores
        const winners = new Set<number>()
        for (let round = 0; goesOn(round, winners); round++) {
          const first = round % 2
          const answers = yield* Effect.forEach(
            [0, 1],
            (turn) => {
              const at = turn === first ? 0 : 1
              const store = stores[at]
              const { scopes, ...rest } = inRun(2 * round + at, at + 2)
              const ref = runScope(place, `job-${round}`)
              return store.admit({
                ...rest,
                scopes: scopes.map((scope) => (scope.run === undefined ? scope : { ...scope, ref }))
              })
            },
            { concurrency: 2 }
          )
          expect(answers.map(reasonOf).toSorted()).toEqual(["Admitted", "run_conflict"])
          winners.add((answers.findIndex(({ _tag }) => _tag === "Admitted") + first) % 2)
          const [scope] = yield* stores[0].scopes([runScope(place, `job-${round}`)], START)
          expect(scope).toMatchObject({ holds: 1, requests: 1 })
        }
        // Both were first at times: they raced.
        expect(winners.size).toBe(2)
      })
    )

    race("admits nothing, in either process, once a stop is acknowledged", () =>
      Effect.gen(function* () {
        const stores = yield* twoStores
        yield* stores[0].setTerms({ ref: run }, newRunTerms({}, null, START), START)
        let stopped = false
        const acknowledged: Array<AdmissionAnswer> = []
        const before: Array<AdmissionAnswer> = []
        const caller = (at: number) =>
          Effect.gen(function* () {
            for (let [turn, isAfter] = [0, false]; !isAfter; turn++) {
              isAfter = stopped
              const answer = yield* (at % 2 === 0 ? stores[0] : stores[1]).admit(inRun(at * 100 + turn))
              ;(isAfter ? acknowledged : before).push(answer)
            }
          })
        const stop = Effect.gen(function* () {
          while (before.length < 64) yield* Effect.yieldNow()
          const terms = newRunTerms({}, null, START)
          const stoppedRun = terms.run === null ? null : { ...terms.run, is_stopped: true }
          yield* stores[1].setTerms({ ref: run }, { ...terms, run: stoppedRun }, START)
          stopped = true
        })
        yield* Effect.all([...Array.range(0, 63).map(caller), stop], { concurrency: "unbounded" })
        expect(new Set(acknowledged.map(reasonOf))).toEqual(new Set(["run_stopped"]))
        const admitted = before.filter(({ _tag }) => _tag === "Admitted").length
        const [scope] = yield* stores[0].scopes([run], START)
        expect([scope?.holds, admitted > 0]).toEqual([admitted, true])
      })
    )

    race("is deleted or charged, and never charged without a row, when retention meets a charge", () =>
      Effect.gen(function* () {
        const stores = yield* twoStores
        const later = LATER
        const outcomes = new Set<number>()
        for (let round = 0; goesOn(round, outcomes); round++) {
          const [first, second] = [2 * round, 2 * round + 1]
          yield* stores[0].admit(inRun(first, undefined, START))
          yield* stores[0].release({ id: idOf(own, first), organization_id: null }, START)
          const [before] = yield* stores[0].scopes([run], START)
          const prune = stores[1].pruneRuns(-1, later)
          const charge = Effect.as(stores[0].admit(inRun(second, undefined, later)), 0)
          const acts = round % 2 === 0 ? [prune, charge] : [charge, prune]
          const deleted = Math.max(...(yield* Effect.all(acts, { concurrency: 2 })))
          const [after] = yield* stores[1].scopes([run], later)
          expect(after).toMatchObject({ holds: 1, requests: 1 })
          expect(after?.id === before?.id).toBe(deleted === 0)
          outcomes.add(deleted)
          yield* stores[1].release({ id: idOf(own, second), organization_id: null }, later)
          expect((yield* stores[0].runs(everything, page, later)).total_count).toBe(1)
          expect(yield* stores[1].pruneRuns(-1, later)).toBe(1)
        }
        // Either was first at times: they raced.
        expect(outcomes).toEqual(new Set([0, 1]))
      })
    )

    race("is created again, or kept, when retention meets requests in two runs below it", () =>
      Effect.gen(function* () {
        const stores = yield* twoStores
        const outcomes = new Set<string>()
        let number = 0
        for (let round = 0; goesOn(round, outcomes); round++) {
          const top = { id: `job-${round}`, limit_usd: Usd.fromNumber(5) }
          yield* stores[0].admit(inSteps(number, [top], START))
          yield* stores[0].release({ id: idOf(own, number++), organization_id: null }, START)
          const charge = Effect.forEach(
            stores,
            (store, at) => Effect.map(store.admit(inSteps(number++, [top, { id: `child-${at}` }], LATER)), reasonOf),
            { concurrency: 2 }
          )
          // After some reads, in most rounds.
          const wait = Effect.replicateEffect(stores[0].scopes([run], LATER), round % 4)
          const prune = Effect.forEach(stores, (store) => Effect.zipRight(wait, store.pruneRuns(-1, LATER)), {
            concurrency: 2
          })
          const [charged, deleted] =
            round % 4 === 0
              ? (yield* Effect.all([prune, charge], { concurrency: 2 })).toReversed()
              : yield* Effect.all([charge, prune], { concurrency: 2 })
          expect(charged).toEqual(["Admitted", "Admitted"])
          outcomes.add(`${deleted?.toSorted()}`)
          const { data } = yield* stores[0].runs({ ...everything, run: runScope(place, top.id) }, page, LATER)
          expect(data).toMatchObject([{ children: 2, scope: { requests: 2, holds: 2 } }])
        }
        yield* expectTree(stores[1])
        // Either was first at times: they raced.
        expect(outcomes).toEqual(new Set(["0,0", "0,1"]))
      })
    )

    race("has the run above it, or is refused, when retention meets its creation", () =>
      Effect.gen(function* () {
        const [ours, theirs] = yield* openTwice
        const stores = [Context.get(ours, SpendingStore), Context.get(theirs, SpendingStore)] as const
        const outcomes = new Set<string>()
        const { asManager, organization } = yield* TestAccount.make(anOrganization()).pipe(Effect.provide(ours))
        for (let round = 0; goesOn(round, outcomes); round++) {
          const open = (path: string) =>
            openRun(path, {}).pipe(
              Effect.provide(asManager),
              Effect.as("created"),
              Effect.catchTag("RunRefused", ({ reason }) => Effect.succeed(reason)),
              Effect.provide(ours)
            )
          yield* open(`job-${round}`)
          // After some reads, in most rounds.
          const wait = Effect.replicateEffect(stores[1].scopes([run], LATER), 6 * (round % 4))
          const prune = Effect.as(Effect.zipRight(wait, stores[1].pruneRuns(-1, Date.now())), "pruned")
          const child = open(`job-${round}/child`)
          const answers = yield* Effect.all(round % 4 === 0 ? [prune, child] : [child, prune], { concurrency: 2 })
          for (const answer of answers) if (answer !== "pruned") outcomes.add(answer)
          yield* expectTree(stores[0], organization.id)
        }
        // Either was first at times: they raced.
        expect(outcomes).toEqual(new Set(["created", "run_not_found"]))
      })
    )

    race("is stopped, and no stop and no request fails, when a stop meets the request that creates the run", () =>
      Effect.gen(function* () {
        const [ours, theirs] = yield* openTwice
        const { asManager } = yield* TestAccount.make(anOrganization()).pipe(Effect.provide(ours))
        const spender = yield* aSpender.pipe(Effect.provide(asManager), Effect.provide(ours))
        const { workspace_id } = spender
        const outcomes = new Set<string>()
        for (let round = 0; round < ROUNDS; round++) {
          const ask = authorize(
            spender.request({ run: [{ id: "job", limit_usd: null }, { id: `child-${round}` }] })
          ).pipe(
            Effect.as("admitted"),
            Effect.catchTag("RunRefused", ({ reason, run }) => Effect.succeed(`${reason} ${run}`)),
            Effect.provideService(GatewayCaller, { organizationId: null }),
            Effect.provide(ours)
          )
          const stop = Effect.flatMap(ManagementCaller, (caller) =>
            Effect.provideService(stopRun(`job/child-${round}`, { workspace_id }), LedgerCaller, caller)
          ).pipe(Effect.provide(asManager), Effect.provide(theirs))
          if (round === 0) yield* ask
          const acts = [Effect.map(ask, (answer) => outcomes.add(answer.replace(/\d+/, ""))), stop]
          yield* Effect.all(round % 2 === 0 ? acts : acts.toReversed(), { concurrency: 2, discard: true })
          expect(yield* ask).toBe(`run_stopped job/child-${round}`)
        }
        expect([...outcomes].filter((name) => name !== "admitted" && name !== "run_stopped job/child-")).toEqual([])
      }).pipe(Effect.provideServiceEffect(Vault, Vault.makeEphemeral))
    )

    race("is the one that has its name by now, in a process that knew a deleted one", () =>
      Effect.gen(function* () {
        const [other, store] = yield* twoStores
        const terms = newRunTerms({}, null, START)
        const stopped = terms.run === null ? terms : { ...terms, run: { ...terms.run, is_stopped: true } }
        let number = 0
        /** Deletes a run that the process knows, and creates it again in the other one. */
        const replace = (id: string, by: ScopeTerms) =>
          Effect.gen(function* () {
            yield* store.admit(inSteps(number, [{ id }], START))
            yield* store.release({ id: idOf(own, number++), organization_id: null }, START)
            expect(yield* other.pruneRuns(-1, START)).toBe(1)
            yield* other.setTerms({ ref: runScope(place, id) }, by, START)
          })
        for (const id of ["request", "child", "dry"]) {
          yield* replace(id, stopped)
          const steps = id === "child" ? [{ id }, { id: "below" }] : [{ id }]
          const asked = { ...inSteps(number++, steps, START), dry_run: id === "dry" }
          expect([id, reasonOf(yield* store.admit(asked))]).toEqual([id, "run_stopped"])
        }
        yield* replace("used", terms)
        const { scopes, terms: hold } = inSteps(number++, [{ id: "used" }, { id: "below" }], START)
        const cost = { cost: Usd.fromNumber(2), is_byok: false, credential_id: null, model: null, provider: null }
        const settlement = { ...cost, basis: null, input_tokens: 0, output_tokens: 0 }
        const usage = yield* store.recordUsage({ terms: hold, scopes, settlement, at: START, now: START })
        expect(usage._tag).toBe("Recorded")
        const found = yield* other.scopes([runScope(place, "used"), runScope(place, "used/below")], START)
        expect(found.map(({ own, requests }) => [own.spent.lifetime, requests])).toEqual([
          [cost.cost, 1],
          [cost.cost, 1]
        ])
        yield* expectTree(other)
      })
    )

    for (const seed of Array.range(1, runs(2, 60))) {
      race(`is within its limits, and stopped once that is acknowledged, while 50 fibers of both act (${seed})`, () =>
        Effect.gen(function* () {
          const contexts = yield* openTwice
          const openings = yield* Effect.forEach(contexts, (context) => Effect.provide(opening, context))
          const seen = yield* Effect.provide(
            runStorm(openings, { seed: 100 + seed, fibers: 50, acts: 12 }),
            contexts[0]
          )
          expect(seen.get("acts")).toBe(600)
          const kinds = ["Admitted", "run_stopped", "stopped"]
          expect(kinds.filter((kind) => !seen.has(kind))).toEqual([])
        })
      )
    }
  })
}
