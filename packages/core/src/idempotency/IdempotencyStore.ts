import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { KeptAnswerName, KeptAnswerRecord } from "./KeptAnswer.js"

/** A claim whose answer may not be known yet. */
export interface ClaimAhead {
  /** Whether the name is known to be taken. */
  readonly isTaken: () => boolean
  /** Waits until it is known. */
  readonly known: Effect.Effect<void>
}

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
    /**
     * The same without a wait for the answer, in a transaction of its own: what the transaction does next is sent with it. If the name turns out to
     * be taken, nothing of the transaction is stored, and it fails. Absent if storage has nothing to wait for.
     */
    readonly claimAhead?: (name: KeptAnswerName, at: DateTime.Utc) => Effect.Effect<ClaimAhead, StorageFailure>
    /** Whether this process has lately kept or found an answer of this name, so that it is looked for before it is claimed ahead. May be false without `claimAhead`. */
    readonly wasKept: (name: KeptAnswerName) => boolean
    /** Returns the kept answer of this name, and claims nothing. */
    readonly find: (
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
