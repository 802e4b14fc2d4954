import type { Size } from "../harness/alternate.js"
import { type Section, section } from "../harness/Section.js"
import { callsHead } from "./calls/callRow.js"
import type { Tenants } from "./calls/tenants.js"
import { count } from "./heapRow.js"
import { rowsApart } from "./rowsApart.js"

/** What a gateway calls, from the text of a key to the plain values of the answer, each beside what a user would have else. */
export const calls = async ({ acts, rounds }: Size, tenants: Tenants): Promise<Section> => {
  const size = { acts: Math.ceil(acts / 4), rounds }
  const slow = { acts: Math.ceil(acts / 8), rounds }
  const rows = [
    ...(await rowsApart({ rows: "calls", storage: "memory", tenants, size })),
    ...(await rowsApart({ rows: "calls", storage: "sqlite", tenants, size })),
    ...(await rowsApart({ rows: "calls", storage: "postgres", tenants, size: slow })),
    ...(await rowsApart({ rows: "calls", storage: "http", tenants, size: slow }))
  ]
  const { keys, organizations } = tenants
  const title = `What a gateway calls: authorize and settle, 5 scopes, ${count(keys * organizations)} keys`
  return section(title, callsHead, rows)
}
