import { fork } from "node:child_process"
import { once } from "node:events"
import { fileURLToPath } from "node:url"
import * as Schema from "effect/Schema"
import { Row } from "../harness/Section.js"
import type { Asked } from "./measureApart.js"

const script = fileURLToPath(new URL("./measureApart.js", import.meta.url))
const Rows = Schema.Array(Row)

/**
 * Rows of a storage, measured in a process of its own. A gateway opens one storage: in a process that has measured another one, its code is
 * compiled for both, and calls take up to a third longer.
 */
export const rowsApart = async (asked: Asked): Promise<ReadonlyArray<Row>> => {
  const child = fork(script, [JSON.stringify(asked)])
  let rows: unknown
  child.once("message", (message) => {
    rows = message
  })
  const [status] = await once(child, "close")
  if (status !== 0)
    throw new Error(`${asked.rows} on ${asked.storage} was not measured: the process ended with ${status}`)
  return Schema.decodeUnknownSync(Rows)(rows)
}
