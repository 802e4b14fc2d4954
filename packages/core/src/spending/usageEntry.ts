import type { KeyRecord } from "../keys/KeyRecord.js"
import type * as Usd from "../values/Usd.js"
import type { ChargedScope } from "./Admission.js"
import type { HoldId } from "./HoldId.js"
import type { UsageEntry } from "./SpendingStore.js"

/** A cost of a key with nothing said about its request. */
interface Spent {
  readonly id: HoldId
  readonly cost: Usd.Usd
  readonly is_byok: boolean
}

/** The entry of the ledger for a cost of a key. */
export const usageEntry = (
  key: Pick<KeyRecord, "organization_id" | "workspace_id" | "hash" | "creator_user_id">,
  scopes: ReadonlyArray<ChargedScope>,
  { cost, id, is_byok }: Spent,
  now: number
): UsageEntry => ({
  terms: {
    id,
    organization_id: key.organization_id,
    workspace_id: key.workspace_id,
    key_hash: key.hash,
    user_id: key.creator_user_id,
    models: [],
    provider: null,
    instance: null,
    labels: {},
    asked: cost,
    lease_seconds: 1
  },
  scopes,
  settlement: {
    cost,
    is_byok,
    credential_id: null,
    model: null,
    provider: null,
    basis: null,
    input_tokens: 0,
    output_tokens: 0
  },
  at: now,
  now
})
