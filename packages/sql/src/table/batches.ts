// Statements are prepared once per text, so lists come in few lengths: powers of two.
const MAX_LIST_LENGTH = 1024

const floorPowerOfTwo = (length: number) => 2 ** Math.floor(Math.log2(length))

/** Splits rows to insert into runs of 1, 2, 4 … rows, so that no statement binds more variables than SQLite allows. */
export const inChunks = <A>(rows: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const chunks: Array<ReadonlyArray<A>> = []
  for (let start = 0; start < rows.length; ) {
    const size = Math.min(MAX_LIST_LENGTH, floorPowerOfTwo(rows.length - start))
    chunks.push(rows.slice(start, start + size))
    start += size
  }
  return chunks
}

/** Splits values for `IN (…)` into lists of 1, 2, 4 … values. The last list repeats a value to reach its length. */
export const inLists = <A>(values: ReadonlyArray<A>): ReadonlyArray<ReadonlyArray<A>> => {
  const distinct = [...new Set(values)]
  const lists: Array<ReadonlyArray<A>> = []
  for (let start = 0; start < distinct.length; start += MAX_LIST_LENGTH) {
    const list = distinct.slice(start, start + MAX_LIST_LENGTH)
    const size = 2 ** Math.ceil(Math.log2(list.length))
    for (const first of list.slice(0, 1)) while (list.length < size) list.push(first)
    lists.push(list)
  }
  return lists
}
