import { type Section, section } from "../harness/Section.js"
import { callsHead, type Size } from "./calls/callRow.js"
import { inMemory } from "./calls/inMemory.js"
import { onPostgres } from "./calls/onPostgres.js"
import { onSqlite } from "./calls/onSqlite.js"
import { overHttp } from "./calls/overHttp.js"
import type { Tenants } from "./calls/tenants.js"
import { count } from "./heapRow.js"

/** What a gateway calls, from the text of a key to the plain values of the answer, each beside what a user would have else. */
export const calls = async ({ acts, rounds }: Size, tenants: Tenants): Promise<Section> => {
  const size = { acts: Math.ceil(acts / 4), rounds }
  const slow = { acts: Math.ceil(acts / 8), rounds }
  const rows = [
    ...(await inMemory(tenants, size)),
    ...(await onSqlite(tenants, size)),
    ...(await onPostgres(tenants, slow)),
    ...(await overHttp(tenants, slow))
  ]
  const { keys, organizations } = tenants
  const title = `What a gateway calls: authorize and settle, 5 scopes, ${count(keys * organizations)} keys`
  return section(title, callsHead, rows)
}
