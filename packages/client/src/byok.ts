import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"
import type { CallOptions } from "./Door.js"
import type { LocalDoor } from "./LocalDoor.js"

/** A provider credential as it is shown: never its secret. In the allowlists `null` restricts nothing, `[]` lets nobody through. */
export interface ByokCredential extends Schema.Encoded<typeof Core.ByokCredential> {}
/** What a new credential is made of; `key` is the provider's secret, sealed and never shown again. */
export interface NewByokCredential extends Schema.Encoded<typeof Core.NewByokCredential> {}

/** Provider credentials that the account brings along (BYOK). */
export interface Byok {
  /** Stores a credential, sealed; without a `sort_order`, behind the provider's others. Rejects with `WorkspaceNotFound`. */
  create(input: NewByokCredential, options?: CallOptions): Promise<ByokCredential>
  /** Reads a credential, without its secret. Rejects with `ByokNotFound`. */
  get(id: string, options?: CallOptions): Promise<ByokCredential>
}

export const byok = ({ answer, call, client, manage }: LocalDoor): Byok => ({
  create: (input, options) =>
    call(
      Core.NewByokCredential,
      input,
      (credential) => manage(Core.createByokCredential(credential)),
      Core.ByokCredential,
      options
    ),
  get: (id, options) => answer(client.byok.getByokCredential({ path: { id } }), Core.ByokCredential, options)
})
