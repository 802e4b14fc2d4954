import { expect } from "@effect/vitest"
import type { RunStep } from "@tollgate/core"
import {
  type AdmissionAnswer,
  type HoldRecord,
  runPath,
  type Scope,
  SpendingStore,
  type StorageFailure,
  Transaction
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import { expectLaws, ledger } from "./laws.js"
import { countedIn, listed, refusedBy, runRef, scopesIn } from "./runSamples.js"
import { all, anAdmission, correcting, costing, DAY, evening, MINUTE, named, someTerms, usd } from "./samples.js"

/** What a process uses of a storage. */
export interface Opening {
  readonly store: Context.Tag.Service<SpendingStore>
  readonly transaction: Context.Tag.Service<Transaction>
}

/** The storage of the caller. */
export const opening: Effect.Effect<Opening, never, SpendingStore | Transaction> = Effect.all({
  store: SpendingStore,
  transaction: Transaction
})

export interface StormOptions {
  readonly seed: number
  readonly fibers: number
  /** How many acts each fiber does. */
  readonly acts: number
}

/** How often each thing happened, by its name: an answer to an admission or an extension, or an act. */
export type Seen = ReadonlyMap<string, number>

interface Owned {
  readonly number: number
  /** The cost that was acknowledged last. */
  cost: bigint | null
}

/** A number from 0 to below 1, the same sequence for the same seed (mulberry32). */
const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

const pick = <A>(draw: () => number, [first, ...rest]: readonly [A, ...ReadonlyArray<A>]): A =>
  [first, ...rest][Math.floor(draw() * (rest.length + 1))] ?? first

/** Limits that follow from a path, so that those who state them agree. */
const limitsOf = (path: string): Omit<RunStep, "id"> => {
  const draw = seeded([...path].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7) | 0)
  return {
    limit_usd: pick(draw, [usd(6), usd(12), usd(24), null]),
    max_in_flight: pick(draw, [8, 16, 32, null]),
    max_requests: pick(draw, [24, 48, 96, null]),
    expires_in: pick(draw, [86_400, 3 * 86_400])
  }
}

const prefixes = (path: string) => {
  const ids = path.split("/")
  return ids.map((_, at) => ids.slice(0, at + 1).join("/"))
}

/** Checks of an answer that admits an amount that every run of it admits as its limits say. */
const expectAdmitted = (scopes: ReadonlyArray<Scope>, now: number) => {
  for (const scope of scopes) {
    const { holds, limits, max_in_flight, requests, run } = scope
    if (run === null) continue
    const at = { path: runPath(scope.ref), holds, requests, counted: countedIn(scope) }
    if (limits.lifetime !== null)
      expect(at.counted <= limits.lifetime, JSON.stringify({ ...at, counted: `${at.counted}` })).toBe(true)
    expect(holds, at.path).toBeLessThanOrEqual(max_in_flight ?? holds)
    expect(requests, at.path).toBeLessThanOrEqual(run.max_requests ?? requests)
    expect([at.path, run.is_stopped, (run.ends_at ?? now + 1) > now]).toEqual([at.path, false, true])
  }
}

class Storm {
  now = evening
  next = 0
  readonly seen = new Map<string, number>()
  /** Stops that were acknowledged, and are not resumed. */
  readonly stopped = new Map<string, symbol>()
  readonly #changes = Effect.unsafeMakeSemaphore(1)
  readonly #openings: ReadonlyArray<Opening>
  constructor(openings: ReadonlyArray<Opening>) {
    this.#openings = openings
  }

  count(name: string): void {
    this.seen.set(name, (this.seen.get(name) ?? 0) + 1)
  }

  opening(draw: () => number): Opening {
    const [first, ...rest] = this.#openings
    return first === undefined ? expect.unreachable() : pick(draw, [first, ...rest])
  }

  /** Fails if the act grew what a run counts that was stopped all the time. */
  guarded<A>(path: string, act: Effect.Effect<A, StorageFailure>, grows: (answer: A) => boolean) {
    return Effect.suspend(() => {
      const before = prefixes(path).map((prefix) => this.stopped.get(prefix))
      return Effect.map(act, (answer) => {
        const after = prefixes(path).map((prefix) => this.stopped.get(prefix))
        if (grows(answer)) {
          expect(before.filter((stop, at) => stop !== undefined && stop === after[at]).length, path).toBe(0)
        }
        return answer
      })
    })
  }

