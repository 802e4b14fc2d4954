import * as Core from "@tollgate/core/models"
import type { Schema } from "effect/Schema"
import type { Deleted } from "./guardrails.js"
import type { Paged } from "./Page.js"
import type { CallOptions, Transport } from "./Transport.js"

/** A provider credential as it is shown: never its secret. In the allowlists `null` restricts nothing, `[]` lets nobody through. */
export interface ByokCredential extends Schema.Encoded<typeof Core.ByokCredential> {}
/** What a new credential is made of; `key` is the provider's secret, sealed and never shown again. */
export interface NewByokCredential extends Schema.Encoded<typeof Core.NewByokCredential> {}

/** A change to a credential: an absent field is left alone, `null` clears; `key` replaces the secret in place. */
export interface ByokCredentialPatch extends Schema.Encoded<typeof Core.ByokCredentialPatch> {}
/** Which credentials to list: of one workspace, for one provider; 50 from the first on, if nothing else is said. */
export interface ByokCredentialPage extends Schema.Encoded<typeof Core.ByokCredentialPage> {}

/** Provider credentials that the account brings along (BYOK). */
export interface Byok {
  /** One page of the organization's credentials, by provider and then in their order, without their secrets. */
  list(page?: ByokCredentialPage, options?: CallOptions): Promise<Paged<ByokCredential>>
  /** Stores a credential, sealed; without a `sort_order`, behind the provider's others. Rejects with `WorkspaceNotFound`. */
  create(input: NewByokCredential, options?: CallOptions): Promise<ByokCredential>
  /** Reads a credential, without its secret. Rejects with `ByokNotFound`. */
  get(id: string, options?: CallOptions): Promise<ByokCredential>
  /** Changes a credential; a new secret takes the place of the old one, which is gone. Rejects with `ByokNotFound`. */
  update(id: string, patch: ByokCredentialPatch, options?: CallOptions): Promise<ByokCredential>
  /** Deletes a credential and wipes its sealed secret. Rejects with `ByokNotFound`. */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

const PagedCredentials = Core.Paged(Core.ByokCredential)

export const byok = <R>({ answer, call, client }: Transport<R>): Byok => ({
  list: (page = {}, options) =>
    call(
      Core.ByokCredentialPage,
      page,
      (urlParams) => client.byok.listByokCredentials({ urlParams }),
      PagedCredentials,
      options
    ),
  create: (input, options) =>
    call(
      Core.NewByokCredential,
      input,
      (payload) => client.byok.createByokCredential({ payload }),
      Core.ByokCredential,
      options
    ),
  get: (id, options) => answer(client.byok.getByokCredential({ path: { id } }), Core.ByokCredential, options),
  update: (id, patch, options) =>
    call(
      Core.ByokCredentialPatch,
      patch,
      (payload) => client.byok.updateByokCredential({ path: { id }, payload }),
      Core.ByokCredential,
      options
    ),
  delete: (id, options) => answer(client.byok.deleteByokCredential({ path: { id } }), Core.Deleted, options)
})
