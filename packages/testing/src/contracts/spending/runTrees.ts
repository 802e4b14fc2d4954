import { expect } from "@effect/vitest"
import type { RunStep } from "@tollgate/core"
import { Day, runPath, SpendingStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as fc from "effect/FastCheck"
import * as Option from "effect/Option"
import type { Promised } from "../contract.js"
import { expectLaws } from "./laws.js"
import { admitIn, changeRun, countedIn, listed, refusedBy } from "./runSamples.js"
import { all, correcting, costing, DAY, evening, HOUR, named, usd } from "./samples.js"

/** A run as the model has it. */
interface Run {
  readonly path: string
  readonly limit: bigint | null
  readonly max_in_flight: number | null
  readonly max_requests: number | null
  readonly ends_at: number | null
  stopped: boolean
  day: number
  charged_at: number
}

/** A hold as the model has it, with the runs that it was charged to: the outermost first. A deleted run is another one than the next of its path. */
interface Held {
  state: "open" | "released" | "settled" | "unknown"
  amount: bigint
  readonly runs: ReadonlyArray<Run>
}

const ids = ["a", "b", "c"] as const
const limits = fc.record(
  {
    limit_usd: fc.constantFrom(null, usd(1), usd(2), usd(4)),
    max_in_flight: fc.constantFrom(null, 1, 2),
    max_requests: fc.constantFrom(null, 1, 3),
    expires_in: fc.constantFrom(3600, 86_400)
  },
  { requiredKeys: [] }
)
// Few steps state limits: those that differ from the ones of the run refuse.
const step = fc
  .tuple(fc.constantFrom(...ids), fc.oneof({ weight: 3, arbitrary: fc.constant({}) }, limits))
  .map(([id, stated]): RunStep => ({ id, ...stated }))
const steps = fc.array(step, { minLength: 1, maxLength: 3 })
const number = fc.nat(30)
const cents = fc.constantFrom(0, 25, 50, 100, 150)

/** One act, which is named by `_tag`. */
const act = fc.oneof(
  { weight: 9, arbitrary: fc.record({ _tag: fc.constant("admit" as const), cents, steps, is_byok: fc.boolean() }) },
  {
    weight: 6,
    arbitrary: fc.record({
      _tag: fc.constantFrom("settle" as const, "release" as const, "unknown" as const, "correct" as const),
      cents,
      number
    })
  },
  { weight: 1, arbitrary: fc.record({ _tag: fc.constantFrom("stop" as const, "resume" as const), number }) },
  {
    weight: 2,
    arbitrary: fc.record({ _tag: fc.constant("clock" as const), by: fc.constantFrom(HOUR, DAY, 40 * DAY) })
  },
  { weight: 2, arbitrary: fc.record({ _tag: fc.constant("prune" as const) }) }
)
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never
type Of<Tag extends Act["_tag"]> = Extract<Act, { readonly _tag: Tag }>

type Change = "correct" | "release" | "settle" | "unknown"

const amountOf = (cents: number) => BigInt(cents) * 10_000_000n

/** The runs and their holds, by what the contract says, without the functions of core. */
class Model {
  now = evening
  /** The day of the latest request of the organization. */
  day = Day.of(evening)
  readonly runs = new Map<string, Run>()
  readonly holds: Array<Held> = []

  counted(run: Run, states: ReadonlyArray<Held["state"]>) {
    const found = this.holds.filter(({ runs, state }) => runs.includes(run) && states.includes(state))
    return { count: found.length, amount: found.reduce((sum, { amount }) => sum + amount, 0n) }
  }

  /** The answer to an admission, and the runs that it is charged to. */
  judge({ cents, steps }: Of<"admit">): readonly [answer: string, runs: ReadonlyArray<Run>] {
    const asked = amountOf(cents)
    const runs: Array<Run> = []
    const pathOf = (at: number) =>
      steps
        .slice(0, at + 1)
        .map(({ id }) => id)
        .join("/")
    for (const [at, { id: _, ...stated }] of steps.entries()) {
      const path = pathOf(at)
      const run = this.runs.get(path)
      const { expires_in, limit_usd, max_in_flight, max_requests } = stated
      if (run === undefined) {
        if (at < steps.length - 1 && Object.keys(stated).length === 0) return [`run_not_found ${path}`, []]
        runs.push({
          path,
          limit: limit_usd ?? null,
          max_in_flight: max_in_flight ?? null,
          max_requests: max_requests ?? null,
          ends_at: expires_in === undefined ? null : this.now + expires_in * 1000,
          stopped: false,
          day: Day.of(this.now),
          charged_at: this.now
        })
        continue
      }
      const differs =
        (limit_usd !== undefined && limit_usd !== run.limit) ||
        (max_in_flight !== undefined && max_in_flight !== run.max_in_flight) ||
        (max_requests !== undefined && max_requests !== run.max_requests)
      if (differs) return [`run_conflict ${path}`, []]
      runs.push(run)
    }
    for (const run of runs) {
      const { ends_at, max_requests, path, stopped } = run
      if (stopped) return [`run_stopped ${path}`, []]
      if (ends_at !== null && ends_at <= this.now) return [`run_ended ${path}`, []]
      const requests = this.counted(run, ["open", "settled", "unknown"]).count
      if (max_requests !== null && requests >= max_requests) return [`run_requests_spent ${path}`, []]
    }
    const isWithin = (run: Run, states: ReadonlyArray<Held["state"]>) => {
      const { amount } = this.counted(run, states)
      return run.limit === null || (amount < run.limit && amount + asked <= run.limit)
    }
    const refusing = runs.filter((run) => !isWithin(run, ["open", "settled", "unknown"]))
    const full = runs.filter(
      (run) => run.max_in_flight !== null && this.counted(run, ["open"]).count >= run.max_in_flight
    )
    if (refusing.some((run) => !isWithin(run, ["settled", "unknown"]))) return ["budget_spent", []]
    if (full.length > 0) return ["too_many_in_flight", []]
    return refusing.length > 0 ? ["budget_held", []] : ["Admitted", runs]
  }

  admit(runs: ReadonlyArray<Run>, amount: bigint): void {
    this.holds.push({ state: "open", amount, runs })
    this.day = Day.of(this.now)
    for (const run of runs) {
      this.runs.set(run.path, run)
      run.day = Day.of(this.now)
      run.charged_at = this.now
    }
  }

  change(tag: Change, hold: Held, amount: bigint): void {
    if (tag === "correct") {
      if (hold.state === "settled") hold.amount = amount
    } else if (tag === "settle") {
      if (hold.state === "settled") return
      hold.state = "settled"
      hold.amount = amount
    } else if (hold.state === "open") hold.state = tag === "release" ? "released" : "unknown"
    else if (hold.state === "released" && tag === "unknown") hold.state = "unknown"
  }

  /** Deletes what is over, from the innermost runs on. */
  prune(): void {
    const before = this.day - 32
    for (const run of [...this.runs.values()].sort((one, other) => other.path.length - one.path.length)) {
      const isKept =
        run.stopped ||
        run.day >= before ||
        this.counted(run, ["open"]).count > 0 ||
        // A hold whose unknown amount is 0 keeps none.
        this.counted(run, ["unknown"]).amount > 0n ||
        [...this.runs.keys()].some((path) => path.startsWith(`${run.path}/`))
      if (!isKept) this.runs.delete(run.path)
    }
  }
}

const nameOf = (answer: Parameters<typeof refusedBy>[0]) => {
  const [reason = "", id] = refusedBy(answer)
  return reason.startsWith("run_") ? `${reason} ${id}` : reason
}

const perform = (model: Model, act: Act) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const { now } = model
    switch (act._tag) {
      case "clock": {
        model.now += act.by
        return
      }
      case "admit": {
        const [expected, runs] = model.judge(act)
        const options = { now, charge: act.is_byok ? "byok" : "own", terms: { lease_seconds: 1e9 } } as const
        const answer = yield* admitIn(model.holds.length, act.cents / 100, act.steps, options)
        expect(nameOf(answer)).toBe(expected)
        if (answer._tag === "Admitted") model.admit(runs, amountOf(act.cents))
        return
      }
      case "stop":
      case "resume": {
        const run = [...model.runs.values()][act.number % Math.max(model.runs.size, 1)]
        if (run === undefined) return
        run.stopped = act._tag === "stop"
        return yield* changeRun(run.path, { is_stopped: run.stopped }, now)
      }
      case "prune": {
        model.prune()
        while ((yield* store.pruneRuns(32, now)) > 0);
        return
      }
      default: {
        const at = act.number % Math.max(model.holds.length, 1)
        const hold = model.holds[at]
        if (hold === undefined) return
        const before = yield* store.find(named(at))
        const is_byok = Option.exists(before, ({ is_byok }) => is_byok)
        if (act._tag === "settle") yield* store.settle(named(at), costing(act.cents / 100, { is_byok }), now)
        else if (act._tag === "release") yield* store.release(named(at), now)
        else if (act._tag === "unknown") yield* store.markUnknown(named(at), null, now)
        else yield* store.correct(named(at), correcting(act.cents / 100))
        model.change(act._tag, hold, amountOf(act.cents))
      }
    }
  })

