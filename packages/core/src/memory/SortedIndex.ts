import * as HashMap from "effect/HashMap"
import * as Option from "effect/Option"
import * as Order from "effect/Order"
import * as RedBlackTree from "effect/RedBlackTree"
import type { Page, Paged } from "../values/Page.js"

/** A persistent list in the order of its text keys. Its size and any page take logarithmic time. */
export type SortedIndex<A> = RedBlackTree.RedBlackTree<string, A>

export const empty = <A>(): SortedIndex<A> => RedBlackTree.empty(Order.string)

const DIGITS = 16
// The greatest number from which a difference is exact.
const MAX_NUMBER = Number.MAX_SAFE_INTEGER

/** Text that sorts as a number does. */
export const ascending = (value: number): string => String(value).padStart(DIGITS, "0")

/** Text that sorts as a number does, the greatest first. */
export const descending = (value: number): string => ascending(MAX_NUMBER - value)

/** Sorts by time, oldest first, then by id. Times are milliseconds since 1970. */
export const oldestFirst = (time: number, id: string): string => `${ascending(time)} ${id}`

/** Sorts by time, newest first, then by id. */
export const newestFirst = (time: number, id: string): string => `${descending(time)} ${id}`

/** Inserts into one of several lists, and creates the list if needed. */
export const insertAt = <K, A>(
  lists: HashMap.HashMap<K, SortedIndex<A>>,
  key: K,
  sortKey: string,
  value: A
): HashMap.HashMap<K, SortedIndex<A>> =>
  HashMap.modifyAt(lists, key, (list) =>
    Option.some(RedBlackTree.insert(Option.getOrElse(list, empty<A>), sortKey, value))
  )

/** Removes from one of several lists, and removes the list if it is empty then. */
export const removeAt = <K, A>(
  lists: HashMap.HashMap<K, SortedIndex<A>>,
  key: K,
  sortKey: string
): HashMap.HashMap<K, SortedIndex<A>> =>
  HashMap.modifyAt(lists, key, (list) =>
    Option.filter(
      Option.map(list, (list) => RedBlackTree.removeFirst(list, sortKey)),
      (list) => RedBlackTree.size(list) > 0
    )
  )

/** A page of a list, with the size of the whole list. */
export const page = <A>(index: SortedIndex<A>, { limit, offset }: Page): Paged<A> => {
  const data: Array<A> = []
  const total_count = RedBlackTree.size(index)
  if (offset < total_count) {
    for (const [, value] of RedBlackTree.at(index, offset)) {
      if (data.push(value) === limit) break
    }
  }
  return { data, total_count }
}
