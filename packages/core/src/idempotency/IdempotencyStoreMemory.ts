import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as RedBlackTree from "effect/RedBlackTree"
import { MemoryState } from "../memory/MemoryState.js"
import { Slice } from "../memory/Slice.js"
import * as SortedIndex from "../memory/SortedIndex.js"
import { contextOf } from "../ports/contextOf.js"
import { IdempotencyStore } from "./IdempotencyStore.js"
import { FORGOTTEN_AT_ONCE, KEPT_MILLIS, type KeptAnswerName, type KeptAnswerRecord } from "./KeptAnswer.js"

interface Answers {
  readonly byName: HashMap.HashMap<string, KeptAnswerRecord>
  readonly byAge: SortedIndex.SortedIndex<KeptAnswerRecord>
}

const slice = new Slice<Answers>("kept answers", { byName: HashMap.empty(), byAge: SortedIndex.empty() })

const keyOf = ({ caller, name, organization_id }: KeptAnswerName) => `${organization_id} ${caller} ${name}`
const sortKey = (answer: KeptAnswerRecord) => SortedIndex.oldestFirst(answer.kept_at.epochMillis, keyOf(answer))

const remove = (all: Answers, answer: KeptAnswerRecord): Answers => ({
  byName: HashMap.remove(all.byName, keyOf(answer)),
  byAge: RedBlackTree.removeFirst(all.byAge, sortKey(answer))
})

const insert = (all: Answers, answer: KeptAnswerRecord): Answers => ({
  byName: HashMap.set(all.byName, keyOf(answer), answer),
  byAge: RedBlackTree.insert(all.byAge, sortKey(answer), answer)
})

const isKept = (answer: KeptAnswerRecord, at: DateTime.Utc) =>
  answer.kept_at.epochMillis >= at.epochMillis - KEPT_MILLIS

/** The oldest answers that are too old, at most so many. */
const oldest = (all: Answers, at: DateTime.Utc, most: number): ReadonlyArray<KeptAnswerRecord> =>
  SortedIndex.page(all.byAge, { limit: most, offset: 0 }).data.filter((answer) => !isKept(answer, at))

const beginsWith = (bytes: Uint8Array, beginning: Uint8Array) => beginning.every((byte, index) => bytes[index] === byte)

export const make = contextOf(
  IdempotencyStore,
  Effect.map(MemoryState, (state) => {
    const { modify, read } = state.of(slice)
    const find = (name: KeptAnswerName, at: DateTime.Utc) =>
      read(({ byName }) => Option.filter(HashMap.get(byName, keyOf(name)), (answer) => isKept(answer, at)))
    return IdempotencyStore.of({
      // A transaction in memory is alone, so there is nothing to claim.
      claim: find,
      wasKept: () => false,
      find,
      keep: (answer) =>
        modify((all) => {
          const before = HashMap.get(all.byName, keyOf(answer))
          const others = Option.isSome(before) ? remove(all, before.value) : all
          const left = oldest(others, answer.kept_at, FORGOTTEN_AT_ONCE).reduce(remove, others)
          return [undefined, insert(left, answer)]
        }),
      release: () => Effect.void,
      forget: (at, most) =>
        modify((all) => {
          const old = oldest(all, at, most)
          return [old.length, old.reduce(remove, all)]
        }),
      latest: (beginning) =>
        read(({ byName }) => {
          const times = [...HashMap.values(byName)]
            .filter(({ fingerprint }) => beginsWith(fingerprint, beginning))
            .map(({ kept_at }) => kept_at.epochMillis)
          return times.length === 0 ? Option.none() : Option.some(DateTime.unsafeMake(Math.max(...times)))
        })
    })
  })
)
