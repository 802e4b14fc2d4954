import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { KeyHash } from "../values/KeyHash.js"
import type { Page, Paged } from "../values/Page.js"
import type { GatewayKey } from "./GatewayKey.js"

/**
 * Stores gateway keys, by the SHA-256 of their secrets. Only the host creates, lists and deletes them, so no method is limited to
 * one organization. Each method is atomic.
 */
export class GatewayKeyStore extends Context.Tag("@tollgate/core/GatewayKeyStore")<
  GatewayKeyStore,
  {
    readonly insert: (key: GatewayKey) => Effect.Effect<void, StorageFailure>
    readonly find: (hash: KeyHash) => Effect.Effect<Option.Option<GatewayKey>, StorageFailure>
    /** Newest first, then by hash. */
    readonly list: (page: Page) => Effect.Effect<Paged<GatewayKey>, StorageFailure>
    /** Returns the hash of the deleted key; none if there was no such key. */
    readonly delete: (hash: KeyHash) => Effect.Effect<Option.Option<KeyHash>, StorageFailure>
  }
>() {}
