import { createHash } from "node:crypto"
import * as Order from "effect/Order"
import type { RateCard } from "../../prices/RateCard.js"
import type { Usage } from "../../prices/Usage.js"
import { BoundedMap } from "../../runtime/BoundedMap.js"
import { InvalidInput } from "../../schema/InvalidInput.js"
import * as Usd from "../../values/Usd.js"
import type { HoldTerms, ProviderRules } from "../model/HoldRecord.js"
import type { NewHold } from "../model/NewHold.js"
import { PriceUnknown } from "../model/refusals.js"
import { allowsProvider } from "./judgePolicy.js"
import type { Prices } from "./Prices.js"
import { isPriced, priceUsage } from "./priceUsage.js"

/** The input of an admission, with its models as a list. It is empty only if the input states an amount. */
export interface HoldRequest extends NewHold {
  readonly models: NonNullable<NewHold["models"]>
}

/** The input with its models as a list, or why it is invalid: without an amount it must state `model` or `models`, and never both. */
export const requestOf = (input: NewHold): HoldRequest | InvalidInput => {
  const { model, models, usage } = input
  // Not copied if it has a list, as most: to copy so many fields takes longer than to judge the request.
  if (model === undefined && models !== undefined) return hasModels(input) ? input : { ...input, models }
  if (model !== undefined && models === undefined) return { ...input, models: [model] }
  if (model === undefined && usage === undefined) return { ...input, models: [] }
  return new InvalidInput({
    issues: [{ path: ["models"], expected: "either model or models, or neither and an amount" }]
  })
}

const hasModels = (input: NewHold): input is HoldRequest => input.models !== undefined

const dearer = Order.max<Usd.Usd>(Order.bigint)

const expected = "an amount in USD or a usage, and not both"

/** Returns why a request is invalid that states both an amount and a usage, or neither. Null if it states one. */
export const wrongAmount = ({ amount, usage }: Pick<NewHold, "amount" | "usage">): InvalidInput | null =>
  (amount === undefined) === (usage === undefined)
    ? new InvalidInput({ issues: [{ path: ["amount"], expected }] })
    : null

/** The amount that a request asks for, and its provider. */
export interface AskedAmount {
  readonly asked: Usd.Usd
  /** The stated provider, or the only one that all prices are of. Null if there are several. */
  readonly provider: string | null
  /** The cards that price the usage, one of each model. Empty if the amount is stated. */
  readonly cards: ReadonlyArray<RateCard>
}

const unpriced: ReadonlyArray<RateCard> = []

/**
 * The amount that a request asks for: as it is stated, or the price of its usage. Any of its models may serve it, so
 * the price is that of the dearest one. Without a provider, each is priced by the only card of the providers that the policy allows;
 * if all are of one provider, the request goes to it. A usage of no model has no price.
 */
export const askedAmount = (input: HoldRequest, rules: ProviderRules, prices: Prices): AskedAmount | PriceUnknown => {
  const { amount, models, provider = null, usage } = input
  if (usage !== undefined) return dearestPrice(usage, { models, provider }, rules, prices)
  if (amount === undefined) throw new Error("A request states neither an amount nor a usage: see wrongAmount.")
  return { asked: amount, provider, cards: unpriced }
}

/** The price of a usage by the dearest of the models that may serve it, and the provider if all their prices are of one. */
export const dearestPrice = (
  usage: Usage,
  { models, provider }: { readonly models: ReadonlyArray<string>; readonly provider: string | null },
  rules: ProviderRules,
  prices: Prices
): AskedAmount | PriceUnknown => {
  if (models.length === 0) return new PriceUnknown({ provider, model: null, providers: [] })
  const allows = (slug: string) => allowsProvider(rules, slug)
  const cards: Array<RateCard> = []
  let asked = Usd.zero
  for (const model of models) {
    const price = priceUsage(prices, usage, { model, provider, allows })
    if (!isPriced(price)) return new PriceUnknown({ provider, model, providers: price.having })
    cards.push(price.card)
    asked = dearer(asked, price.cost)
  }
  const [only = null, ...others] = new Set(cards.map(({ provider }) => provider))
  return { asked, provider: others.length === 0 ? only : null, cards }
}

const credentials: ReadonlyArray<NewHold["credential"]> = ["any", "own", "byok"]

/** The credential and `zdr` are below it, the digest above. */
const DIGEST_UNIT = 8
/** Added if a run is stated and no usage: the digest is that of the path alone. */
const RUN_ALONE = 2 ** 48

/** 45 bits of a SHA-256. A usage of which every part is 0 has one, too. */
const digestOf = (stated: unknown): number =>
  1 + (createHash("sha256").update(JSON.stringify(stated)).digest().readUIntBE(0, 6) % (2 ** 45 - 1))

const sorted = ({ units, ...parts }: Usage) =>
  Object.entries({ ...parts, ...units }).sort(([one], [other]) => (one < other ? -1 : 1))

/** How many paths keep their digest. */
const MAX_PATHS = 2_000

const digests = new BoundedMap<string, number>(MAX_PATHS)

/** The digest of a path. It is computed once for the requests of a run. */
const digestOfPath = (path: string): number => {
  const known = digests.get(path)
  if (known !== undefined) return known
  const digest = digestOf([path])
  digests.set(path, digest)
  return digest
}

/** A usage with the provider as it is stated, and the path of a run. 0 if neither is stated. */
const digestOfRest = ({ provider, run, usage }: Pick<NewHold, "provider" | "run" | "usage">): number => {
  const path = run?.map(({ id }) => id).join("/")
  if (usage !== undefined)
    return DIGEST_UNIT * digestOf([sorted(usage), provider ?? null, ...(path === undefined ? [] : [path])])
  return path === undefined ? 0 : RUN_ALONE + DIGEST_UNIT * digestOfPath(path)
}

/**
 * What a creation states beside the fields that a hold shows, as one number that JavaScript represents exactly: whose credential it may
 * use, `zdr`, and a digest of its usage with the provider and of its run, as they are stated. A repetition must state the same.
 */
export const termsDigest = (input: Pick<NewHold, "credential" | "provider" | "run" | "usage" | "zdr">): number =>
  digestOfRest(input) + (input.zdr ? 4 : 0) + credentials.indexOf(input.credential)

/** Whether the amount was computed from a usage at creation. Its provider may then be that of the rate card. */
export const isPricedFromUsage = ({ variant }: { readonly variant: number | null }): boolean =>
  variant !== null && variant >= DIGEST_UNIT && variant < RUN_ALONE

const sameLabels = (one: HoldTerms["labels"], other: HoldTerms["labels"]) =>
  Object.keys(one).length === Object.keys(other).length &&
  Object.entries(one).every(([name, value]) => other[name] === value)

/** Whether a creation asks for what a stored hold was created with. The same usage may have another price by now, at another provider. */
export const hasSameTerms = (hold: HoldTerms, terms: HoldTerms): boolean =>
  (hold.variant === null || hold.variant === terms.variant) &&
  (hold.asked === terms.asked || isPricedFromUsage(hold)) &&
  hold.organization_id === terms.organization_id &&
  hold.key_hash === terms.key_hash &&
  hold.user_id === terms.user_id &&
  (hold.provider === terms.provider || isPricedFromUsage(hold)) &&
  hold.instance === terms.instance &&
  hold.lease_seconds === terms.lease_seconds &&
  hold.models.length === terms.models.length &&
  hold.models.every((model, index) => model === terms.models[index]) &&
  sameLabels(hold.labels, terms.labels)
