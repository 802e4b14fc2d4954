import { Effect } from "effect"
import type { Page } from "puppeteer-core"

/** What the page has for a test: see `pageClock`. */
interface Clocked {
  readonly pass: (ms: number) => void
  readonly asked: Array<string>
}

/** Takes the intervals and the time of a page into the hands of a test, and notes what it asks the server. It runs before the script of the page. */
const install = () => {
  const intervals = new Map<number, { readonly run: () => void; readonly every: number; due: number }>()
  const { fetch } = globalThis
  const started = Date.now()
  let now = started
  let made = 0
  const asked: Array<string> = []
  const pass = (ms: number) => {
    now += ms
    for (const interval of [...intervals.values()]) {
      if (interval.due > now) continue
      interval.due = now + interval.every
      interval.run()
    }
  }
  const replaced = {
    setInterval: (run: () => void, every = 0) => {
      intervals.set(++made, { run, every, due: now + every })
      return made
    },
    clearInterval: (id: number) => void intervals.delete(id),
    fetch: (input: Request | string | URL, init?: RequestInit) => {
      asked.push(new URL(input instanceof Request ? input.url : input).pathname)
      return fetch(input, init)
    }
  }
  Date.now = () => now
  performance.now = () => now - started
  Object.assign(globalThis, replaced, { clocked: { pass, asked } satisfies Clocked })
}

/** Loads the page again with a clock of the test: its time stands still, and its intervals pass when `passes` says so, each at most once. */
export const pageClock = (page: Page) =>
  Effect.gen(function* () {
    yield* Effect.promise(() => page.evaluateOnNewDocument(install))
    yield* Effect.promise(() => page.reload())
    return {
      passes: (ms: number) =>
        Effect.promise(() =>
          page.evaluate((ms) => (globalThis as unknown as { clocked: Clocked }).clocked.pass(ms), ms)
        ),
      /** The paths that the page has asked for since this was asked last. */
      asked: Effect.promise(() =>
        page.evaluate(() => (globalThis as unknown as { clocked: Clocked }).clocked.asked.splice(0))
      )
    }
  })
