import * as Effect from "effect/Effect"
import type { Case } from "./Case.js"
import type { Hooks } from "./Hooks.js"
import { loadCases } from "./loadCases.js"
import type { Failure, Report, Skip } from "./Report.js"
import { type CaseOptions, type Outcome, runCase } from "./runCase.js"
import type { Vars } from "./substitute.js"

export interface ConformanceOptions {
  /** The server's base address, as in `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  /** What the placeholders of the cases stand for. */
  readonly vars: Vars
  readonly hooks?: Hooks
  /** The cases to run; without it, all that come with this package. */
  readonly cases?: ReadonlyArray<Case>
  /** Which of them: an operation's number, or a part of the name. */
  readonly only?: number | string
  /** Also those that wait for a server's own time limits. */
  readonly slow?: boolean
  /** Accept the statuses that a case lists as defensible beside its own. */
  readonly alternatives?: boolean
}

const selected = ({ name, op }: Case, only: number | string | undefined) =>
  only === undefined || (typeof only === "number" ? op === only : name.includes(only))

const differs = (mine: Outcome, other: Outcome | undefined, name: string): Outcome => {
  if (mine._tag === "Skipped") return mine
  if (other === undefined) return { ...mine, reasons: [...mine.reasons, `there is no case "${name}"`] }
  if (other._tag === "Skipped") return { _tag: "Skipped", reason: `"${name}" was skipped: ${other.reason}` }
  const same = mine.answer.status === other.answer.status && mine.answer.body === other.answer.body
  return same ? mine : { ...mine, reasons: [...mine.reasons, `differs from "${name}"`] }
}

/** Runs the cases one after another against a server. Fails only where the shipped cases cannot be read. */
export const conformance = Effect.fnUntraced(function* (options: ConformanceOptions) {
  const cases = options.cases ?? (yield* Effect.orDie(loadCases()))
  const byName = new Map(cases.map((one) => [one.name, one]))
  const ran = new Map<string, Outcome>()
  const settings: CaseOptions = {
    url: options.url,
    vars: options.vars,
    hooks: options.hooks,
    slow: options.slow ?? false,
    alternatives: options.alternatives ?? false
  }
  const run = Effect.fnUntraced(function* (one: Case) {
    const outcome = ran.get(one.name) ?? (yield* runCase(one, settings))
    ran.set(one.name, outcome)
    return outcome
  })

  let passed = 0
  const failed: Array<Failure> = []
  const skipped: Array<Skip> = []
  for (const one of cases.filter((each) => selected(each, options.only))) {
    const mine = yield* run(one)
    const { sameAs } = one.expect
    const model = sameAs === undefined ? undefined : byName.get(sameAs)
    const other = model === undefined ? undefined : yield* run(model)
    const outcome = sameAs === undefined ? mine : differs(mine, other, sameAs)
    const { n, name, op } = one
    if (outcome._tag === "Skipped") skipped.push({ n, op, name, reason: outcome.reason })
    else if (outcome.reasons.length > 0) failed.push({ n, op, name, reasons: outcome.reasons })
    else passed++
  }
  return { passed, failed, skipped } satisfies Report
})

/** `conformance` as a Promise. */
export const runConformance = (options: ConformanceOptions): Promise<Report> => Effect.runPromise(conformance(options))
