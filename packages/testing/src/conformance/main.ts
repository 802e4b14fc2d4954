#!/usr/bin/env node
import { parseArgs } from "node:util"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { cases } from "./cases.js"
import { loadVars } from "./loadVars.js"
import { poolHooks } from "./poolHooks.js"
import { formatReport, isHeld } from "./Report.js"
import { reach } from "./reach.js"
import { conformance } from "./runConformance.js"
import { selectCases } from "./selectCases.js"

const usage =
  "main.js --url http://host:port/api/v1 --vars vars.json [--only OPERATION|NAME] [--slow] [--alternatives]\n"

const { values } = parseArgs({
  options: {
    url: { type: "string" },
    vars: { type: "string" },
    only: { type: "string" },
    slow: { type: "boolean", default: false },
    alternatives: { type: "boolean", default: false }
  }
})

const { alternatives, only, slow, url, vars: file } = values
if (url === undefined || file === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}

const run = Effect.gen(function* () {
  yield* selectCases(cases, only)
  const { pool, vars } = yield* loadVars(file)
  yield* reach(url, vars)
  const onWait = (seconds: number) =>
    void process.stderr.write(`The server's rate limit is reached. Going on in ${seconds} s.\n`)
  const chosen = { slow, alternatives, onWait, ...(only === undefined ? {} : { only }) }
  return yield* conformance({ url, vars, hooks: poolHooks(pool), ...chosen })
})

const ended = await Effect.runPromise(Effect.either(run))
if (Either.isLeft(ended)) {
  process.stderr.write(`${ended.left.message}\n`)
  process.exit(2)
}
process.stdout.write(`${formatReport(ended.right)}\n`)
process.exitCode = isHeld(ended.right) ? 0 : 1