/** Checks that the stored runs are those of the model, with its counters and in its order. */
const expectRuns = (model: Model) =>
  Effect.gen(function* () {
    const { data } = yield* listed({}, model.now)
    const stored = data.map(({ children, scope }) => {
      const { charged_at, holds, requests, run } = scope
      return {
        path: runPath(scope.ref),
        counted: countedIn(scope),
        holds,
        requests,
        charged_at,
        children,
        stopped: run?.is_stopped
      }
    })
    const expected = [...model.runs.values()].map((run) => ({
      path: run.path,
      counted: model.counted(run, ["open", "settled", "unknown"]).amount,
      holds: model.counted(run, ["open"]).count,
      requests: model.counted(run, ["open", "settled", "unknown"]).count,
      charged_at: run.charged_at,
      children: [...model.runs.keys()].filter(
        (path) => path.startsWith(`${run.path}/`) && !path.slice(run.path.length + 1).includes("/")
      ).length,
      stopped: run.stopped
    }))
    const byPath = (one: { readonly path: string }, other: { readonly path: string }) =>
      one.path < other.path ? -1 : 1
    expect(stored.toSorted(byPath)).toEqual(expected.toSorted(byPath))
    const order = data.map(({ scope }) => [scope.charged_at ?? 0, scope.id] as const)
    expect(order).toEqual(order.toSorted(([one, id], [other, otherId]) => other - one || otherId - id))
    yield* expectLaws([...all, ...data.map(({ scope }) => scope.ref)], model.now)
  })

/** The laws of runs over random trees of them, and random acts. */
export const runTreePromises = (promise: Promised, numRuns: number): void => {
  const sequences = fc.sample(fc.array(act, { minLength: 50, maxLength: 50, size: "max" }), { numRuns, seed: 38 })
  for (const [index, acts] of sequences.entries()) {
    promise(`judges and counts random trees of runs as the contract says (${index + 1} of ${sequences.length})`, () =>
      Effect.gen(function* () {
        const model = new Model()
        for (const act of acts) {
          yield* perform(model, act)
          if (act._tag !== "clock") yield* expectRuns(model)
        }
      })
    )
  }
}
