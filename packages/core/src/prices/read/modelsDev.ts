import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { decode } from "../../schema/Codec.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import { Collected, type ReadCards } from "./Collected.js"

const rate = Schema.optionalWith(Schema.Number, { nullable: true })
const rates = {
  input: rate,
  output: rate,
  reasoning: rate,
  cache_read: rate,
  cache_write: rate,
  input_audio: rate,
  output_audio: rate
}
const Rates = Schema.Struct(rates)

const Cost = Schema.Struct({
  ...rates,
  tiers: Schema.optional(
    Schema.Array(Schema.Struct({ ...rates, tier: Schema.Struct({ type: Schema.String, size: Schema.Number }) }))
  ),
  context_over_200k: Schema.optional(Rates)
})
type Cost = typeof Cost.Type

/** The file, without the parts of models that state no price. A cost is decoded apart, so that one bad entry is skipped. */
const File = Schema.Record({
  key: Schema.String,
  value: Schema.Struct({
    models: Schema.Record({ key: Schema.String, value: Schema.Struct({ cost: Schema.optional(Schema.Unknown) }) })
  })
})

const converted = ({ input_audio, output_audio, reasoning, ...others }: typeof Rates.Type) => ({
  input: others.input ?? null,
  output: others.output ?? null,
  cache_read: others.cache_read ?? null,
  cache_write: others.cache_write ?? null,
  reasoning: reasoning ?? null,
  audio_input: input_audio ?? null,
  audio_output: output_audio ?? null
})

/** `tiers` states the bounds exactly; files before it have one bound of 200,000 tokens. */
const tiersOf = ({ context_over_200k, tiers }: Cost) => {
  if (tiers === undefined) {
    return context_over_200k === undefined ? [] : [{ above: 200_000, ...converted(context_over_200k) }]
  }
  return tiers
    .map(({ tier, ...rates }) => ({ above: tier.size, ...converted(rates) }))
    .toSorted((a, b) => a.above - b.above)
}

/**
 * Reads the file `api.json` of models.dev: USD per million tokens, by provider and model. Providers have their slugs here. Models without a price for input
 * and output, and with tiers of another kind than the size of the input, are skipped.
 *
 * Source: models.dev, "Model schema", `cost`.
 */
export const modelsDev = (json: unknown): Either.Either<ReadCards, InvalidInput> =>
  Either.mapBoth(decode(File, json), {
    onLeft: InvalidInput.fromParseError,
    onRight: (file) => {
      const collected = new Collected()
      for (const [provider, { models }] of Object.entries(file)) {
        for (const [model, { cost: given }] of Object.entries(models)) {
          const id = `${provider}/${model}`
          const cost = given === undefined ? null : Either.getOrNull(decode(Cost, given))
          const { input, output } = cost ?? {}
          if (cost === null || input === undefined || output === undefined) {
            collected.skip(id, "no price for input and output")
          } else if (cost.tiers?.some(({ tier }) => tier.type !== "context")) {
            collected.skip(id, "tiers of an unknown kind")
          } else {
            collected.add(id, {
              provider,
              model,
              rates: { ...converted(cost), input, output },
              tiers: tiersOf(cost)
            })
          }
        }
      }
      return collected
    }
  })
