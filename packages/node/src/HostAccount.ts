import type { Account, ApiKey, CallOptions, Keys } from "@tollgate/client"
import { account } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"
import { manage } from "./actAs.js"
import type { Credentials } from "./credentials.js"
import type { LocalTransport } from "./localTransport.js"

/** Dollars spent by a key: through the gateway's credentials (`usage`) and through the account's own (`byok_usage`). */
export interface Usage extends Schema.Encoded<typeof Core.UsageInput> {}

/** API keys, with what only their host can do: there is no endpoint for it. Amounts are US dollars. */
export interface HostKeys extends Keys {
  /** Counts what a key has spent, after the fact. Rejects with `KeyNotFound`. */
  recordUsage(hash: string, usage: Usage, options?: CallOptions): Promise<ApiKey>
}

/** Every operation for an organization's host, in process, and what has no endpoint because nobody else may do it. */
export interface HostAccount extends Account {
  readonly keys: HostKeys
  readonly credentials: Credentials
}

export const hostAccount = (transport: LocalTransport, credentials: Credentials): HostAccount => {
  const shared = account(transport)
  const recordUsage: HostKeys["recordUsage"] = (hash, usage, options) =>
    transport.call(Core.UsageInput, usage, (usage) => manage(Core.recordUsage(hash, usage)), Core.ApiKey, options)
  return { ...shared, credentials, keys: { ...shared.keys, recordUsage } }
}
