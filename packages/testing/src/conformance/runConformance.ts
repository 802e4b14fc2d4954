import * as Cause from "effect/Cause"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Values } from "./Account.js"
import { Broken } from "./Api.js"
import type { Case } from "./Case.js"
import { cases as shipped } from "./cases.js"
import type { Expectation } from "./Expectation.js"
import { RateLimitReached } from "./RateLimitReached.js"
import type { Failure, Report, Skip } from "./Report.js"
import { type Hooks, Run, type Session } from "./Run.js"
import type { Sent } from "./Sent.js"
import { selectCases } from "./selectCases.js"
import { type Fetch, send, sendBy } from "./send.js"
import { Unavailable } from "./Unavailable.js"

export interface ConformanceOptions {
  /** The server's base URL: `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  /** Keys and ids of the server's data, as `tollgate demo --json` prints them. */
  readonly account: Values
  /** What can be prepared beside this server. Cases that need more are skipped. */
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
  /** Called with every request that a case sends, and what it expects. */
  readonly onRequest?: (one: Case, sent: Sent, expect: Expectation) => void
}

type Outcome =
  | { readonly _tag: "Ran"; readonly reasons: ReadonlyArray<string> }
  | { readonly _tag: "Skipped"; readonly reason: string }

const skipped = (reason: string): Outcome => ({ _tag: "Skipped", reason })
const ran = (...reasons: ReadonlyArray<string>): Outcome => ({ _tag: "Ran", reasons })

/** Runs a case once, and stops what it has started. Rejects with `RateLimitReached` alone. */
const attempt = async (one: Case, run: Run): Promise<Outcome> => {
  try {
    await one.run(run)
    return ran()
  } catch (cause) {
    if (cause instanceof Unavailable) return skipped(cause.reason)
    if (cause instanceof Broken) return ran(...cause.reasons)
    if (cause instanceof RateLimitReached) throw cause
    return ran(`could not be run: ${String(cause)}`)
  } finally {
    for (const close of run.closing.reverse()) await close()
  }
}

/** Runs the cases one after another against a server. Fails with `NothingSelected` if `only` selects no case. */
export const conformance = Effect.fnUntraced(function* (options: ConformanceOptions) {
  const selected = yield* selectCases(options.cases ?? shipped, options.only)
  const { alternatives = false, fetch, hooks = {}, onRequest, url } = options
  const shared = { send: fetch === undefined ? send : sendBy(fetch), hooks, alternatives }
  const [readings, spenders]: [Session["readings"], Session["spenders"]] = [new Map(), new Map()]
  let { account } = options

  const once = (one: Case, sparing: boolean) => {
    const watch = onRequest && ((sent: Sent, expect: Expectation) => onRequest(one, sent, expect))
    const within = one.needs === "slow" ? 90_000 : 10_000
    const run = new Run({ ...shared, readings, spenders, watch }, { url, account }, { within, sparing })
    return Effect.tryPromise({ try: () => attempt(one, run), catch: (cause) => cause }).pipe(
      Effect.catchAll((cause) => (cause instanceof RateLimitReached ? cause : Effect.die(cause)))
    )
  }
  const recover = Effect.fnUntraced(function* (seconds: number) {
    if (hooks.renew !== undefined) {
      account = yield* Effect.promise(hooks.renew)
      return
    }
    options.onWait?.(seconds)
    yield* Effect.sleep(Duration.seconds(seconds))
  })

  let passed = 0
  const failed: Array<Failure> = []
  const left: Array<Skip> = []
  for (const one of selected) {
    const { n, name, operationId } = one
    const outcome: Outcome =
      one.needs === "slow" && options.slow !== true
        ? skipped("slow")
        : yield* Effect.catchTag(once(one, true), "RateLimitReached", ({ seconds }) =>
            Effect.flatMap(recover(seconds), () => Effect.orDie(once(one, false)))
          )
    if (outcome._tag === "Skipped") left.push({ n, operationId, name, reason: outcome.reason })
    else if (outcome.reasons.length > 0) failed.push({ n, operationId, name, reasons: outcome.reasons })
    else passed++
  }
  return { passed, failed, skipped: left } satisfies Report
})

/**
 * Runs the conformance cases against a server of the contract.
 *
 * @throws NothingSelected if `only` selects no case.
 *
 * @example
 * import { formatReport, loadAccount, runConformance } from "@tollgate/testing/conformance"
 * import { Effect } from "effect"
 *
 * const account = await Effect.runPromise(loadAccount("account.json"))
 * const report = await runConformance({ url: "http://127.0.0.1:8787/api/v1", account })
 * console.log(formatReport(report))
 */
export const runConformance = async (options: ConformanceOptions): Promise<Report> => {
  const exit = await Effect.runPromiseExit(conformance(options))
  if (Exit.isSuccess(exit)) return exit.value
  throw Cause.squash(exit.cause)
}
