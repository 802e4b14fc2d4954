import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { RateCards } from "../RateCards.js"
import type { ReadCards } from "./Collected.js"
import { liteLlm } from "./liteLlm.js"
import { modelsDev } from "./modelsDev.js"

const own = (json: unknown): Either.Either<ReadCards, InvalidInput> =>
  Either.mapBoth(decode(RateCards, json), {
    onLeft: InvalidInput.fromParseError,
    onRight: ({ cards }) => ({ cards, mapped: [], skipped: [] })
  })

const some = (json: unknown, has: (entry: unknown) => boolean) =>
  Predicate.isRecord(json) && Object.values(json).some(has)

/**
 * Reads a file of prices as parsed JSON: Tollgate's own form, `{ "cards": [...] }`; the file of models.dev; or LiteLLM's
 * file. The content decides which one it is.
 */
export const readCards = (json: unknown): Either.Either<ReadCards, InvalidInput> => {
  if (some(json, Predicate.hasProperty("litellm_provider"))) return liteLlm(json)
  if (some(json, Predicate.hasProperty("models"))) return modelsDev(json)
  return own(json)
}
