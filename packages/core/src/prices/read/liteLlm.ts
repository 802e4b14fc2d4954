import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import type { NewRateCard } from "../NewRateCard.js"
import { Collected, type ReadCards } from "./Collected.js"
import { providerSlug } from "./providerSlug.js"

const File = Schema.Record({ key: Schema.String, value: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
type Entry = { readonly [field: string]: unknown }

/** Fields in USD per token, by the rate that they state. */
const perToken = {
  input: "input_cost_per_token",
  output: "output_cost_per_token",
  cache_read: "cache_read_input_token_cost",
  cache_write: "cache_creation_input_token_cost",
  cache_write_hour: "cache_creation_input_token_cost_above_1hr",
  reasoning: "output_cost_per_reasoning_token",
  audio_input: "input_cost_per_audio_token",
  audio_output: "output_cost_per_audio_token",
  image_input: "input_cost_per_image_token",
  image_output: "output_cost_per_image_token"
} as const

/** Kinds of models that generate no tokens, so that their entries state no price for output. */
const withoutOutput = new Set<unknown>(["embedding", "image_edit", "image_generation", "moderation", "rerank"])

const numberOf = (entry: Entry, field: string): number | null => {
  const value = entry[field]
  return typeof value === "number" ? value : null
}

/** Moves the decimal point of the number as it is written, so that the product is exact: 1.5e-7 becomes 0.15. */
const perMillion = (perOne: number | null): number | null => {
  if (perOne === null) return null
  const [mantissa, exponent = "0"] = String(perOne).split("e")
  return Number(`${mantissa}e${Number(exponent) + 6}`)
}

type Encoded = typeof NewRateCard.Encoded
type Tier = NonNullable<Encoded["tiers"]>[number]
type TokenRates = Omit<Tier, "above">

const ratesOf = (entry: Entry, suffix = ""): TokenRates =>
  Object.fromEntries(
    Object.entries(perToken).map(([rate, field]) => [rate, perMillion(numberOf(entry, field + suffix))])
  )

const above = /_above_(\d+)k_tokens$/

/** Tiers that names of fields state, as in `input_cost_per_token_above_200k_tokens`. */
const namedTiers = (entry: Entry): ReadonlyArray<Tier> => {
  const sizes = new Set(Object.keys(entry).flatMap((field) => above.exec(field)?.[1] ?? []))
  return [...sizes].map((size) => ({ above: Number(size) * 1000, ...ratesOf(entry, `_above_${size}k_tokens`) }))
}

const Ranges = Schema.Array(
  Schema.extend(
    Schema.Struct({ range: Schema.Tuple([Schema.Number], Schema.NullOr(Schema.Number)) }),
    Schema.Record({ key: Schema.String, value: Schema.Unknown })
  )
)

/** Tiers that `tiered_pricing` lists. The range that begins at 0 has the rates of the card. */
const listedTiers = (entry: Entry): ReadonlyArray<Tier> =>
  Either.getOrElse(decode(Ranges, entry["tiered_pricing"] ?? []), () => []).map(({ range, ...entry }) => ({
    above: range[0],
    ...ratesOf(entry)
  }))

interface Price {
  readonly rates: Encoded["rates"]
  readonly tiers: ReadonlyArray<Tier>
}

const perUnit = /^(?:in|out)put_cost_per_(second|character)$/

/** The price of an entry that costs nothing but seconds and characters, at one price each. Null for another entry. */
const priceByUnit = (entry: Entry): Price | null => {
  const costs = Object.entries(entry).flatMap(([field, value]) =>
    field.includes("cost") && typeof value === "number" && value > 0 ? [{ unit: perUnit.exec(field)?.[1], value }] : []
  )
  const [seconds, characters] = ["second", "character"].map(
    (unit) => new Set(costs.flatMap((cost) => (cost.unit === unit ? [cost.value] : [])))
  )
  const isOther = costs.length === 0 || "tiered_pricing" in entry || costs.some(({ unit }) => unit === undefined)
  if (isOther || seconds === undefined || characters === undefined) return null
  if (seconds.size > 1 || characters.size > 1) return null
  const [second = null] = seconds
  const [character = null] = characters
  return { rates: { units: { seconds: second, characters: perMillion(character) } }, tiers: [] }
}

/** The price of an entry by tokens, images and requests; or the reason that no card can express it. */
const priceByToken = (entry: Entry): Price | string => {
  const tiers = [...namedTiers(entry), ...listedTiers(entry)].toSorted((a, b) => a.above - b.above)
  const first = tiers.find((tier) => tier.above === 0)
  const own = ratesOf(entry)
  const image = numberOf(entry, "output_cost_per_image")
  const request = numberOf(entry, "input_cost_per_request") ?? numberOf(entry, "input_cost_per_query")
  const free = withoutOutput.has(entry["mode"]) ? 0 : null
  const input = own.input ?? first?.input ?? (image === null && request === null ? null : 0)
  const output = own.output ?? first?.output ?? free
  if (input === null || output === null) return "no price per token, image or request"
  const rates = { ...own, cache_read: own.cache_read ?? first?.cache_read ?? null, input, output, image, request }
  const other = Object.entries(entry).find(
    ([field, value]) => /_cost_per_(second|character|pixel|video)/.test(field) && typeof value === "number" && value > 0
  )
  // A model whose tokens are free is priced in another unit if its entry has one. Its card would say that it is free.
  if (other !== undefined && [input, output, image ?? 0, request ?? 0].every((rate) => rate === 0)) {
    return `priced by ${other[0]}`
  }
  return { rates, tiers: tiers.filter((tier) => tier.above > 0) }
}

/**
 * Reads LiteLLM's file `model_prices_and_context_window.json`: USD per token. The provider is that of `litellm_provider`, by
 * its slug here, and the model is the entry's name without the provider's prefix; the whole name is an alias. Prices of batches and of service
 * tiers (`_batches`, `_flex`, `_priority`) are ignored, and so are those of seconds and characters of a model that has a price for tokens, which
 * they stand in for. Entries in other units are skipped.
 *
 * Source: LiteLLM, `model_prices_and_context_window.schema.json`.
 */
export const liteLlm = (json: unknown): Either.Either<ReadCards, InvalidInput> =>
  Either.mapBoth(decode(File, json), {
    onLeft: InvalidInput.fromParseError,
    onRight: (file) => {
      const collected = new Collected()
      for (const [name, entry] of Object.entries(file)) {
        const provider = entry["litellm_provider"]
        // Two fields of the file document it or state rules.
        if (name === "sample_spec" || name === "fallback_generalizations") continue
        if (typeof provider !== "string") {
          collected.skip(name, "no provider")
          continue
        }
        const price = priceByUnit(entry) ?? priceByToken(entry)
        if (typeof price === "string") {
          collected.skip(name, price)
          continue
        }
        const slash = name.indexOf("/")
        const hasPrefix = slash > 0 && providerSlug(name.slice(0, slash)) === providerSlug(provider)
        const model = hasPrefix ? name.slice(slash + 1) : name
        collected.add(name, { provider, model, aliases: hasPrefix ? [name] : [], ...price })
      }
      return collected
    }
  })