  path(draw: () => number): string {
    return Array.from({ length: 1 + Math.floor(draw() * 3) }, () => pick(draw, ["a", "b", "c"])).join("/")
  }

  steps(draw: () => number, path: string): ReadonlyArray<RunStep> {
    return prefixes(path).map((prefix) => ({
      id: prefix.slice(prefix.lastIndexOf("/") + 1),
      ...(draw() < 0.95 ? limitsOf(prefix) : {})
    }))
  }

  admit(draw: () => number, owned: Array<{ readonly hold: Owned; readonly path: string }>) {
    const { store } = this.opening(draw)
    const [path, number, now] = [this.path(draw), this.next++, this.now]
    const options = {
      now,
      charge: draw() < 0.3 ? ("byok" as const) : ("own" as const),
      dry_run: draw() < 0.05,
      terms: { lease_seconds: pick(draw, [600, 86_400]) }
    }
    const admission = {
      ...anAdmission(number, pick(draw, [0.25, 0.5, 1]), options),
      scopes: scopesIn(this.steps(draw, path))
    }
    const isAdmitted = ({ _tag }: AdmissionAnswer) => _tag === "Admitted"
    return Effect.map(this.guarded(path, store.admit(admission), isAdmitted), (answer) => {
      this.count(refusedBy(answer)[0] ?? "")
      if (answer._tag !== "Admitted") return
      expectAdmitted(answer.scopes, now)
      if (!options.dry_run) owned.push({ hold: { number, cost: null }, path })
    })
  }

  extend(draw: () => number, { hold, path }: { readonly hold: Owned; readonly path: string }) {
    const { store } = this.opening(draw)
    const name = named(hold.number)
    return Effect.gen(this, function* () {
      const now = this.now
      const before = yield* store.find(name, now)
      const amount = before._tag === "Some" ? before.value.amount : 0n
      const extension = { hold: name, amount: usd(Number(amount) / 1e9 + 0.25), lease_seconds: 1200, fence: [], now }
      const answer = yield* this.guarded(path, store.extend(extension), ({ _tag }) => _tag === "Extended")
      this.count(answer._tag === "Refused" ? `not extended: ${answer.refusal._tag}` : answer._tag)
      if (answer._tag === "Extended")
        expectAdmitted(
          answer.scopes.filter(({ requests, run }) => requests <= (run?.max_requests ?? requests)),
          now
        )
    })
  }

  settle(draw: () => number, { hold }: { readonly hold: Owned }) {
    const { store } = this.opening(draw)
    const cost = pick(draw, [0.125, 0.25, 1])
    return Effect.map(store.settle(named(hold.number), costing(cost), this.now), () => {
      hold.cost ??= usd(cost)
    })
  }

  correct(draw: () => number, { hold }: { readonly hold: Owned }) {
    const { store } = this.opening(draw)
    const cost = pick(draw, [0, 0.5])
    return Effect.map(store.correct(named(hold.number), correcting(cost)), () => {
      if (hold.cost !== null) hold.cost = usd(cost)
    })
  }

  usage(draw: () => number) {
    const { store } = this.opening(draw)
    const terms = someTerms(this.next++, 0, { variant: null })
    const scopes = scopesIn(this.steps(draw, this.path(draw)))
    return store.recordUsage({ terms, scopes, settlement: costing(0.25), at: this.now - MINUTE, now: this.now })
  }

