#!/usr/bin/env node
import { readFile } from "node:fs/promises"
import { parseArgs } from "node:util"
import { poolHooks } from "./poolHooks.js"
import { formatReport } from "./Report.js"
import { readVars } from "./readVars.js"
import { runConformance } from "./runConformance.js"
import { NothingSelected } from "./selectCases.js"

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

if (values.url === undefined || values.vars === undefined) {
  process.stderr.write(usage)
  process.exit(2)
}

const { pool, vars } = readVars(await readFile(values.vars, "utf8"))
const { alternatives, only, slow, url } = values
const report = await runConformance({
  url,
  vars,
  hooks: poolHooks(pool),
  slow,
  alternatives,
  ...(only === undefined ? {} : { only })
}).catch((error: unknown) => {
  if (!(error instanceof NothingSelected)) throw error
  process.stderr.write(`${error.message}\n`)
  return process.exit(2)
})
process.stdout.write(`${formatReport(report)}\n`)
process.exitCode = report.failed.length > 0 ? 1 : 0
