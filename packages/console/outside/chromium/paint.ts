import { Effect } from "effect"
import { launched } from "./launched.js"
import { openConsole } from "./openConsole.js"
import { openPage } from "./openPage.js"

const ROUNDS = 10

/** Prints when the page has its first contentful paint, in milliseconds after it was asked for: in ten visits, each with an empty cache. */
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
    process.stdout.write(`${JSON.stringify(yield* Effect.replicateEffect(paint, ROUNDS))}\n`)
  }).pipe(Effect.scoped, Effect.runPromise)
