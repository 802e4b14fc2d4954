import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { KeptAnswerName, KeptAnswerRecord } from "./KeptAnswer.js"

/**
 * Stores the answers of changes that their senders may repeat. An answer is claimed and kept in the transaction of its change, so
 * that both are stored or neither is. An answer that was kept more than 24 hours before is as good as gone.
 */
export class IdempotencyStore extends Context.Tag("@tollgate/core/IdempotencyStore")<
  IdempotencyStore,
  {
    /**
     * Returns the kept answer of this name. If there is none, the name is the transaction's: others that claim it wait for the end of
     * the transaction, and then find what it has kept. Call it first in a transaction.
     */
    readonly claim: (
      name: KeptAnswerName,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<KeptAnswerRecord>, StorageFailure>
    /** Keeps the answer of a name that the transaction has claimed, and deletes at most two answers that are too old. */
    readonly keep: (answer: KeptAnswerRecord) => Effect.Effect<void, StorageFailure>
    /** Gives up a name that the transaction has claimed, in a transaction that commits without an answer to keep. */
    readonly release: (name: KeptAnswerName) => Effect.Effect<void, StorageFailure>
    /** Deletes the oldest answers that are too old at an instant, at most so many, and returns their number. */
    readonly forget: (at: DateTime.Utc, most: number) => Effect.Effect<number, StorageFailure>
    /** When the latest answer was kept whose fingerprint begins with these bytes. */
    readonly latest: (beginning: Uint8Array) => Effect.Effect<Option.Option<DateTime.Utc>, StorageFailure>
  }
>() {}
