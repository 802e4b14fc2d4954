import type { PriceChanges, RateCard, Usd } from "@tollgate/core"
import { alignColumns } from "../output/columns.js"
import { decimalOf } from "../output/dollars.js"

const dollars = (rate: Usd.Usd | null): string => (rate === null ? "" : decimalOf(rate))

const nameOf = ({ model, provider }: RateCard) => `${provider}/${model}`

/** The rates that a card has, by their names. */
const stated = (rates: Readonly<Record<string, Usd.Usd | null>>): ReadonlyArray<string> =>
  Object.entries(rates).flatMap(([name, rate]) => (rate === null ? [] : [`${name} ${dollars(rate)}`]))

const columns: ReadonlyArray<readonly [title: string, cell: (card: RateCard) => string]> = [
  ["model", nameOf],
  ["input", ({ rates }) => dollars(rates.input)],
  ["output", ({ rates }) => dollars(rates.output)],
  ["cache read", ({ rates }) => dollars(rates.cache_read)],
  ["cache write", ({ rates }) => dollars(rates.cache_write)],
  ["image", ({ rates }) => dollars(rates.image)],
  ["units", ({ rates }) => stated(rates.units).join(", ")],
  ["tiers", ({ tiers }) => tiers.map(({ above }) => `>${above}`).join(" ")]
]

/** Cards as a table, in USD per million tokens and characters, per image, call and second. */
export const tableOf = (cards: ReadonlyArray<RateCard>): string =>
  alignColumns([columns.map(([title]) => title), ...cards.map((card) => columns.map(([, cell]) => cell(card)))])

const pricesOf = ({ rates: { input, output, units } }: RateCard) => stated({ input, output, ...units }).join(", ")

/** What goes, a line per card. */
export const removedLines = ({ removed }: Pick<PriceChanges, "removed">): ReadonlyArray<string> =>
  removed.map((card) => `- ${nameOf(card)}  ${pricesOf(card)}`)

/** What changes, a line per card: `+` added, `~` changed, `-` removed. */
export const changedLines = ({ added, changed, removed }: PriceChanges): ReadonlyArray<string> => [
  ...added.map((card) => `+ ${nameOf(card)}  ${pricesOf(card)}`),
  ...changed.map(({ after, before }) => `~ ${nameOf(after)}  ${pricesOf(before)} -> ${pricesOf(after)}`),
  ...removedLines({ removed })
]

/** How many cards change. */
export const summaryOf = ({ added, changed, removed }: PriceChanges): string =>
  `${added.length} added, ${changed.length} changed, ${removed.length} removed`
