import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { WebhookRecord } from "../webhooks/WebhookRecord.js"
import type { ByokRecord } from "./ByokRecord.js"

/** The sealed secret of a credential, with what it is sealed for. */
export type SealedCredential = Pick<ByokRecord, "organization_id" | "workspace_id" | "id" | "provider" | "sealed">

/** The sealed secret of a webhook, with what it is sealed for. */
export type SealedWebhook = Pick<WebhookRecord, "organization_id" | "id" | "sealed">

/** A sealed secret: that of a credential has a provider, that of a webhook none. */
export type SealedSecret = SealedCredential | SealedWebhook

export const isOfCredential = (secret: SealedSecret): secret is SealedCredential => "provider" in secret

/** A secret that is sealed again with another master key. */
export interface Resealed {
  readonly before: SealedSecret
  readonly sealed: Uint8Array
}

/** The sealed secrets of all organizations, for replacing the master key. Each method is atomic. */
export class SealedSecrets extends Context.Tag("@tollgate/core/SealedSecrets")<
  SealedSecrets,
  {
    /**
     * Sealed secrets of credentials and webhooks, without those that were forgotten, in the order of their ids, after an id; null begins with
     * the first.
     */
    readonly list: (
      after: SealedSecret["id"] | null,
      limit: number
    ) => Effect.Effect<ReadonlyArray<SealedSecret>, StorageFailure>
    /**
     * Replaces secrets by the same ones that are sealed again, and returns how many. One that has changed meanwhile stays as it
     * is.
     */
    readonly replace: (changes: ReadonlyArray<Resealed>) => Effect.Effect<number, StorageFailure>
    /** Notes that all is sealed with this master key: from now on, the storage opens only with it. */
    readonly noteMasterKey: (keyId: string) => Effect.Effect<void, StorageFailure>
  }
>() {}
