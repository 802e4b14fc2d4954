import * as Either from "effect/Either"
import * as Codec from "../schema/Codec.js"
import { RateCard } from "./RateCard.js"

/** A card as JSON. Equal cards have the same text. */
export const toJson = (card: RateCard): string => JSON.stringify(Either.getOrThrow(Codec.encode(RateCard, card)))

const noUnits = { calls: null, seconds: null, characters: null }

/** Reads a card that `toJson` wrote. Throws on any other text. */
export const fromJson = (json: string): RateCard => {
  const { rates, ...card } = JSON.parse(json)
  // Cards in exports of earlier commits price no units.
  return Either.getOrThrow(Codec.decode(RateCard, { ...card, rates: { units: noUnits, ...rates } }))
}

const Names = RateCard.pick("model", "aliases")

/** Reads the names of a card that `toJson` wrote. Throws on text of another form. */
export const namesFromJson = (json: string): Pick<RateCard, "aliases" | "model"> =>
  Either.getOrThrow(Codec.decode(Names, JSON.parse(json)))
