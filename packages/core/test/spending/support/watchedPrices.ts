import { PriceBook } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

type Book = PriceBook["Type"]

/** The price book, and how often it was asked since the last time it was told. What is kept of its prices belongs to it alone. */
export const watchedPrices = Effect.map(PriceBook, (book) => {
  let reads = 0
  const counted = <A>(effect: A): A => {
    reads += 1
    return effect
  }
  const { period } = book
  if (period === undefined) throw new Error("This storage does not tell the version of the book.")
  const watched: Book = {
    ...book,
    find: (...args) => counted(book.find(...args)),
    resolve: (...args) => counted(book.resolve(...args)),
    period: (at) => counted(period(at))
  }
  const told = () => {
    const before = reads
    reads = 0
    return before
  }
  return { book: watched, reads: told, watch: Effect.provideService(PriceBook, watched) }
})
