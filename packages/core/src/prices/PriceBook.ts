import * as Context from "effect/Context"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StorageFailure } from "../ports/StorageFailure.js"
import type { Page, Paged } from "../values/Page.js"
import type { RateCard } from "./RateCard.js"

/**
 * How an id matched: it is the card's model, one of its aliases, or one of both after its trailing date was removed.
 */
export type PriceMatch = "alias" | "model" | "undated"

/** A card, and how the id that was looked up matched. */
export interface FoundPrice {
  readonly card: RateCard
  readonly match: PriceMatch
}

/**
 * Stores the prices of models, for all organizations together. What `find` answered for an instant in the past does not
 * change until the version is pruned. Each method is atomic.
 */
export class PriceBook extends Context.Tag("@tollgate/core/PriceBook")<
  PriceBook,
  {
    /** The card for a provider's model that was in force at an instant. Ids are compared exactly. */
    readonly find: (
      provider: string,
      model: string,
      at: DateTime.Utc
    ) => Effect.Effect<Option.Option<FoundPrice>, StorageFailure>
    /**
     * The models that an id means at any provider at an instant, each once: those whose cards `find` answers. Without a provider
     * none is priced, but a policy names models.
     */
    readonly resolve: (model: string, at: DateTime.Utc) => Effect.Effect<ReadonlyArray<string>, StorageFailure>
    /** The cards that are in force at an instant or later, by provider, model and period. */
    readonly list: (at: DateTime.Utc, page: Page) => Effect.Effect<Paged<RateCard>, StorageFailure>
    /**
     * Replaces all cards from `now` on. The cards of an id that the book has never had apply from their own beginning, so
     * also to the past.
     */
    readonly replace: (cards: ReadonlyArray<RateCard>, now: DateTime.Utc) => Effect.Effect<void, StorageFailure>
    /** Deletes the versions that ended at an instant or before it. Requests of that time can no longer be priced. */
    readonly prune: (until: DateTime.Utc) => Effect.Effect<void, StorageFailure>
  }
>() {}
