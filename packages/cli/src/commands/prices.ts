import { diffCards, mergePrices, RateCard, RateCards, readPrices, replacePrices } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { callMethod } from "../account/AnyAccount.js"
import { withAccount } from "../account/withAccount.js"
import { type DatabaseOptions, inExisting, toChange, toRead } from "../database/databaseLayer.js"
import { readPriceFile } from "../prices/PriceFile.js"
import { reportOf } from "../prices/reportOf.js"
import { changedLines, removedLines, summaryOf, tableOf } from "../prices/showCards.js"
import { readAllPages } from "./readAllPages.js"

const PAGE_SIZE = 100
/** All cards of the book. */
const book = Effect.gen(function* () {
  const cards: Array<RateCard> = []
  for (;;) {
    const { data } = yield* readPrices({ limit: PAGE_SIZE, offset: cards.length })
    cards.push(...data)
    if (data.length < PAGE_SIZE) return cards
  }
})

interface FileOptions extends DatabaseOptions {
  readonly file: string
  /** Whether the cards of the file are the whole book. Otherwise they are merged into it. */
  readonly replace: boolean
}

const idOf = ({ model, provider }: RateCard) => JSON.stringify([provider, model])

/** What an import changes: cards of models that the file does not have go only if it replaces the book. */
const changesOf = (before: ReadonlyArray<RateCard>, after: ReadonlyArray<RateCard>, replace: boolean) => {
  const models = new Set(after.map(idOf))
  return diffCards(replace ? before : before.filter((card) => models.has(idOf(card))), after)
}

/** Merges the cards of a file into the price book, or replaces the book by them. */
export const importPrices = Effect.fnUntraced(function* (options: FileOptions) {
  const read = yield* readPriceFile(options.file)
  const { cards, skipped } = read
  const changes = yield* inExisting(
    options,
    toChange,
    Effect.zipLeft(
      Effect.map(book, (before) => changesOf(before, cards, options.replace)),
      options.replace ? replacePrices({ cards }) : mergePrices({ cards })
    )
  )
  for (const line of reportOf(read)) yield* Console.error(line)
  for (const line of removedLines(changes)) yield* Console.log(line)
  yield* Console.log(`Imported ${cards.length} rate cards: ${summaryOf(changes)}. Skipped ${skipped.length} entries.`)
})

const toJson = Schema.encode(Schema.parseJson(RateCards, { space: 2 }))

interface ListOptions extends DatabaseOptions {
  readonly json: boolean
  readonly url: Option.Option<string>
}

const decodeCards = Schema.decodeUnknown(Schema.Struct({ data: Schema.Array(RateCard) }))

/** All cards of the book of a server. */
const bookAtServer = (options: ListOptions) =>
  withAccount({ ...options, organization: Option.none() }, true, (account) =>
    readAllPages((page) => callMethod(account, { resource: "prices", method: "list" }, [page]), {})
  ).pipe(
    Effect.flatMap(decodeCards),
    Effect.map(({ data }) => data)
  )

/** Prints the price book. */
export const listPrices = Effect.fnUntraced(function* (options: ListOptions) {
  const cards = yield* Option.isSome(options.url) ? bookAtServer(options) : inExisting(options, toRead, book)
  if (options.json) return yield* Console.log(yield* toJson({ cards }))
  yield* Console.log(cards.length === 0 ? "The price book is empty." : tableOf(cards))
})

/** Prints what an import of the file would change. */
export const diffPrices = Effect.fnUntraced(function* (options: FileOptions) {
  const { cards } = yield* readPriceFile(options.file)
  const changes = changesOf(yield* inExisting(options, toRead, book), cards, options.replace)
  for (const line of changedLines(changes)) yield* Console.log(line)
  yield* Console.log(`${summaryOf(changes)}.`)
})
