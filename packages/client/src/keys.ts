import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Deleted } from "./guardrails.js"
import type { Paged } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

/** A key as it is shown: never its secret. Amounts are US dollars, times ISO 8601 in UTC. */
export interface ApiKey extends Schema.Encoded<typeof Core.ApiKey> {}
/** The key that somebody presents, and whether it manages the account. */
export interface CurrentApiKey extends Schema.Encoded<typeof Core.CurrentApiKey> {}
/** Which keys to list: of one workspace, without the disabled ones; 50 from the first on, if nothing else is said. */
export interface ApiKeyPage extends Schema.Encoded<typeof Core.ApiKeyPage> {}
/** A new key. Defaults: the organization's default workspace, and the caller's user as creator. */
export interface NewApiKey extends Schema.Encoded<typeof Core.NewApiKey> {}
/** A new key with its secret, `key`, which is shown in this answer and never again. */
export interface CreatedApiKey extends Schema.Encoded<typeof Core.CreatedApiKey> {
  readonly data: ApiKey
}
/** A change to a key: an absent field is left alone, `null` clears. */
export interface ApiKeyPatch extends Schema.Encoded<typeof Core.ApiKeyPatch> {}

/** API keys. Amounts are US dollars; a limit, and what one call records, is from 0 to 1,000,000,000. */
export interface Keys {
  /** The caller's own key. Rejects with `InvalidCredential` also for a host, which has none. */
  current(options?: CallOptions): Promise<CurrentApiKey>
  /** One page of the organization's keys, newest first. */
  list(page?: ApiKeyPage, options?: CallOptions): Promise<Paged<ApiKey>>
  /** Creates a key. Rejects with `ExpiryInThePast`, `UserNotInOrganization` or `WorkspaceNotFound`. */
  create(input: NewApiKey, options?: CallOptions): Promise<CreatedApiKey>
  /** A key as it stands now. Rejects with `KeyNotFound`. */
  get(hash: string, options?: CallOptions): Promise<ApiKey>
  /** Changes a key; the last management key stays enabled. Rejects with `KeyNotFound` or `LastManagementKey`. */
  update(hash: string, patch: ApiKeyPatch, options?: CallOptions): Promise<ApiKey>
  /** Deletes a key, which opens nothing from then on. Rejects with `KeyNotFound` or `LastManagementKey`. */
  delete(hash: string, options?: CallOptions): Promise<Deleted>
}

const PagedKeys = Core.Paged(Core.ApiKey)

export const keys = <R>({ answer, call, client }: Transport<R>): Keys => ({
  current: (options) => answer(client.keys.getCurrentKey({}), Core.CurrentApiKey, options),
  list: (page = {}, options) =>
    call(Core.ApiKeyPage, page, (urlParams) => client.keys.listKeys({ urlParams }), PagedKeys, options),
  create: (input, options) =>
    call(Core.NewApiKey, input, (payload) => client.keys.createKey({ payload }), Core.CreatedApiKey, options),
  get: (hash, options) => answer(client.keys.getKey({ path: { hash } }), Core.ApiKey, options),
  update: (hash, patch, options) =>
    call(
      Core.ApiKeyPatch,
      patch,
      (payload) => client.keys.updateKey({ path: { hash }, payload }),
      Core.ApiKey,
      options
    ),
  delete: (hash, options) => answer(client.keys.deleteKey({ path: { hash } }), Core.Deleted, options)
})
