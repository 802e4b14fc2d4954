import type { PriceChanges, RateCard, Usd } from "@tollgate/core"
import { alignColumns } from "../output/columns.js"
import { decimalOf } from "../output/dollars.js"

const dollars = (rate: Usd.Usd | null): string => (rate === null ? "" : decimalOf(rate))

const nameOf = ({ model, provider }: RateCard) => `${provider}/${model}`

const columns: ReadonlyArray<readonly [title: string, cell: (card: RateCard) => string]> = [
  ["model", nameOf],
  ["input", ({ rates }) => dollars(rates.input)],
  ["output", ({ rates }) => dollars(rates.output)],
  ["cache read", ({ rates }) => dollars(rates.cache_read)],
  ["cache write", ({ rates }) => dollars(rates.cache_write)],
  ["image", ({ rates }) => dollars(rates.image)],
  ["tiers", ({ tiers }) => tiers.map(({ above }) => `>${above}`).join(" ")]
]

/** Cards as a table, in USD per million tokens and per image. */
export const tableOf = (cards: ReadonlyArray<RateCard>): string =>
  alignColumns([columns.map(([title]) => title), ...cards.map((card) => columns.map(([, cell]) => cell(card)))])

const pricesOf = ({ rates }: RateCard) => `input ${dollars(rates.input)}, output ${dollars(rates.output)}`

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
