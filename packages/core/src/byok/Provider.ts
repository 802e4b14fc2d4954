import * as Schema from "effect/Schema"
import { EXPECTED, expected } from "../schema/expected.js"
import { nearest } from "../schema/nearest.js"

const slugs = Schema.Literal(
  "ai21",
  "aion-labs",
  "akashml",
  "alibaba",
  "amazon-bedrock",
  "amazon-nova",
  "ambient",
  "anthropic",
  "arcee-ai",
  "atlas-cloud",
  "avian",
  "azure",
  "baidu",
  "baseten",
  "black-forest-labs",
  "byteplus",
  "cerebras",
  "chutes",
  "cirrascale",
  "clarifai",
  "cloudflare",
  "cohere",
  "crusoe",
  "darkbloom",
  "decart",
  "deepgram",
  "deepinfra",
  "deepseek",
  "dekallm",
  "digitalocean",
  "featherless",
  "fireworks",
  "friendli",
  "gmicloud",
  "google-ai-studio",
  "google-vertex",
  "groq",
  "heygen",
  "inception",
  "inceptron",
  "inferact-vllm",
  "inference-net",
  "infermatic",
  "inflection",
  "io-net",
  "ionstream",
  "liquid",
  "mancer",
  "mara",
  "minimax",
  "mistral",
  "modelrun",
  "modular",
  "moonshotai",
  "morph",
  "ncompass",
  "nebius",
  "nex-agi",
  "nextbit",
  "novita",
  "nvidia",
  "open-inference",
  "openai",
  "parasail",
  "perceptron",
  "perplexity",
  "phala",
  "poolside",
  "quiver",
  "recraft",
  "reka",
  "relace",
  "sakana",
  "sambanova",
  "seed",
  "siliconflow",
  "sourceful",
  "stepfun",
  "streamlake",
  "switchpoint",
  "tenstorrent",
  "together",
  "upstage",
  "venice",
  "wafer",
  "wandb",
  "xai",
  "xiaomi",
  "z-ai"
)

const phrase = "the slug of a supported provider"

/** Made when it is needed: the first one loads Node.js's tables of languages, which takes 10 ms. */
const or = (words: ReadonlyArray<string>) => new Intl.ListFormat("en", { type: "disjunction" }).format(words)

/** The slugs that are close to what was sent, or the bare phrase. What was sent may be a secret and is not repeated. */
export const providerPhrase = (actual: unknown): string => {
  const close = typeof actual === "string" ? nearest(actual, slugs.literals) : []
  return close.length === 0 ? phrase : `${phrase}, such as ${or(close)}`
}

/** The slug of an upstream provider that a credential can authenticate against. Slugs are lower-case and exact. */
export const Provider = slugs.pipe(expected(phrase)).annotations({
  message: ({ actual }) => ({ message: EXPECTED + providerPhrase(actual), override: true })
})
export type Provider = typeof Provider.Type
