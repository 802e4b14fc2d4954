import * as Effect from "effect/Effect"
import { type Answer, json } from "./Answer.js"
import type { Case, Probe, Step } from "./Case.js"
import type { Hooks, Prepared } from "./Hooks.js"
import { isRecord, mismatches } from "./mismatches.js"
import { outgoing } from "./Outgoing.js"
import { RateLimitReached } from "./RateLimitReached.js"
import { runStep, type StepOptions } from "./runStep.js"
import type { State } from "./states.js"
import { substitute, type Vars } from "./substitute.js"

/** The result of a case. `answer` is the answer to its own request. */
export type Outcome =
  | { readonly _tag: "Ran"; readonly answer: Answer; readonly reasons: ReadonlyArray<string> }
  | { readonly _tag: "Skipped"; readonly reason: string }

/** What a probe has read. */
interface Reading {
  readonly reasons: ReadonlyArray<string>
  readonly shown: unknown
}

/** What was read since the last request that is not a probe, by the probe's request. */
export type Readings = Map<string, Reading>

export interface CaseOptions {
  readonly url: string
  readonly vars: Vars
  readonly hooks: Hooks | undefined
  readonly slow: boolean
  readonly alternatives: boolean
  /** Fails with `RateLimited` if the server's own rate limit refuses a request. */
  readonly sparing: boolean
  /** What a case read at its end. The next one takes it for what it reads at its beginning, if nothing else was sent since. */
  readonly readings: Readings
}

const skipped = (reason: string): Outcome => ({ _tag: "Skipped", reason })

const without = (value: unknown, path: ReadonlyArray<string>): unknown => {
  const [name, ...rest] = path
  if (!isRecord(value) || name === undefined) return value
  const { [name]: inner, ...others } = value
  return rest.length === 0 ? others : { ...others, [name]: without(inner, rest) }
}

const probe = Effect.fnUntraced(function* (
  { except, request }: Probe,
  vars: Vars,
  options: StepOptions,
  readings: Readings
) {
  const { body, headers, method, path } = yield* outgoing(request, vars)
  const name = JSON.stringify([options.url.href, method, path, headers, body?.toString(), except])
  const known = readings.get(name)
  if (known !== undefined) return known
  const { answer, reasons } = yield* runStep({ request, expect: { status: 200 } }, vars, options)
  const reading = {
    reasons,
    shown: except.reduce((value, path) => without(value, path.split(".")), json(answer))
  } satisfies Reading
  if (reasons.length === 0) readings.set(name, reading)
  return reading
})

const steps = Effect.fnUntraced(function* (list: ReadonlyArray<Step>, label: string, vars: Vars, options: StepOptions) {
  const reasons: Array<string> = []
  let known = vars
  for (const [i, step] of list.entries()) {
    const result = yield* runStep(step, known, options)
    known = result.vars
    reasons.push(...result.reasons.map((reason) => `${label} ${i + 1}: ${reason}`))
  }
  return { reasons, vars: known }
})

const checkLog = Effect.fnUntraced(function* (self: Case, vars: Vars, hooks: Hooks | undefined) {
  if (self.notLogged === undefined || hooks?.logs === undefined) return []
  const read = hooks.logs
  const log = yield* Effect.promise(() => read(vars))
  const texts = yield* Effect.forEach(self.notLogged, (text) => substitute(text, vars))
  return texts.flatMap((text, i) => (log.includes(text) ? [`the log holds ${self.notLogged?.[i]}`] : []))
})

const runSteps = Effect.fnUntraced(function* (
  self: Case,
  given: Vars,
  options: CaseOptions & { readonly url: string }
) {
  const slow = self.transport === "slow"
  const { alternatives, readings, sparing } = options
  const step = { url: new URL(options.url), alternatives, sparing, within: slow ? 90_000 : 10_000 }
  if (self.before !== undefined) readings.clear()
  const before = yield* steps(self.before ?? [], "before", given, step)
  const read = Effect.forEach(self.unchanged ?? [], (one) => probe(one, before.vars, step, readings))
  const first = yield* read
  readings.clear()
  const main = yield* runStep(self, before.vars, step)
  const second = yield* read
  if (self.follow !== undefined) readings.clear()
  const after = yield* steps(self.follow ?? [], "follow", main.vars, step)
  const changes = second.flatMap(({ reasons, shown }, i) => [
    ...(first[i]?.reasons ?? []).map((reason) => `reading before: ${reason}`),
    ...reasons.map((reason) => `reading after: ${reason}`),
    ...mismatches(first[i]?.shown, shown, "changed: body")
  ])
  const logged = yield* checkLog(self, after.vars, options.hooks)
  const reasons = [...before.reasons, ...main.reasons, ...changes, ...after.reasons, ...logged]
  return { _tag: "Ran", answer: main.answer, reasons } satisfies Outcome
})

/** Creates the states that a case needs, runs it, and removes them again. */
export const runCase = Effect.fnUntraced(function* (self: Case, options: CaseOptions) {
  if (self.setup !== undefined) options.readings.clear()
  if (self.transport === "slow" && !options.slow) return skipped("slow")
  if (self.notLogged !== undefined && options.hooks?.logs === undefined) return skipped("no hook logs")
  let vars: Vars = options.vars
  let url = options.url
  const prepare = Effect.fnUntraced(function* (state: State) {
    const base = new URL(url).pathname.replace(/\/$/, "")
    vars = { ...vars, BASE_URL: url, BASE: base }
    const prepared = yield* Effect.acquireRelease(
      Effect.tryPromise({
        try: (): Promise<Prepared | undefined> => options.hooks?.setup(state, vars) ?? Promise.resolve(undefined),
        catch: (cause) => cause
      }).pipe(
        Effect.catchAll((cause) => (options.sparing && cause instanceof RateLimitReached ? cause : Effect.die(cause)))
      ),
      (made) => {
        options.readings.clear()
        return Effect.promise(() => made?.teardown?.() ?? Promise.resolve())
      }
    )
    vars = { ...vars, ...prepared?.vars }
    url = prepared?.url ?? url
    return prepared !== undefined
  })
  return yield* Effect.gen(function* () {
    for (const state of self.setup ?? []) if (!(yield* prepare(state))) return skipped(`no setup ${state}`)
    const base = new URL(url).pathname.replace(/\/$/, "")
    // On a server of its own, the limit is what the case is about.
    const sparing = options.sparing && url === options.url
    return yield* runSteps(self, { ...vars, BASE_URL: url, BASE: base }, { ...options, url, sparing })
  }).pipe(
    Effect.catchTag("MissingPlaceholder", ({ name }) => Effect.succeed(skipped(`no ${name}`))),
    Effect.scoped,
    // A hook that rejects fails its case, and the run continues.
    Effect.catchAllDefect((defect) =>
      Effect.succeed<Outcome>({
        _tag: "Ran",
        answer: { status: 0, headers: {}, body: "", answers: 0 },
        reasons: [`could not be run: ${String(defect)}`]
      })
    )
  )
})
