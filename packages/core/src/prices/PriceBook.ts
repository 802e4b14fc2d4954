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

/** The names of a model at a provider. */
export interface NamedModel {
  readonly provider: string
  /** Id of the card. */
  readonly model: string
  readonly aliases: ReadonlyArray<string>
  /** How `find` finds the card by the text that was looked up. Null if it does not. */
  readonly match: PriceMatch | null
}

/** The version of a price book, and a period in which it has the same cards. */
export interface PricePeriod {
  readonly version: number
  /** Milliseconds since 1970. */
  readonly from: number
  /** Exclusive. */
  readonly until: number
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
     * The models whose card has a text as its id or alias at an instant, at a provider or, for null, at any one, by provider and model. The
     * text counts as every name that it falls under: without regard to case, variants (`:free`) and trailing dates. `find` prices by
     * the one of a provider that has a match.
     */
    readonly resolve: (
      provider: string | null,
      text: string,
      at: DateTime.Utc
    ) => Effect.Effect<ReadonlyArray<NamedModel>, StorageFailure>
    /** The cards that are in force at an instant or later, by provider, model and period. */
    readonly list: (at: DateTime.Utc, page: Page) => Effect.Effect<Paged<RateCard>, StorageFailure>
    /**
     * Replaces all cards from `now` on. The cards of an id that the book has never had apply from their own beginning, so
     * also to the past.
     */
    readonly replace: (cards: ReadonlyArray<RateCard>, now: DateTime.Utc) => Effect.Effect<void, StorageFailure>
    /**
     * Replaces the cards of the same providers and models from `now` on, and leaves all others. An id has one card at a time: that of the
     * model with this id, else the new card with this alias. The other card loses the alias.
     */
    readonly merge: (cards: ReadonlyArray<RateCard>, now: DateTime.Utc) => Effect.Effect<void, StorageFailure>
    /** Deletes the versions that ended at an instant or before it. Requests of that time can no longer be priced. */
    readonly prune: (until: DateTime.Utc) => Effect.Effect<void, StorageFailure>
    /**
     * The version of the book, and the longest period around an instant in which no card begins or ends. Each change of the book gives it a
     * version that it has never had, in the same act. Requests are then judged by prices that were read for earlier ones, and an admission
     * compares the version (`Admission.prices`). Where it is absent, prices are read for each request.
     */
    readonly period?: (at: DateTime.Utc) => Effect.Effect<PricePeriod, StorageFailure>
  }
>() {}
