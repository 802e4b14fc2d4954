import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice, type State } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { findPrice, resolveModel } from "./findPrice.js"
import { spellingsOf } from "./modelNames.js"
import { PriceBook, type PricePeriod } from "./PriceBook.js"
import {
  FARTHEST,
  hashCards,
  isChange,
  type PriceVersion,
  planMerge,
  planMerged,
  planReplacement,
  type Replacement
} from "./PriceVersion.js"

type Index = HashMap.HashMap<string, ReadonlyArray<PriceVersion>>

/** All versions in the order of the list, and, in this order, by id and by name in lower case. */
interface Book {
  readonly versions: ReadonlyArray<PriceVersion>
  readonly byId: Index
  readonly byName: Index
  /** The version of the book. */
  readonly version: number
}

const empty: Book = { versions: [], byId: HashMap.empty(), byName: HashMap.empty(), version: 0 }
const slice = new Slice<Book>("prices", empty)

/** The version of the book in a state. */
export const versionIn = (state: State): number => slice.read(state).version

/** Of all books, so that a version that was rolled back does not come again with other cards. */
let latest = 0

const idOf = (provider: string, name: string) => JSON.stringify([provider, name])

const inOrder = Order.combineAll([
  Order.mapInput(Order.string, ({ provider }: PriceVersion) => provider),
  Order.mapInput(Order.string, ({ name }: PriceVersion) => name),
  Order.mapInput(DateTime.Order, ({ valid_from }: PriceVersion) => valid_from)
])

const indexed = (versions: ReadonlyArray<PriceVersion>, keyOf: (version: PriceVersion) => string): Index => {
  const groups = new Map<string, Array<PriceVersion>>()
  for (const version of versions) {
    const key = keyOf(version)
    const others = groups.get(key)
    if (others === undefined) groups.set(key, [version])
    else others.push(version)
  }
  return HashMap.fromIterable(groups)
}

const toBook = (unordered: ReadonlyArray<PriceVersion>): Book => {
  const versions = unordered.toSorted(inOrder)
  return {
    versions,
    byId: indexed(versions, ({ name, provider }) => idOf(provider, name)),
    byName: indexed(versions, ({ name }) => name.toLowerCase()),
    version: ++latest
  }
}

/** What is left of a version whose card ends. */
const cut = (version: PriceVersion, now: DateTime.Utc): ReadonlyArray<PriceVersion> =>
  DateTime.lessThan(version.valid_from, now) ? [{ ...version, valid_until: now, replaced_at: now }] : []

const replaced = (book: Book, replacement: Replacement): Book => {
  if (!isChange(replacement)) return book
  const { versions } = book
  const { added, ended, now } = replacement
  const ends = new Set(ended)
  const kept = versions.flatMap((version) =>
    ends.has(version.version) && DateTime.greaterThan(version.valid_until, now) ? cut(version, now) : [version]
  )
  return toBook([...kept, ...added])
}

/** The period around an instant in which no card begins or ends. */
const periodAt = ({ version, versions }: Book, at: number): PricePeriod => {
  let [from, until] = [-FARTHEST, FARTHEST]
  for (const { valid_from, valid_until } of versions) {
    for (const { epochMillis } of [valid_from, valid_until]) {
      if (epochMillis <= at) from = Math.max(from, epochMillis)
      else until = Math.min(until, epochMillis)
    }
  }
  return { version, from, until }
}

const isInForce =
  (at: DateTime.Utc) =>
  ({ valid_from, valid_until }: PriceVersion) =>
    DateTime.lessThanOrEqualTo(valid_from, at) && DateTime.lessThan(at, valid_until)

export const make = contextOf(
  PriceBook,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    return PriceBook.of({
      find: (provider, model, at) =>
        findPrice(model, (name) =>
          read(({ byId }) =>
            Option.flatMap(HashMap.get(byId, idOf(provider, name)), (versions) =>
              Option.fromNullable(versions.find(isInForce(at)))
            )
          )
        ),
      resolve: (provider, text, at) =>
        read(({ byName }) => {
          const named = [...spellingsOf(text)].flatMap((name) => Option.getOrElse(HashMap.get(byName, name), () => []))
          const isAt = (version: PriceVersion) => provider === null || version.provider === provider
          return resolveModel(
            text,
            named.filter((version) => isAt(version) && isInForce(at)(version))
          )
        }),
      list: (at, { limit, offset }) =>
        read(({ versions }) => {
          const all = versions.filter(({ is_alias, valid_until }) => !is_alias && DateTime.greaterThan(valid_until, at))
          return { data: all.slice(offset, offset + limit).map(({ card }) => card), total_count: all.length }
        }),
      replace: (cards, now) =>
        Effect.suspend(() => {
          const hashed = hashCards(cards)
          return modify((book) => [undefined, replaced(book, planReplacement(book.versions, hashed, now))])
        }),
      merge: (cards, now) =>
        modify((book) => {
          const { versions } = book
          const merge = planMerge(versions, cards, now)
          const clashing = versions.filter(({ is_alias, version }) => !is_alias && merge.clashing.has(version))
          const theirs = clashing.map(({ card }) => card)
          return [undefined, replaced(book, planMerged(versions, merge, theirs, now))]
        }),
      prune: (until) =>
        modify((book) => {
          const kept = book.versions.filter(({ valid_until }) => DateTime.greaterThan(valid_until, until))
          return [undefined, kept.length === book.versions.length ? book : toBook(kept)]
        }),
      period: (at) => read((book) => periodAt(book, at.epochMillis))
    })
  })
)