  /** Stops a run or resumes it, one change after another. */
  stop(draw: () => number) {
    const { store, transaction } = this.opening(draw)
    const [stopped = this.path(draw)] = this.stopped.keys()
    const path = draw() < 0.6 ? stopped : this.path(draw)
    const ref = runRef(path)
    const set = (is_stopped: boolean) =>
      transaction.run(
        store.lock(
          [ref],
          Effect.gen(this, function* () {
            const [scope] = yield* store.scopes([ref], this.now)
            if (scope === undefined || scope.run === null) return false
            yield* store.setTerms({ ref }, { ...scope, run: { ...scope.run, is_stopped } }, this.now)
            return true
          })
        )
      )
    return this.#changes.withPermits(1)(
      Effect.gen(this, function* () {
        const resumes = this.stopped.delete(path)
        if (!(yield* set(!resumes))) return
        this.count(resumes ? "resumed" : "stopped")
        if (!resumes) this.stopped.set(path, Symbol())
      })
    )
  }

  /** Deletes what is over, as if retention were none. */
  prune(draw: () => number) {
    const { store } = this.opening(draw)
    return Effect.map(store.pruneRuns(-1, this.now), (deleted) => {
      if (deleted > 0) this.count("pruned")
    })
  }

  /** One act of a fiber, which owns its holds. On a busy machine, a lock may be held for longer than it waits. */
  act(
    draw: () => number,
    owned: Array<{ readonly hold: Owned; readonly path: string }>
  ): Effect.Effect<void, StorageFailure> {
    const { store } = this.opening(draw)
    const one = owned[Math.floor(draw() * owned.length)]
    const choice = draw()
    if (choice < 0.4 || one === undefined) return this.admit(draw, owned)
    if (choice < 0.55) return this.settle(draw, one)
    if (choice < 0.62) return Effect.asVoid(store.release(named(one.hold.number), this.now))
    if (choice < 0.66) return Effect.asVoid(store.markUnknown(named(one.hold.number), null, this.now))
    if (choice < 0.72) return Effect.asVoid(store.send(named(one.hold.number), this.now))
    if (choice < 0.8) return this.extend(draw, one)
    if (choice < 0.84) return this.correct(draw, one)
    if (choice < 0.86) return Effect.asVoid(this.usage(draw))
    if (choice < 0.92) return this.stop(draw)
    if (choice < 0.97) return this.prune(draw)
    return Effect.sync(() => {
      this.now += pick(draw, [MINUTE, 15 * MINUTE, DAY / 4])
    })
  }
}

/** Checks that the ledger is as it was acknowledged, and that the runs are its sums. */
const expectAsAcknowledged = (storm: Storm, owned: ReadonlyArray<Owned>) =>
  Effect.gen(function* () {
    const holds = new Map<HoldRecord["id"], HoldRecord>((yield* ledger()).map((hold) => [hold.id, hold]))
    for (const { cost, number } of owned) {
      const hold = holds.get(named(number).id)
      expect(hold?.state === "settled" ? hold.cost : null, `hold ${number}`).toBe(cost)
    }
    const { data, total_count } = yield* listed({}, storm.now)
    expect(data.length).toBe(total_count)
    for (const { children, scope } of data) {
      const mine = [...holds.values()].filter(({ scopes }) => scopes.includes(scope.id))
      const counting = mine.filter(({ state }) => state !== "released" && state !== "expired")
      expect([runPath(scope.ref), scope.requests]).toEqual([runPath(scope.ref), counting.length])
      expect(children).toBe(data.filter((other) => other.scope.run?.parent === scope.id).length)
      const above = prefixes(runPath(scope.ref)).at(-2)
      const parent = data.find((other) => runPath(other.scope.ref) === above)
      expect([runPath(scope.ref), scope.run?.parent]).toEqual([runPath(scope.ref), parent?.scope.id ?? null])
    }
    yield* expectLaws([...all, ...data.map(({ scope }) => scope.ref)], storm.now)
  })

/**
 * Lets fibers of some processes do random acts in a tree of three runs at each of three levels, all at once, of which some are interrupted.
 * Each answer is checked against the limits of its runs, and the ledger against what was acknowledged.
 */
export const runStorm = (openings: ReadonlyArray<Opening>, { acts, fibers, seed }: StormOptions) =>
  Effect.gen(function* () {
    const storm = new Storm(openings)
    const owned: Array<Owned> = []
    const one = (at: number) =>
      Effect.gen(function* () {
        const draw = seeded(seed * 1000 + at)
        const mine: Array<{ readonly hold: Owned; readonly path: string }> = []
        for (let turn = 0; turn < acts; turn++) {
          storm.count("acts")
          // The last act of every tenth fiber is interrupted in the middle: what became of it is not known.
          if (at % 10 === 0 && turn === acts - 1) {
            const fiber = yield* Effect.fork(storm.admit(draw, []))
            yield* Effect.yieldNow()
            yield* Fiber.interrupt(fiber)
            storm.count("interrupted")
          } else yield* Effect.retry(storm.act(draw, mine), { while: ({ outcome }) => outcome === "none" })
        }
        owned.push(...mine.map(({ hold }) => hold))
      })
    yield* Effect.forEach(
      Array.from({ length: fibers }, (_, at) => at),
      one,
      { concurrency: "unbounded", discard: true }
    )
    const [first] = openings
    if (first === undefined) return expect.unreachable()
    yield* Effect.provideService(expectAsAcknowledged(storm, owned), SpendingStore, first.store)
    const seen: Seen = storm.seen
    return seen
  })
