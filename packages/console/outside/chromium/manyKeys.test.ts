import { createHash } from "node:crypto"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import type { Browser, Page } from "puppeteer-core"
import { run } from "../../../cli/test/harness/command.js"
import { temporaryFolder } from "../../../cli/test/harness/temporaryFolder.js"
import { last30Days } from "../../src/days/readSplit.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole, restartable } from "./openConsole.js"
import { openPage } from "./openPage.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

const COUNT = 10_000

const keyLine = (_: unknown, at: number) =>
  JSON.stringify({ secret_hash: createHash("sha256").update(String(at)).digest("hex"), name: `Key ${at}`, limit: 1 })

inBrowser(
  "10,000 keys are shown a page at a time, and one is found by its name",
  () =>
    Effect.gen(function* () {
      const { cwd, keys, page, server, violations } = yield* openConsole(yield* openedBrowser, ["--allow-import"])
      writeFileSync(join(cwd, "keys.ndjson"), Array.from({ length: COUNT }, keyLine).join("\n"))
      const imported = yield* Effect.promise(() =>
        run(["keys", "import", "keys.ndjson", "--url", server.origin, "--prefix", "sk-or-v1-"], {
          cwd,
          variables: { TOLLGATE_KEY: keys.MGMT_KEY }
        })
      )
      expect([imported.code, imported.stderr]).toEqual([0, ""])
      const { clicks, goesTo, sees, signsIn, types } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      yield* goesTo("#/keys")
      yield* sees("1–50 of 10,0")
      const rows = () => Effect.promise(() => page.$$eval("tbody tr", (rows) => rows.length))
      expect(yield* rows()).toBe(50)
      yield* clicks("Next")
      yield* sees("51–100 of 10,0")
      yield* types("Search", "Key 9876")
      yield* sees("1 key")
      expect(yield* rows()).toBe(1)
      expect(yield* violations).toEqual([])
    }),
  120_000
)

/** More than a page of the table has. Their days are more than a thousand rows. */
const SPENDERS = 104

/** A UUID of version 7 with a time. */
const idAt = (instant: number, number: number) => {
  const digits = instant.toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-${String(number).padStart(12, "0")}`
}

/** Cents that a key has spent on a day: eight keys on each and most in all, but each day another key spends more than they do. */
const centsOf = (key: number, day: number) => {
  if (key < 8) return 900 + key
  if ((key + day) % 4 !== 0) return 0
  return (key + day) % 52 === 0 ? 2_000 : 1 + ((key * 7 + day) % 40)
}

/** A fresh account, in which keys spend on each day: its management key, the hashes of the keys, and its page in a browser. */
const openSpent = (browser: Browser, days: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { origin, written } = yield* restartable(yield* temporaryFolder, ["--requests-per-minute", "0"])
    const [, manager = ""] = /^Management key {2}(\S+)$/m.exec(written.stdout) ?? []
    const [, gatewayKey = ""] = /^Gateway key {5}(\S+)$/m.exec(written.stdout) ?? []
    const gate = Tollgate.connect({ url: origin })
    const { spending } = gate.withGatewayKey(gatewayKey)
    const account = gate.withKey(manager)
    const hashes = yield* Effect.forEach(
      Array.from({ length: SPENDERS }),
      (_, at) => Effect.promise(() => account.keys.create({ name: `Spender ${at}` })),
      { concurrency: 8 }
    ).pipe(Effect.map((made) => made.map(({ data }) => data.hash)))
    const spent = days.flatMap((day, at) =>
      hashes.flatMap((key_hash, key) => {
        const instant = Date.parse(day) + key
        const id = idAt(instant, at * SPENDERS + key)
        const cost = centsOf(key, at) / 100
        return cost === 0 ? [] : [{ id, key_hash, cost, at: new Date(instant).toISOString() }]
      })
    )
    yield* Effect.forEach(spent, (usage) => Effect.promise(() => spending.recordUsage(usage)), {
      concurrency: 16,
      discard: true
    })
    return { hashes, manager, ...(yield* openPage(browser, `${origin}/console`)) }
  })

const nanos = (dollars: number) => Math.round(dollars * 1e9)

/** What the chart says of each day, by the pointer above it: the sum of what stands beside the names, and their number. */
const heightsOf = (page: Page, days: ReadonlyArray<string>) =>
  Effect.promise(async () => {
    await page.waitForSelector("figure.chart .u-over")
    const heights: Array<number> = []
    for (const [at, day] of days.entries()) {
      const place = await page.$eval("figure.chart .u-over", (over) => {
        over.scrollIntoView({ block: "center" })
        const { height, left, top, width } = over.getBoundingClientRect()
        return { left, width, y: top + height / 2 }
      })
      await page.mouse.move(place.left + ((at + 0.5) / days.length) * place.width, place.y)
      await page.waitForFunction(
        (when) => document.querySelector("figure.chart .when")?.textContent === when,
        {},
        `${day} (UTC)`
      )
      const amounts = await page.$$eval("figure.chart .legend b", (all) =>
        all.map(({ textContent }) => Number(textContent?.replace("$", "")))
      )
      heights.push(nanos(amounts.reduce((sum, amount) => sum + amount, 0)))
    }
    return heights
  })

inBrowser(
  "104 keys that spend on many of 30 days: every bar is as high as its day has cost, and a key's page has its own days",
  () =>
    Effect.gen(function* () {
      const days = last30Days()
      const { hashes, manager, page, violations } = yield* openSpent(yield* openedBrowser, days)
      const { clicks, goesTo, sees, signsIn, text } = reader(page)
      const asked: Array<string> = []
      page.on("request", (request) => void (request.url().includes("/activity?") && asked.push(request.url())))
      yield* signsIn(manager)
      yield* goesTo("#/overview")
      yield* Effect.promise(() => page.select("select[aria-label='Split by']", "key"))
      yield* sees("all others")
      const expected = days.map((_, at) => nanos(hashes.reduce((sum, _, key) => sum + centsOf(key, at), 0) / 100))
      expect(yield* heightsOf(page, days)).toEqual(expected)
      const legend = yield* Effect.promise(() =>
        page.$$eval("figure.chart .legend li", (items) =>
          items.map(({ textContent }) => textContent?.trim().split(" $")[0])
        )
      )
      expect(legend).toEqual([...Array.from({ length: 8 }, (_, at) => `Spender ${7 - at}`), "all others"])
      expect(yield* violations).toEqual([])

      // The table goes on to the last key.
      yield* sees("1–100 of 104")
      yield* clicks("Next")
      yield* sees("101–104 of 104")

      asked.length = 0
      yield* goesTo(`#/keys/${hashes[9]}`)
      yield* sees("Days of this key")
      expect(yield* heightsOf(page, days)).toEqual(days.map((_, day) => nanos(centsOf(9, day) / 100)))
      expect(asked.length).toBeGreaterThan(0)
      expect(asked.filter((url) => new URL(url).searchParams.get("key") !== hashes[9])).toEqual([])
      expect(yield* text).not.toContain("all others")
      expect(yield* violations).toEqual([])
    }),
  300_000
)
