import type { CallOptions } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Effect from "effect/Effect"
import type { ImportedKeys, NewImportedKeys } from "#models"
import type { Run } from "./CallScope.js"
import { inPlainValues } from "./inPlainValues.js"

/** Keys that another service has issued. Only the host imports them; a server does it with `allowImport` alone. */
export interface KeyImports {
  /**
   * Imports 1 to 1,000 keys into an organization, by the SHA-256 of their secrets: all of them, or none. Each gets a random public hash.
   * From then on, their secrets are accepted, if they begin with `prefix`. A secret itself is never stored, and never needed. What a key has
   * spent before (`usage`, of which `usage_daily`, `usage_weekly` and `usage_monthly` are parts) counts for it, its workspace and its organization.
   *
   * @param organizationId The organization that gets the keys.
   * @throws {InvalidInput} if a key is invalid; its `issues` name each key by its place in `keys`, and the field.
   * @throws {HashTaken} if a `secret_hash` is in use, in this organization or in another one; its `places` name the keys by their places in `keys`.
   * @throws {OrganizationNotFound} if there is no organization with this id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * import { createHash } from "node:crypto"
   *
   * const secret_hash = createHash("sha256").update("sk-or-v1-alice").digest("hex")
   * const keys = [{ secret_hash, name: "Alice", limit: 5, limit_reset: "weekly" }] as const
   * const { imported_count } = await gate.keys.import(organizationId, { prefix: "sk-or-v1-", keys })
   */
  import(organizationId: string, input: NewImportedKeys, options?: CallOptions): Promise<ImportedKeys>
}

export const keyImports = (run: Run<Core.Services>): KeyImports => ({
  import: (organizationId, input, options) => {
    const importing = (keys: Core.NewImportedKeys) =>
      Effect.provideServiceEffect(Core.importKeys(keys), Core.ManagementCaller, Core.hostCaller(String(organizationId)))
    return run(inPlainValues(Core.NewImportedKeys, input, importing, Core.ImportedKeys), options)
  }
})
