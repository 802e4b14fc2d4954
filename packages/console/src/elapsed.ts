/**
 * Starts to measure: each call says how many milliseconds have passed. The clock of the machine counts while it sleeps and may be set, the page's
 * own cannot be set and may stand still while the machine sleeps: the longer of the two is the time.
 */
export const elapsed = (): (() => number) => {
  const at = Date.now()
  const own = performance.now()
  return () => Math.max(Date.now() - at, performance.now() - own)
}
