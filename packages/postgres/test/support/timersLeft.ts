import { vi } from "@effect/vitest"

/** Counts from now on the timers of this many milliseconds that are set and not cleared. Restore the mocks after the test. */
export const timersLeft = (milliseconds: number): (() => number) => {
  const set = vi.spyOn(globalThis, "setTimeout")
  const cleared = vi.spyOn(globalThis, "clearTimeout")
  return () => {
    const over = new Set<unknown>(cleared.mock.calls.map(([timer]) => timer))
    return set.mock.calls.filter(([, of], n) => of === milliseconds && !over.has(set.mock.results[n]?.value)).length
  }
}
