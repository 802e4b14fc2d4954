import * as Array from "effect/Array"

// The texts of statements are prepared once and kept, so lists come in few lengths: powers of two.
const LONGEST = 1024

const floorPowerOfTwo = (length: number) => 2 ** Math.floor(Math.log2(length))

/** Splits rows to insert into runs of 1, 2, 4 … rows, so that no statement binds more variables than SQLite takes. */
export const inChunks = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const chunks: Array<ReadonlyArray<A>> = []
  for (let start = 0; start < rows.length; ) {
    const size = Math.min(LONGEST, floorPowerOfTwo(rows.length - start))
    chunks.push(rows.slice(start, start + size))
    start += size
  }
  return chunks
}

/** Splits values for `IN (…)` into lists of 1, 2, 4 … values, the last one made longer by repeating a value. */
export const inLists = <A>(values: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> =>
  Array.chunksOf([...new Set(values)], LONGEST).map((list) =>
    Array.pad(list, 2 ** Math.ceil(Math.log2(list.length)), list[0])
  )
