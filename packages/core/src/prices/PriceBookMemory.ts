import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import { contextOf } from "../ports/contextOf.js"
import { findPrice, namesOfModel, resolveModel } from "./findPrice.js"
import { PriceBook } from "./PriceBook.js"
import { hashCards, type PriceVersion, planReplacement, type Replacement } from "./PriceVersion.js"

/** All versions in the order of the list, and by id in the order of their periods. */
interface Book {
  readonly versions: ReadonlyArray<PriceVersion>
  readonly byId: HashMap.HashMap<string, ReadonlyArray<PriceVersion>>
}

const slice = new Slice<Book>("prices", { versions: [], byId: HashMap.empty() })

const idOf = (provider: string, name: string) => JSON.stringify([provider, name])

const inOrder = Order.combineAll([
  Order.mapInput(Order.string, ({ provider }: PriceVersion) => provider),
  Order.mapInput(Order.string, ({ name }: PriceVersion) => name),
  Order.mapInput(DateTime.Order, ({ valid_from }: PriceVersion) => valid_from)
])

const toBook = (unordered: ReadonlyArray<PriceVersion>): Book => {
  const versions = unordered.toSorted(inOrder)
  const byId = new Map<string, Array<PriceVersion>>()
  for (const version of versions) {
    const id = idOf(version.provider, version.name)
    const others = byId.get(id)
    if (others === undefined) byId.set(id, [version])
    else others.push(version)
  }
  return { versions, byId: HashMap.fromIterable(byId) }
}

/** What is left of a version whose card ends. */
const cut = (version: PriceVersion, now: DateTime.Utc): ReadonlyArray<PriceVersion> =>
  DateTime.lessThan(version.valid_from, now) ? [{ ...version, valid_until: now, replaced_at: now }] : []

const replaced = (versions: ReadonlyArray<PriceVersion>, { added, ended, now }: Replacement): Book => {
  const ends = new Set(ended)
  const kept = versions.flatMap((version) =>
    ends.has(version.version) && DateTime.greaterThan(version.valid_until, now) ? cut(version, now) : [version]
  )
  return toBook([...kept, ...added])
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
      resolve: (model, at) =>
        read(({ versions }) =>
          resolveModel(
            model,
            versions.filter((version) => namesOfModel(model).includes(version.name) && isInForce(at)(version))
          )
        ),
      list: (at, { limit, offset }) =>
        read(({ versions }) => {
          const all = versions.filter(({ is_alias, valid_until }) => !is_alias && DateTime.greaterThan(valid_until, at))
          return { data: all.slice(offset, offset + limit).map(({ card }) => card), total_count: all.length }
        }),
      replace: (cards, now) =>
        Effect.suspend(() => {
          const hashed = hashCards(cards)
          return modify(({ versions }) => [undefined, replaced(versions, planReplacement(versions, hashed, now))])
        }),
      prune: (until) =>
        modify(({ versions }) => [
          undefined,
          toBook(versions.filter(({ valid_until }) => DateTime.greaterThan(valid_until, until)))
        ])
    })
  })
)
