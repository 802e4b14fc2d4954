import { Effect, type Scope } from "effect"
import puppeteer, { type Browser } from "puppeteer-core"
import { chromium } from "../../../../scripts/chromium.mjs"

export { chromium }

// Without these, it calls its maker at every start. It has no sandbox as root.
const flags = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--disable-sync",
  "--no-first-run"
]

/** A browser without a window, until its scope closes. */
export const launched: Effect.Effect<Browser, never, Scope.Scope> = Effect.acquireRelease(
  Effect.promise(async () => {
    if (chromium === null) throw new Error("No Chromium is here. The variable CHROMIUM names one.")
    return puppeteer.launch({ executablePath: chromium, args: flags, pipe: true })
  }),
  (browser) => Effect.promise(() => browser.close())
)
