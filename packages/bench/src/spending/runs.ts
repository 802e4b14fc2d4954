import { type Row, type Section, section } from "../harness/Section.js"
import { callsHead } from "./calls/callRow.js"
import type { Asked } from "./measureApart.js"
import { rowsApart } from "./rowsApart.js"
import type { AskedOfRuns } from "./runs/AskedOfRuns.js"
import { keptHead } from "./runs/kept.js"

const storages = ["memory", "sqlite", "postgres"] as const

const rowsOf = async (rows: Exclude<Asked["rows"], "calls">, asked: AskedOfRuns): Promise<ReadonlyArray<Row>> => {
  const all: Array<Row> = []
  for (const storage of storages) all.push(...(await rowsApart({ rows, storage, ...asked })))
  return all
}

/** What runs add to the calls of a gateway, and what is refused takes with many open holds. */
export const runs = async (asked: AskedOfRuns): Promise<ReadonlyArray<Section>> => [
  section("Runs: authorize and settle, beside the same without", callsHead, await rowsOf("pairs", asked)),
  section("Runs: a request that is refused, beside open holds of others", callsHead, await rowsOf("refusals", asked)),
  section("Runs: what stays of them", keptHead, await rowsOf("kept", asked))
]
