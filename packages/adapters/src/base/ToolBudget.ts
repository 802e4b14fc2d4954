import type { NewHold } from "@tollgate/node"
import type { Budget, CheckedBudget } from "./Budget.js"
import { payRequest } from "./payRequest.js"
import { type FoundRefusal, refusalIn } from "./refusalIn.js"

/** What a tool is priced by in the price book: its calls, the seconds that they take, or characters. */
export type ToolUnit = "calls" | "seconds" | "characters"

/** A budget on tools. A tool is a model of the price book, whose `units` are its price. */
export interface ToolBudget extends Budget {
  /** Slug of the provider of the tool. @default the only one that has a price for it */
  readonly provider?: NewHold["provider"]
  /** What its price is for. @default "calls" */
  readonly unit?: ToolUnit | undefined
  /** The units to set aside for a call. A call that takes more is settled in full. @default 1 call, 60 seconds or 10,000 characters */
  readonly most?: number | undefined
  /** Whether a tool without a price is refused, or runs without a hold. @default "refused" */
  readonly unpriced?: "free" | "refused" | undefined
}

/** The options of a budget on tools. */
export const toolOptions = ["model", "provider", "unit", "most", "unpriced"]

/** A call of a tool. */
export interface ToolCall<A> {
  /** The tool in the price book. */
  readonly model: string
  readonly send: () => PromiseLike<A>
  /** The characters of a result. */
  readonly characters: (result: A) => number
  readonly signal?: AbortSignal | undefined
}

const usual: Readonly<Record<ToolUnit, number>> = { calls: 1, seconds: 60, characters: 10_000 }

/**
 * Whether the price book has no card for a tool. If a provider has one, it is not free: another unit is to be stated, or which of several providers
 * it is, or a guardrail does not allow it.
 */
const hasNoPrice = (refusal: FoundRefusal) =>
  refusal._tag === "PriceUnknown" &&
  "providers" in refusal &&
  Array.isArray(refusal.providers) &&
  refusal.providers.length === 0

/** Calls a tool within a hold. Rejects with the refusal before the tool is called, or with what it rejects with. */
export const payTool = async <A>(
  budget: CheckedBudget & ToolBudget,
  { characters, model, send, signal }: ToolCall<A>
): Promise<A> => {
  const { provider, unit = "calls", unpriced } = budget
  const { most = usual[unit] } = budget
  const reservation = { model, ...(provider && { provider }), usage: { units: { [unit]: most } } }
  let began: number | undefined
  const counted = (result: A) => {
    if (unit === "calls") return 1
    // The first second has begun, also by a coarse clock.
    return unit === "seconds" ? Math.max(1, Math.ceil((performance.now() - (began ?? 0)) / 1000)) : characters(result)
  }
  try {
    return await payRequest(budget, {
      reservation,
      send: () => {
        began = performance.now()
        return send()
      },
      settlement: (result) => ({ usage: { units: { [unit]: counted(result) } } }),
      estimate: () => reservation.usage,
      signal
    })
  } catch (error) {
    const refusal = began === undefined ? refusalIn(error) : undefined
    if (refusal === undefined || !hasNoPrice(refusal)) throw error
    if (unpriced === "free") return send()
    const missing = `The tool ${model} has no price: add its card to the price book, or state \`unpriced: "free"\`.`
    throw new TypeError(missing, { cause: error })
  }
}
