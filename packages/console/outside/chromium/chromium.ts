import { Effect, Scope } from "effect"
import type { Browser } from "puppeteer-core"
import { chromium, launched } from "./launched.js"

export { chromium, launched }

let started: Promise<Browser> | null = null

const start = () => Effect.runPromise(Effect.flatMap(Scope.make(), (scope) => Scope.extend(launched, scope)))

/** The one browser for all tests of a process, with which it ends. Each test opens a profile of its own. */
export const openedBrowser: Effect.Effect<Browser> = Effect.promise(async () => {
  if (started !== null && !(await started).connected) started = null
  started ??= start()
  return started
})
