import { Effect, Exit, Scope } from "effect"
import type { Browser } from "puppeteer-core"
import { afterAll, beforeAll } from "vitest"
import { chromium, launched } from "./launched.js"

export { chromium, launched }

/** One browser for the tests of the file that calls this. Without Chromium none is started: those tests are skipped. */
export const browserOfFile = (): Effect.Effect<Browser> => {
  const scope = Effect.runSync(Scope.make())
  let browser: Browser | null = null
  beforeAll(async () => {
    if (chromium !== null) browser = await Effect.runPromise(Scope.extend(launched, scope))
  })
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  return Effect.suspend(() =>
    browser === null ? Effect.dieMessage("The browser has not started.") : Effect.succeed(browser)
  )
}
