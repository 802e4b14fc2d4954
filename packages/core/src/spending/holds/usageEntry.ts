import type { KeyRecord } from "../../keys/KeyRecord.js"
import * as Usd from "../../values/Usd.js"
import type { ChargedScope } from "../model/Admission.js"
import type { HoldId } from "../model/HoldId.js"
import type { UsageEntry, UsageSettlement } from "../store/SpendingStore.js"

/** What a request of a key cost. */
interface Spent {
  readonly id: HoldId
  readonly settlement: UsageSettlement
}

/** The settlement of a cost with nothing said about its request. */
export const bareCost = (cost: Usd.Usd, is_byok: boolean): UsageSettlement => ({
  cost,
  is_byok,
  credential_id: null,
  model: null,
  provider: null,
  basis: null,
  input_tokens: 0,
  output_tokens: 0
})

/** The entry of the ledger for a request of a key, made at an instant. */
export const usageEntry = (
  key: Pick<KeyRecord, "organization_id" | "workspace_id" | "hash" | "creator_user_id">,
  scopes: ReadonlyArray<ChargedScope>,
  { id, settlement }: Spent,
  at: number,
  now: number
): UsageEntry => ({
  terms: {
    id,
    organization_id: key.organization_id,
    workspace_id: key.workspace_id,
    key_hash: key.hash,
    user_id: key.creator_user_id,
    models: settlement.model === null ? [] : [settlement.model],
    provider: settlement.provider,
    instance: null,
    labels: {},
    asked: settlement.cost ?? Usd.zero,
    lease_seconds: 1,
    variant: null
  },
  scopes,
  settlement,
  at,
  now
})
