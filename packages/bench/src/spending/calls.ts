import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import type { Size } from "../harness/alternate.js"
import { Row, type Section, section } from "../harness/Section.js"
import { callsHead } from "./calls/callRow.js"
import type { Asked, Storage } from "./calls/measureStorage.js"
import type { Tenants } from "./calls/tenants.js"
import { count } from "./heapRow.js"

const script = fileURLToPath(new URL("./calls/measureStorage.js", import.meta.url))
const Rows = Schema.Array(Row)

/**
 * The rows of a storage, measured in a process of its own. A gateway opens one storage: in a process that has measured another one, its
 * code is compiled for both, and calls take up to a third longer.
 */
const rowsOf = async (storage: Storage, tenants: Tenants, size: Size): Promise<ReadonlyArray<Row>> => {
  const asked: Asked = { storage, tenants, size }
  const child = fork(script, [JSON.stringify(asked)])
  let rows: unknown
  child.once("message", (message) => {
    rows = message
  })
  const [status] = await once(child, "close")
  if (status !== 0) throw new Error(`The calls on ${storage} were not measured: the process ended with ${status}`)
  return Schema.decodeUnknownSync(Rows)(rows)
}

/** What a gateway calls, from the text of a key to the plain values of the answer, each beside what a user would have else. */
export const calls = async ({ acts, rounds }: Size, tenants: Tenants): Promise<Section> => {
  const size = { acts: Math.ceil(acts / 4), rounds }
  const slow = { acts: Math.ceil(acts / 8), rounds }
  const rows = [
    ...(await rowsOf("memory", tenants, size)),
    ...(await rowsOf("sqlite", tenants, size)),
    ...(await rowsOf("postgres", tenants, slow)),
    ...(await rowsOf("http", tenants, slow))
  ]
  const { keys, organizations } = tenants
  const title = `What a gateway calls: authorize and settle, 5 scopes, ${count(keys * organizations)} keys`
  return section(title, callsHead, rows)
}
