import { readFile } from "node:fs/promises"
import { Memory } from "@tollgate/core"
import { conformance, formatReport, poolHooks, type Report, readVars } from "@tollgate/testing/conformance"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ownRun } from "./ownRun.js"

/** The server's answers are not those of the contract. */
export class NotConforming extends Data.TaggedError("NotConforming")<{ readonly failed: number }> {
  override get message(): string {
    return `${this.failed} cases did not hold.`
  }
}

/** The variables of a run against somebody's server are missing, or not readable. */
export class VarsRefused extends Data.TaggedError("VarsRefused") {
  override get message(): string {
    return "--url needs --vars, a JSON file of placeholders as `tollgate demo --json` prints it."
  }
}

const variables = (file: Option.Option<string>) =>
  Effect.tryPromise({
    try: async () => readVars(await readFile(Option.getOrThrow(file), "utf8")),
    catch: () => new VarsRefused()
  })

const conclude = (report: Report) =>
  Effect.zipRight(
    Console.log(formatReport(report)),
    report.failed.length === 0 ? Effect.void : new NotConforming({ failed: report.failed.length })
  )

interface Given {
  readonly url: Option.Option<string>
  readonly vars: Option.Option<string>
  readonly only: Option.Option<string>
  readonly slow: boolean
}

/** Runs the cases against the named server, or against one of our own. */
export const runCommand = Effect.fnUntraced(function* ({ only, slow, url, vars }: Given) {
  const chosen = { ...Option.match(only, { onNone: () => ({}), onSome: (only) => ({ only }) }), slow }
  if (Option.isNone(url)) return yield* Effect.flatMap(ownRun(Memory.layer, chosen), conclude)
  const given = yield* variables(vars)
  const hooks = poolHooks(given.pool)
  return yield* Effect.flatMap(conformance({ ...chosen, url: url.value, vars: given.vars, hooks }), conclude)
})
