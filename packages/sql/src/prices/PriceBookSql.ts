import type { RateCard } from "@tollgate/core"
import {
  cardFromJson,
  FARTHEST,
  findPrice,
  hashCards,
  isChange,
  namesFromJson,
  PriceBook,
  PriceCache,
  type PriceVersion,
  planMerge,
  planMerged,
  planReplacement,
  type Replacement,
  resolveModel,
  StorageFailure,
  spellingsOf
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { inChunks, inLists } from "../table/batches.js"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"
import { changePriceVersion, toPriceVersion } from "./priceVersion.js"

const time = Schema.DateTimeUtcFromSelf

/** A row of `price_versions`: a card under one of its ids, in a period. The card is JSON. */
const Row = Schema.Struct({
  provider: Schema.String,
  name: Schema.String,
  is_alias: Schema.Boolean,
  valid_from: time,
  valid_until: time,
  replaced_at: Schema.NullOr(time),
  version: Schema.String,
  card: Schema.String
})
const Key = Row.pick("provider", "name", "is_alias", "valid_until", "replaced_at", "version")
const Named = Row.pick("provider", "name", "is_alias", "card")
const Card = Row.pick("card")
const Period = Schema.Struct({
  value: Schema.NullOr(Schema.String),
  since: Schema.NullOr(time),
  until: Schema.NullOr(time)
})
const Found = Row.pick("is_alias", "valid_until", "card")

/** Reads the card of a row. What was stored is valid, so another form means damage. */
const reading =
  <A>(fromJson: (json: string) => A) =>
  ({ card }: { readonly card: string }) =>
    Effect.try({ try: () => fromJson(card), catch: (cause) => new StorageFailure({ cause, outcome: "none" }) })

const cardOf = reading(cardFromJson)
const namesOf = reading(namesFromJson)

const rowOf = ({ json, ...version }: PriceVersion): typeof Row.Type => ({ ...version, card: json })

export const make = contextOf(
  PriceBook,
  Effect.map(Database, (database) => {
    const versions = table(database, "price_versions", Row)
    const book = PriceBook.of({ ...reads(database, versions), ...writes(database, versions) })
    // What is kept of another database says nothing about this one.
    database.onNewServer?.(() => PriceCache.of(book).clear())
    return book
  })
)

type Book = Context.Tag.Service<PriceBook>
type Versions = ReturnType<typeof table<typeof Row.Type, typeof Row.Encoded>>

const reads = (
  { read, snapshot, sql }: Context.Tag.Service<Database>,
  versions: Versions
): Pick<Book, "find" | "list" | "period" | "resolve"> => {
  const found = rowReader(sql, Found)
  const named = rowReader(sql, Named)
  const cards = rowReader(sql, Card)
  const sizes = rowReader(sql, ListSize)
  const periods = rowReader(sql, Period)
  return {
    find: (provider, model, at) =>
      findPrice(model, (name) =>
        Effect.flatMap(
          // Periods of an id do not overlap, so only the last one that has begun can hold the instant.
          found.first(
            read(sql`SELECT ${found.columns} FROM price_versions
WHERE provider = ${provider} AND name = ${name} AND valid_from <= ${at.epochMillis}
ORDER BY valid_from DESC LIMIT 1`)
          ),
          Option.match({
            onNone: () => Effect.succeedNone,
            onSome: (row) =>
              row.valid_until.epochMillis <= at.epochMillis
                ? Effect.succeedNone
                : Effect.map(cardOf(row), (card) => Option.some({ card, is_alias: row.is_alias }))
          })
        )
      ),
    resolve: (provider, text, at) =>
      Effect.flatMap(
        named.all(
          read(sql`SELECT ${named.columns} FROM price_versions WHERE lower(name) IN ${sql.in([...spellingsOf(text)])}
${provider === null ? sql`` : sql`AND provider = ${provider}`}
AND valid_from <= ${at.epochMillis} AND valid_until > ${at.epochMillis}`)
        ),
        (rows) =>
          Effect.map(
            Effect.forEach(rows, (row) => Effect.map(namesOf(row), (card) => ({ ...row, card }))),
            (found) => resolveModel(text, found)
          )
      ),
    list: (at, { limit, offset }) => {
      const live = sql`FROM price_versions WHERE ${versions.where({ is_alias: false })} AND valid_until > ${at.epochMillis}`
      const size = sizes.first(read(sql`SELECT COUNT(*) AS size ${live}`))
      const page = cards.all(
        read(sql`SELECT ${cards.columns} ${live}
ORDER BY provider, name, valid_from LIMIT ${limit} OFFSET ${offset}`)
      )
      return Effect.flatMap(snapshot(Effect.all([size, page])), ([size, rows]) =>
        Effect.map(Effect.forEach(rows, cardOf), (data) => ({
          data,
          total_count: Option.match(size, { onNone: () => 0, onSome: ({ size }) => size })
        }))
      )
    },
    period: (at) => {
      const instant = at.epochMillis
      return Effect.map(
        periods.first(
          read(sql`SELECT (SELECT value FROM tollgate_meta WHERE name = 'price_version') AS value,
(SELECT MAX(at) FROM (SELECT MAX(valid_from) AS at FROM price_versions WHERE valid_from <= ${instant}
UNION ALL SELECT MAX(valid_until) FROM price_versions WHERE valid_until <= ${instant}) AS b) AS since,
(SELECT MIN(at) FROM (SELECT MIN(valid_from) AS at FROM price_versions WHERE valid_from > ${instant}
UNION ALL SELECT MIN(valid_until) FROM price_versions WHERE valid_until > ${instant}) AS b) AS until`)
        ),
        (found) => {
          const row = Option.getOrUndefined(found)
          return {
            version: toPriceVersion(row),
            from: row?.since?.epochMillis ?? -FARTHEST,
            until: row?.until?.epochMillis ?? FARTHEST
          }
        }
      )
    }
  }
}

const writes = (
  database: Context.Tag.Service<Database>,
  versions: Versions
): Pick<Book, "merge" | "prune" | "replace"> => {
  const { lock, read, sql, transact, write } = database
  const keys = rowReader(sql, Key)
  const cards = rowReader(sql, Card)
  const changeVersion = changePriceVersion(database)
  const insert = versions.insertAll(sql``)

  /** Changes the book as the plan says, which is made of the stored versions under a lock. */
  const change = (plan: (stored: ReadonlyArray<typeof Key.Type>) => Effect.Effect<Replacement, StorageFailure>) =>
    transact(
      Effect.gen(function* () {
        yield* lock(sql`LOCK TABLE price_versions IN SHARE ROW EXCLUSIVE MODE`)
        const stored = yield* keys.all(
          read(sql`SELECT ${keys.columns} FROM price_versions ORDER BY provider, name, valid_from`)
        )
        const replacement = yield* plan(stored)
        if (!isChange(replacement)) return
        const { added, ended, now } = replacement
        yield* changeVersion
        const at = now.epochMillis
        for (const list of inLists(ended)) {
          yield* write(sql`DELETE FROM price_versions WHERE valid_from >= ${at} AND ${sql.in("version", list)}`)
          yield* write(sql`UPDATE price_versions SET valid_until = ${at}, replaced_at = ${at}
WHERE valid_until > ${at} AND ${sql.in("version", list)}`)
        }
        for (const chunk of inChunks(added.map(rowOf))) yield* write(insert(chunk))
      })
    )

  /** The cards with these hashes. */
  const withHashes = Effect.fnUntraced(function* (hashes: ReadonlyArray<string>) {
    const found: Array<RateCard> = []
    for (const list of inLists(hashes)) {
      const rows = yield* cards.all(
        read(sql`SELECT ${cards.columns} FROM price_versions
WHERE ${versions.where({ is_alias: false })} AND ${sql.in("version", list)}`)
      )
      found.push(...(yield* Effect.forEach(rows, cardOf)))
    }
    return found
  })

  return {
    replace: (cards, now) =>
      Effect.suspend(() => {
        const hashed = hashCards(cards)
        return change((stored) => Effect.succeed(planReplacement(stored, hashed, now)))
      }),
    merge: (cards, now) =>
      change((stored) => {
        const merge = planMerge(stored, cards, now)
        return Effect.map(withHashes([...merge.clashing]), (theirs) => planMerged(stored, merge, theirs, now))
      }),
    prune: (until) =>
      transact(
        Effect.gen(function* () {
          const deleted = yield* write(
            sql`DELETE FROM price_versions WHERE valid_until <= ${until.epochMillis} RETURNING 1 AS deleted`
          )
          if (deleted.length > 0) yield* changeVersion
        })
      )
  }
}
