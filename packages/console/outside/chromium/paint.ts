import { Effect } from "effect"
import { launched } from "./launched.js"
import { openConsole } from "./openConsole.js"
import { openPage } from "./openPage.js"

const ROUNDS = 10

/** Prints when the page has its first contentful paint, in milliseconds after it was asked for: the median of ten visits, each with an empty cache. */
export const main = () =>
  Effect.gen(function* () {
    const browser = yield* launched
    const { server } = yield* openConsole(browser)
    const paint = Effect.gen(function* () {
      const { page } = yield* openPage(browser, `${server.origin}/console`)
      return yield* Effect.promise(() =>
        page.evaluate(
          () =>
            new Promise<number>((resolve) => {
              const observer = new PerformanceObserver((list) => {
                for (const { name, startTime } of list.getEntries())
                  if (name === "first-contentful-paint") resolve(startTime)
              })
              observer.observe({ type: "paint", buffered: true })
            })
        )
      )
    }).pipe(Effect.scoped)
    const found = (yield* Effect.replicateEffect(paint, ROUNDS)).sort((one, other) => one - other)
    const median = ((found[ROUNDS / 2 - 1] ?? 0) + (found[ROUNDS / 2] ?? 0)) / 2
    const shown = found.map((millis) => millis.toFixed(0)).join(" ")
    process.stdout.write(`First contentful paint: ${median.toFixed(0)} ms, the median of ${shown}\n`)
  }).pipe(Effect.scoped, Effect.runPromise)
