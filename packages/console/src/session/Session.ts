import type { Account, CurrentApiKey } from "@tollgate/client"
import type { Names } from "../reading/Names.js"

/** What a key may do: manage the account, read it, or spend. */
export type KeyKind = "management" | "read_only" | "ordinary"

/** The key that is signed in, and what its screens share. */
export interface Session {
  readonly account: Account
  /** The record of the key at sign-in. */
  readonly key: CurrentApiKey
  readonly kind: KeyKind
  /** Whether changes are offered. */
  readonly canChange: boolean
  /** Names of keys and workspaces that were read. */
  readonly names: Names
  /** Reads a list as CSV: the path and query are below the API's address. */
  readonly readCsv: (path: string) => Promise<string>
}

export const kindOf = (key: CurrentApiKey): KeyKind => {
  if (!key.is_management_key) return "ordinary"
  return key.is_read_only ? "read_only" : "management"
}
