const EVERY = 5

/** The longest delay of a 5 ms timer while a task runs, in milliseconds. */
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
