import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Answer } from "./Answer.js"
import type { Case } from "./Case.js"
import { cases as shipped } from "./cases.js"
import type { Hooks } from "./Hooks.js"
import type { Failure, Report, Skip } from "./Report.js"
import { type Outcome, type Readings, runCase } from "./runCase.js"
import { type Fetch, sentBy } from "./Sender.js"
import { selectCases } from "./selectCases.js"
import type { Vars } from "./substitute.js"

export interface ConformanceOptions {
  /** The server's base URL: `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  /** The values of the placeholders. */
  readonly vars: Vars
  /** How states are created. Without hooks, cases that need a state are skipped. */
  readonly hooks?: Hooks
  /** Answers every request that is not raw bytes, in place of a connection to the server: a web handler, for example. */
  readonly fetch?: Fetch
  /** The cases to run. @default all cases of this package */
  readonly cases?: ReadonlyArray<Case>
  /** Runs only the cases of an operation, by its id or `transport`, or those whose name contains this text. */
  readonly only?: string
  /** Also runs the cases that wait for the server's time limits. @default false */
  readonly slow?: boolean
  /** Also accepts the statuses in `Expectation.alt`. @default false */
  readonly alternatives?: boolean
  /** Called with the number of seconds that the run waits for the server's rate limit, if there is no `renew` hook. */
  readonly onWait?: (seconds: number) => void
}

/** The body of an answer without the last uses of keys, which change by themselves. */
const lastingBody = ({ body }: Answer) => body.replaceAll(/"last_used_at":(?:null|"[^"]*")/g, "")

const differs = (mine: Outcome, other: Outcome | undefined, name: string): Outcome => {
  if (mine._tag === "Skipped") return mine
  if (other === undefined) return { ...mine, reasons: [...mine.reasons, `there is no case "${name}"`] }
  if (other._tag === "Skipped") return { _tag: "Skipped", reason: `"${name}" was skipped: ${other.reason}` }
  const same = mine.answer.status === other.answer.status && lastingBody(mine.answer) === lastingBody(other.answer)
  return same ? mine : { ...mine, reasons: [...mine.reasons, `differs from "${name}"`] }
}

/** Runs the cases one after another against a server. Fails with `NothingSelected` if `only` selects no case. */
export const conformance = Effect.fnUntraced(function* (options: ConformanceOptions) {
  const cases = options.cases ?? shipped
  const selected = yield* selectCases(cases, options.only)
  const byName = new Map(cases.map((one) => [one.name, one]))
  const ran = new Map<string, Outcome>()
  const readings: Readings = new Map()
  const sent = sentBy(options.fetch)
  let { vars } = options
  const attempt = (one: Case, sparing: boolean) =>
    sent(
      runCase(one, {
        url: options.url,
        vars,
        hooks: options.hooks,
        slow: options.slow ?? false,
        alternatives: options.alternatives ?? false,
        sparing,
        readings
      })
    )
  const recover = Effect.fnUntraced(function* (seconds: number) {
    const renew = options.hooks?.renew
    if (renew !== undefined) {
      vars = yield* Effect.promise(renew)
      // Answers to compare with belong to the former account.
      ran.clear()
      return
    }
    options.onWait?.(seconds)
    yield* Effect.sleep(Duration.seconds(seconds))
  })
  const run = Effect.fnUntraced(function* (one: Case) {
    const known = ran.get(one.name)
    if (known !== undefined) return known
    const outcome = yield* Effect.catchTag(attempt(one, true), "RateLimitReached", ({ seconds }) =>
      Effect.flatMap(recover(seconds), () => Effect.orDie(attempt(one, false)))
    )
    ran.set(one.name, outcome)
    return outcome
  })

  let passed = 0
  const failed: Array<Failure> = []
  const skipped: Array<Skip> = []
  for (const one of selected) {
    const mine = yield* run(one)
    const { sameAs } = one.expect
    const model = sameAs === undefined ? undefined : byName.get(sameAs)
    const other = model === undefined ? undefined : yield* run(model)
    const outcome = sameAs === undefined ? mine : differs(mine, other, sameAs)
    const { n, name, operationId } = one
    if (outcome._tag === "Skipped") skipped.push({ n, operationId, name, reason: outcome.reason })
    else if (outcome.reasons.length > 0) failed.push({ n, operationId, name, reasons: outcome.reasons })
    else passed++
  }
  return { passed, failed, skipped } satisfies Report
})

/**
 * Runs the conformance cases against a server of the contract.
 *
 * @throws NothingSelected if `only` selects no case.
 *
 * @example
 * import { formatReport, loadVars, poolHooks, runConformance } from "@tollgate/testing/conformance"
 * import { Effect } from "effect"
 *
 * const { pool, vars } = await Effect.runPromise(loadVars("vars.json"))
 * const report = await runConformance({ url: "http://127.0.0.1:8787/api/v1", vars, hooks: poolHooks(pool) })
 * console.log(formatReport(report))
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  const exit = await Effect.runPromiseExit(conformance(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
