const EVERY = 5

/** The longest that a timer of 5 ms was kept waiting while something went on, in milliseconds. */
export const timerGap = async (during: () => Promise<unknown>): Promise<number> => {
  let last = performance.now()
  let longest = 0
  const tick = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(tick, EVERY)
  await during()
  tick()
  clearInterval(timer)
  return longest
}
