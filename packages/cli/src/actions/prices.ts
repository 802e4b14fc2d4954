import { diffCards, RateCard, RateCards, readPrices, replacePrices, type Services } from "@tollgate/core"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { callMethod } from "../account/AnyAccount.js"
import { withAccount } from "../account/withAccount.js"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer, toChange, toRead } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"
import { readPriceFile } from "../prices/PriceFile.js"
import { changedLines, summaryOf, tableOf } from "../prices/showCards.js"
import { askForAll } from "./askForAll.js"

const PAGE = 100
/** How many skipped entries are named. */
const NAMED = 20

/** All cards of the book. */
const book = Effect.gen(function* () {
  const cards: Array<RateCard> = []
  for (;;) {
    const { data } = yield* readPrices({ limit: PAGE, offset: cards.length })
    cards.push(...data)
    if (data.length < PAGE) return cards
  }
})

const inDatabase = <A, E>(given: DatabaseGiven, use: Effect.Effect<A, E, Services>, opening = toRead) =>
  requireExisting(Effect.provide(use, databaseLayer(given, opening)))

interface FileGiven extends DatabaseGiven {
  readonly file: string
}

/** Replaces the price book by the cards of a file. */
export const importPrices = Effect.fnUntraced(function* (given: FileGiven) {
  const { cards, skipped } = yield* readPriceFile(given.file)
  const changes = yield* inDatabase(
    given,
    Effect.zipLeft(
      Effect.map(book, (before) => diffCards(before, cards)),
      replacePrices({ cards })
    ),
    toChange
  )
  for (const { id, reason } of skipped.slice(0, NAMED)) yield* Console.error(`Skipped ${id}: ${reason}.`)
  if (skipped.length > NAMED) yield* Console.error(`Skipped ${skipped.length - NAMED} more.`)
  yield* Console.log(`Imported ${cards.length} rate cards: ${summaryOf(changes)}. Skipped ${skipped.length} entries.`)
})

const toJson = Schema.encode(Schema.parseJson(RateCards, { space: 2 }))

interface ListGiven extends DatabaseGiven {
  readonly json: boolean
  readonly url: Option.Option<string>
}

const decodeCards = Schema.decodeUnknown(Schema.Struct({ data: Schema.Array(RateCard) }))

/** All cards of the book of a server. */
const bookAtServer = (given: ListGiven) =>
  withAccount({ ...given, organization: Option.none() }, true, (account) =>
    askForAll((page) => callMethod(account, { resource: "prices", method: "list" }, [page]), {})
  ).pipe(
    Effect.flatMap(decodeCards),
    Effect.map(({ data }) => data)
  )

/** Prints the price book. */
export const listPrices = Effect.fnUntraced(function* (given: ListGiven) {
  const cards = yield* Option.isSome(given.url) ? bookAtServer(given) : inDatabase(given, book)
  if (given.json) return yield* Console.log(yield* toJson({ cards }))
  yield* Console.log(cards.length === 0 ? "The price book is empty." : tableOf(cards))
})

/** Prints what an import of the file would change. */
export const diffPrices = Effect.fnUntraced(function* (given: FileGiven) {
  const { cards } = yield* readPriceFile(given.file)
  const changes = diffCards(yield* inDatabase(given, book), cards)
  for (const line of changedLines(changes)) yield* Console.log(line)
  yield* Console.log(`${summaryOf(changes)}.`)
})
