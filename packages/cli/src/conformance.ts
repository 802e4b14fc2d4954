import { readFile } from "node:fs/promises"
import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import { Memory } from "@tollgate/core"
import { formatReport, poolHooks, type Report, readVars, conformance as runCases } from "@tollgate/testing/conformance"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ownRun } from "./conformance/ownRun.js"

/** The server's answers are not those of the contract. */
export class NotConforming extends Data.TaggedError("NotConforming")<{ readonly failed: number }> {
  override get message(): string {
    return `${this.failed} cases did not hold.`
  }
}

/** The variables of a run against somebody's server are missing, or not readable. */
export class VarsRefused extends Data.TaggedError("VarsRefused") {
  override get message(): string {
    return "--vars must name a JSON file of placeholders, as `tollgate demo --json` prints it."
  }
}

const flags = {
  url: Options.text("url").pipe(
    Options.withDescription(
      "The server's base address, as in http://127.0.0.1:8787/api/v1. Without it: a server of our own."
    ),
    Options.optional
  ),
  vars: Options.text("vars").pipe(
    Options.withDescription(
      "A JSON file with what the cases' placeholders stand for; `tollgate demo --json` prints one."
    ),
    Options.optional
  ),
  only: Options.text("only").pipe(
    Options.withDescription("The cases to run: an operation's number, or a part of a name."),
    Options.optional
  ),
  slow: Options.boolean("slow").pipe(
    Options.withDescription("Also the cases that wait for time limits, up to a minute.")
  )
}

const variables = (file: Option.Option<string>) =>
  Effect.tryPromise({
    try: async () => readVars(await readFile(Option.getOrThrow(file), "utf8")),
    catch: () => new VarsRefused()
  })

const selection = (only: Option.Option<string>) =>
  Option.match(only, { onNone: () => ({}), onSome: (text) => ({ only: /^\d$/.test(text) ? Number(text) : text }) })

const conclude = (report: Report) =>
  Effect.zipRight(
    Console.log(formatReport(report)),
    report.failed.length === 0 ? Effect.void : new NotConforming({ failed: report.failed.length })
  )

/** Asks a server with the eight operations whether it keeps the contract. */
export const conformance = Command.make("conformance", flags, ({ only, slow, url, vars }) =>
  Effect.gen(function* () {
    const chosen = { ...selection(only), slow }
    if (Option.isNone(url)) return yield* Effect.flatMap(ownRun(Memory.layer, chosen), conclude)
    const given = yield* variables(vars)
    const hooks = poolHooks(given.pool)
    return yield* Effect.flatMap(runCases({ ...chosen, url: url.value, vars: given.vars, hooks }), conclude)
  })
).pipe(
  Command.withDescription(
    "Runs the conformance cases against any server with the eight operations. What cannot be brought about from outside " +
      "is counted as skipped. Without --url, every case runs against a server of our own, in memory."
  )
)
