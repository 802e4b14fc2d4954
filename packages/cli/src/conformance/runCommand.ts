import { Memory, type Services } from "@tollgate/core"
import {
  cases,
  conformance,
  formatReport,
  isHeld,
  loadAccount,
  type Report,
  reach,
  selectCases
} from "@tollgate/testing/conformance"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Runtime from "effect/Runtime"
import { databaseLayer, toChange } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"
import { demoAccount } from "../demo/demoAccount.js"
import { ownRun } from "./ownRun.js"
import { Target, targetOf } from "./Target.js"

/** At least one case failed, or no case was run. */
export class NotConforming extends Data.TaggedError("NotConforming")<{ readonly failed: number }> {
  override get message(): string {
    return this.failed === 0 ? "No case was run." : `${this.failed} cases failed.`
  }
}

const conclude = (report: Report) =>
  Effect.zipRight(
    Console.log(formatReport(report)),
    isHeld(report) ? Effect.void : new NotConforming({ failed: report.failed.length })
  )

interface Options {
  readonly url: Option.Option<string>
  readonly vars: Option.Option<string>
  readonly database: Option.Option<string>
  readonly masterKey: Option.Option<string>
  readonly only: Option.Option<string>
  readonly slow: boolean
}

interface Chosen {
  readonly only?: string
  readonly slow: boolean
}

/** Checks a server whose database is within reach. The run creates its data there. */
const servedRun = (url: string, options: Options, chosen: Chosen) =>
  Effect.gen(function* () {
    // Before anything is written, in case there is no server.
    yield* reach(url, {})
    const stores = databaseLayer(options, toChange)
    return yield* Effect.gen(function* () {
      const account = yield* demoAccount
      yield* reach(url, account.vars)
      const run = Runtime.runPromise(yield* Effect.runtime<Services>())
      // When the rate limit is reached, the run continues in another account.
      const hooks = { renew: async () => (await run(demoAccount)).vars }
      return yield* conformance({ ...chosen, url, account: account.vars, hooks })
    }).pipe(Effect.provide(stores), requireExisting)
  })

const onWait = (seconds: number) =>
  void process.stderr.write(
    `The server's rate limit is reached. Continuing in ${seconds} s. A server started with --requests-per-minute 0 has no limit.\n`
  )

/** Checks any server, with the data that the file names. */
const foreignRun = (url: string, file: string, chosen: Chosen) =>
  Effect.gen(function* () {
    const account = yield* loadAccount(file)
    yield* reach(url, account)
    return yield* conformance({ ...chosen, url, account, onWait })
  })

/** Runs the cases against the given server, or against one of its own. */
export const runCommand = Effect.fnUntraced(function* (options: Options) {
  const target = yield* targetOf(options)
  const { only, slow } = options
  yield* selectCases(cases, Option.getOrUndefined(only))
  const chosen = { ...Option.match(only, { onNone: () => ({}), onSome: (only) => ({ only }) }), slow }
  const report = yield* Target.$match(target, {
    Own: () => ownRun(Memory.layer, chosen),
    Served: ({ url }) => servedRun(url, options, chosen),
    Foreign: ({ url, vars }) => foreignRun(url, vars, chosen)
  })
  yield* conclude(report)
})
