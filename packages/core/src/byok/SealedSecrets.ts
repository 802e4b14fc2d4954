import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { ByokId } from "./ByokCredential.js"
import type { ByokRecord } from "./ByokRecord.js"

/** The sealed secret of a credential, with what it is sealed for. */
export type SealedSecret = Pick<ByokRecord, "organization_id" | "workspace_id" | "id" | "provider" | "sealed">

/** A secret that is sealed again with another master key. */
export interface Resealed {
  readonly before: SealedSecret
  readonly sealed: Uint8Array
}

/** The sealed secrets of all organizations, for replacing the master key. Each method is atomic. */
export class SealedSecrets extends Context.Tag("@tollgate/core/SealedSecrets")<
  SealedSecrets,
  {
    /** Sealed secrets, without those that were forgotten, in the order of the credentials' ids, after an id; null begins with the first. */
    readonly list: (after: ByokId | null, limit: number) => Effect.Effect<ReadonlyArray<SealedSecret>, StorageFailure>
    /**
     * Replaces secrets by the same ones that are sealed again, and returns how many. One that has changed meanwhile stays as it
     * is.
     */
    readonly replace: (changes: ReadonlyArray<Resealed>) => Effect.Effect<number, StorageFailure>
    /** Notes that all is sealed with this master key: from now on, the storage opens only with it. */
    readonly noteMasterKey: (keyId: string) => Effect.Effect<void, StorageFailure>
  }
>() {}
