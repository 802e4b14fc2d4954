import { OLDEST_AMONG, type OpenHolds } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../../transaction/Database.js"
import { type Dialect, openInOrder } from "../rows/Dialect.js"
import { type Row, toAmount } from "../rows/scopeRows.js"

const NANOS = 1_000_000_000n

const held = "(own_held_total + byok_held_total)"
const isOrganization =
  "organization_id = organizations.id AND subject = organizations.id AND kind = 'organization' AND guardrail_id = ''"

/**
 * Counts open holds by the scope of each organization, which is looked up by name, so that no scope of a key is read. The sum of all
 * organizations is read in two halves: on SQLite, a sum beyond 64 bits would fail.
 */
export const openHoldsQuery = ({ joinOne }: Pick<Dialect, "joinOne">): string =>
  `SELECT CAST(COALESCE(sum(holds), 0) AS TEXT) AS count,
  CAST(COALESCE(sum(${held} / ${NANOS}), 0) AS TEXT) AS dollars, CAST(COALESCE(sum(${held} % ${NANOS}), 0) AS TEXT) AS nanos,
  (SELECT min(opened_at) FROM (SELECT opened_at FROM spending_holds WHERE ${openInOrder}
    ORDER BY lease_ends_at LIMIT ${OLDEST_AMONG}) AS first) AS oldest
FROM organizations ${joinOne("holds, own_held_total, byok_held_total", "spending_scopes", isOrganization)}`

export const readOpenHolds = ({ read }: Context.Tag.Service<Database>, dialect: Dialect) => {
  const text = openHoldsQuery(dialect)
  return Effect.map(read({ compile: () => [text, []] }), (rows): OpenHolds => {
    // Rows are objects by column. A sum has one.
    const [row = {}] = rows as ReadonlyArray<Row>
    const oldest = row["oldest"]
    return {
      count: Number(row["count"]),
      amount: toAmount(BigInt(String(row["dollars"])) * NANOS + BigInt(String(row["nanos"]))),
      oldest: oldest === null ? null : Number(oldest)
    }
  })
}
