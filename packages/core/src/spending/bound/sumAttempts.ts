import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { add as addUsage, none } from "../../prices/Usage.js"
import * as Usd from "../../values/Usd.js"
import { requireHold } from "../admission/requireHold.js"
import { priceSettlement } from "../holds/priceSettlement.js"
import type { CostBasis, Hold } from "../model/Hold.js"
import type { NewSettlement } from "../model/HoldInput.js"
import { SpendingStore } from "../store/SpendingStore.js"
import type { Attempt } from "./meterAttempts.js"

/** Whether the usage of an attempt is known: it stated its figure, was read to its end, or something of it was metered. */
export const hasUsage = ({ complete, figure, metered }: Attempt) => figure !== undefined || complete || metered > 0n

/** Whether nothing of an attempt costs anything, as far as is known. */
export const isUnused = ({ figure, metered, tokens }: Attempt) => figure === undefined && metered === 0n && tokens === 0

/** The cost of an attempt by its own figure. None if the figure has no price. */
const priceFigure = Effect.fnUntraced(function* (figure: NewSettlement, { served }: Attempt, id: Hold["id"]) {
  if (figure.cost !== undefined) return Option.some({ cost: figure.cost, basis: figure.basis ?? null })
  const store = yield* SpendingStore
  const hold = yield* requireHold(id, store.find)
  const priced = priceSettlement({ ...served, ...figure }, hold)
  return yield* Effect.catchTag(priced, "InvalidInput", () => Effect.succeedNone)
})

/**
 * The settlement of a request whose attempts were metered. Their costs add up: of each counts the provider's own figure, else what was
 * metered, and `least` where nothing is known. If a figure has no price, that figure is the settlement: settling it tells why.
 */
export const sumAttempts = Effect.fnUntraced(function* (
  attempts: ReadonlyArray<Attempt>,
  id: Hold["id"],
  least: Usd.Usd
) {
  let cost = Usd.zero
  let usage = none
  const bases = new Set<CostBasis | null>()
  for (const attempt of attempts) {
    const { figure, metered } = attempt
    if (figure === undefined) {
      cost = Usd.add(cost, hasUsage(attempt) ? metered : least)
      bases.add("estimate")
      continue
    }
    if (attempts.length === 1) return { ...attempt.served, ...figure }
    const priced = yield* priceFigure(figure, attempt, id)
    if (Option.isNone(priced)) return { ...attempt.served, ...figure }
    cost = Usd.add(cost, priced.value.cost)
    usage = addUsage(usage, figure.usage ?? none)
    bases.add(priced.value.basis)
  }
  const [basis, ...others] = bases
  const { basis: _, ...stated } = attempts.at(-1)?.figure ?? {}
  const sum: NewSettlement = { ...stated, cost, usage }
  if (others.length > 0) return { ...sum, basis: "estimate" as const }
  return basis === null || basis === undefined ? sum : { ...sum, basis }
})
