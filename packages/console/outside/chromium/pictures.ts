import { writeFileSync } from "node:fs"
import { Effect } from "effect"
import type { Browser, Page } from "puppeteer-core"
import { launched } from "./launched.js"
import { type DemoKeys, demoFolder, restartable } from "./openConsole.js"
import { openPage } from "./openPage.js"
import { smallerPng } from "./smallerPng.js"

/** The pictures of docs/console.md: a file, whose key sees it, and where it is. */
const pictures: ReadonlyArray<readonly [name: string, key: keyof DemoKeys | null, address: string]> = [
  ["sign-in", null, ""],
  ["overview", "MGMT_KEY", "#/overview"],
  ["keys", "MGMT_KEY", "#/keys"],
  ["key", "MGMT_KEY", "#/keys/$KEY_HASH"],
  ["requests", "MGMT_KEY", "#/requests"],
  ["runs", "MGMT_KEY", "#/runs"],
  ["asked-for", "MGMT_KEY", "#/asked"],
  ["changes", "MGMT_KEY", "#/changes"],
  ["policy", "READ_ONLY_KEY", "#/policy"],
  ["my-key", "PLAIN_KEY", "#/my-key"]
]

const folder = new URL("../../../../docs/console/", import.meta.url)

/** Pastes a key, as a reader does. */
const signIn = async (page: Page, key: string) => {
  await page.type("input[type=password]", key)
  await page.keyboard.press("Enter")
  await page.waitForSelector("nav")
}

/** Waits until nothing is asked for any more, and what has come is shown. */
const settled = async (page: Page) => {
  await page.waitForNetworkIdle({ idleTime: 300 })
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
}

const take = (browser: Browser, origin: string, keys: DemoKeys) =>
  Effect.forEach(
    pictures,
    ([name, key, address]) =>
      Effect.gen(function* () {
        const { page } = yield* openPage(browser, `${origin}/console`)
        yield* Effect.promise(async () => {
          await page.emulateTimezone("UTC")
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }])
          if (key !== null) await signIn(page, keys[key])
          await page.evaluate((hash) => location.assign(hash), address.replace("$KEY_HASH", keys.KEY_HASH))
          await settled(page)
          writeFileSync(new URL(`${name}.png`, folder), smallerPng(await page.screenshot({ optimizeForSpeed: false })))
        })
      }).pipe(Effect.scoped),
    { discard: true }
  )

/** Takes the pictures from the demo account. Its keys, ids and times differ from run to run, and what it has spent does not. */
export const main = () =>
  Effect.gen(function* () {
    const { cwd, keys } = yield* demoFolder
    const { origin } = yield* restartable(cwd)
    yield* take(yield* launched, origin, keys)
  }).pipe(Effect.scoped, Effect.runPromise)
