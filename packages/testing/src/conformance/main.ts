#!/usr/bin/env node
import { parseArgs } from "node:util"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { cases } from "./cases.js"
import { loadVars } from "./loadVars.js"
import { poolHooks } from "./poolHooks.js"
import { formatReport, isHeld } from "./Report.js"
import { reach } from "./reach.js"
import { conformance } from "./runConformance.js"
import { selectCases } from "./selectCases.js"

const usage = "main.js --url http://host:port/api/v1 --vars vars.json [--only OPERATION|NAME] [--slow] [--alternatives]"

const options = {
  url: { type: "string" },
  vars: { type: "string" },
  only: { type: "string" },
  slow: { type: "boolean", default: false },
  alternatives: { type: "boolean", default: false }
} as const

/** The flags are none that this takes. */
class FlagsRefused extends Data.TaggedError("FlagsRefused") {
  override get message(): string {
    return usage
  }
}

const onWait = (seconds: number) =>
  void process.stderr.write(`The server's rate limit is reached. Going on in ${seconds} s.\n`)

const run = Effect.gen(function* () {
  const { values } = yield* Effect.try({ try: () => parseArgs({ options }), catch: () => new FlagsRefused() })
  const { alternatives, only, slow, url, vars: file } = values
  if (url === undefined || file === undefined) return yield* new FlagsRefused()
  yield* selectCases(cases, only)
  const { pool, vars } = yield* loadVars(file)
  yield* reach(url, vars)
  const chosen = { slow, alternatives, ...(only === undefined ? {} : { only }) }
  const report = yield* conformance({ url, vars, hooks: poolHooks(pool), onWait, ...chosen })
  process.stdout.write(`${formatReport(report)}\n`)
  return isHeld(report) ? 0 : 1
})

process.exitCode = await Effect.runPromise(
  Effect.catchAll(run, ({ message }) =>
    Effect.sync(() => {
      process.stderr.write(`${message}\n`)
      return 2
    })
  )
)
