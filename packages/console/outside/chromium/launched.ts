import { existsSync } from "node:fs"
import { delimiter, join } from "node:path"
import { Effect, type Scope } from "effect"
import puppeteer, { type Browser } from "puppeteer-core"

const names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]

const places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]

/** The browser that tests drive: the variable CHROMIUM, or one that is installed; null if there is none. */
export const chromium: string | null =
  process.env["CHROMIUM"] ??
  [
    ...names.flatMap((name) => (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, name))),
    ...places
  ].find((file) => existsSync(file)) ??
  null

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
