/** A generator of numbers from 0 to 1 that depends on `seed` alone (mulberry32). */
const numbers = (seed) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The items in an order that depends on the seed alone: the first `n` of it are a sample. */
export const shuffle = (items, seed) => {
  const next = numbers(seed)
  const shuffled = [...items]
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(next() * (last + 1))
    const item = shuffled[last]
    shuffled[last] = shuffled[other]
    shuffled[other] = item
  }
  return shuffled
}
