import { KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import { type HoldRecord, holdIdAt } from "@tollgate/core/storage"
import { postgresDialect } from "../../src/spending/postgres/postgresDialect.js"
import { all, allValues, formOf, namedBy } from "../../src/spending/rows/holdRows.js"
import type { Names } from "../../src/spending/rows/Names.js"

export const organization_id = OrganizationId.make("11111111-1111-4111-8111-111111111111")
/** An open hold of scope 1 whose lease ends at an instant. */
export const holdOf = (lease_ends_at: number, overrides: Partial<HoldRecord> = {}): HoldRecord => ({
  id: holdIdAt(lease_ends_at, new Uint8Array(10)),
  organization_id,
  workspace_id: WorkspaceId.make("22222222-2222-4222-8222-222222222222"),
  key_hash: KeyHash.make("a".repeat(64)),
  user_id: UserId.make("ada"),
  models: ["acme/writer"],
  provider: null,
  instance: null,
  labels: {},
  asked: Usd.zero,
  lease_seconds: 600,
  variant: 0,
  scopes: [1],
  state: "open",
  parts: [{ day: 0, amount: Usd.zero }],
  amount: Usd.zero,
  cost: null,
  is_byok: false,
  plan: [null],
  providers: null,
  model: null,
  credential_id: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0,
  opened_at: 0,
  sent_at: null,
  lease_ends_at,
  ended_at: null,
  corrections: 0,
  position: null,
  was_unknown: null,
  flags: [],
  ...overrides
})

/** The row of a hold on PostgreSQL. Its names are added to those that are known. */
export const holdRowOf = (hold: HoldRecord, names: Names): Record<string, unknown> => {
  const texts = namedBy(hold, true)
  for (const [index, text] of texts.entries()) if (text !== null) names.add(index + 1, text)
  const numbers = texts.map((text) => (text === null ? null : (names.idOf(text, 0) ?? null)))
  const form = formOf({ hold })
  const values = allValues({ hold, numbers }, form, postgresDialect)
  return {
    id: hold.id,
    corrections: hold.corrections,
    ...{ unknown_entry: null, unknown_at: null },
    ...Object.fromEntries(all[form].map((name, index) => [name, values[index]]))
  }
}
