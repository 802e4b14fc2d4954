import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { accountAt } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** The account of a key, beside the page. */
inBrowser("the longest names are no wider than 320 pixels, nor than the dialog that has them", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const name = "n".repeat(255)
    const { data, key } = yield* Effect.promise(() =>
      accountAt(server.origin, keys.MGMT_KEY).keys.create({ name, limit: 1 })
    )
    yield* Effect.promise(async () => {
      const { spending } = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY)
      const hold = await spending.authorize({ key, amount: 0.9, model: "m".repeat(255) })
      await spending.sent(hold.data.id)
      await spending.settle(hold.data.id, { cost: 0.9 })
    })
    const { clicks, goesTo, sees, signsIn } = reader(page)
    const isWider = (selector: string) =>
      Effect.promise(() => page.$eval(selector, (element) => element.scrollWidth > element.clientWidth))
    yield* signsIn(keys.MGMT_KEY)
    yield* Effect.promise(() => page.setViewport({ width: 320, height: 800 }))
    for (const address of ["#/overview", "#/keys", `#/keys/${data.hash}`, "#/requests", "#/changes"]) {
      yield* goesTo(address)
      expect([address, yield* isWider("html")]).toEqual([address, false])
    }
    yield* goesTo(`#/keys/${data.hash}`)
    yield* clicks("Delete")
    yield* sees("Type its name to go on")
    expect(yield* isWider("dialog")).toBe(false)
  })
)

inBrowser("bars are seen in the reader's own colors of high contrast", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { goesTo, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* Effect.promise(async () => {
      const session = await page.createCDPSession()
      await session.send("Emulation.setEmulatedMedia", { features: [{ name: "forced-colors", value: "active" }] })
    })
    const colors = yield* Effect.promise(() =>
      page.$$eval(".bar, .bar > i", (parts) => parts.map((part) => getComputedStyle(part).backgroundColor))
    )
    expect(new Set(colors).size).toBeGreaterThan(2)
  })
)

inBrowser("a page of a list beyond its end leads to the first one", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, misses, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys?offset=500")
    yield* sees("The list ends before this page.")
    yield* clicks("First page")
    yield* sees("Research notebooks")
    yield* misses("The list ends before this page.")
  })
)

inBrowser("a screen that cannot show an answer says so, and the others go on", () =>
  Effect.gen(function* () {
    const { expects, keys, page, violations } = yield* openConsole(yield* openedBrowser)
    // What a screen throws is reported.
    expects(/^(thrown|console): /)
    const { clicks, goesTo, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* Effect.promise(() =>
      page.evaluate(() => {
        const { fetch } = globalThis
        globalThis.fetch = (input, init) => {
          const isOverview = String(input).endsWith("/api/v1/overview")
          return isOverview ? Promise.resolve(new Response('{"data":{}}')) : fetch(input, init)
        }
        Object.assign(globalThis, { heal: () => Object.assign(globalThis, { fetch }) })
      })
    )
    yield* goesTo("#/keys")
    yield* goesTo("#/overview")
    yield* sees("This screen failed")
    expect(yield* violations).toEqual([])
    yield* goesTo("#/keys")
    yield* sees("Research notebooks")
    yield* goesTo("#/overview")
    yield* sees("This screen failed")
    yield* Effect.promise(() => page.evaluate("heal()"))
    yield* clicks("Try again")
    yield* sees("Spent today")
    // An address that names no day filters by none.
    yield* goesTo("#/changes?from=2026-13-45&to=9999-99-99")
    yield* sees("Audit chain")
  })
)

inBrowser("requests are filtered by a key whose name is typed whole, and by one of two with the same name", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { create } = accountAt(server.origin, keys.MGMT_KEY).keys
    const [one, twin] = yield* Effect.promise(() => Promise.all([create({ name: "Twin" }), create({ name: "Twin" })]))
    const alone = yield* Effect.promise(() => create({ name: "Alone" }))
    const { goesTo, signsIn, types } = reader(page)
    const offered = (value: string) =>
      Effect.promise(() =>
        page.waitForFunction(
          (value) => [...document.querySelectorAll("option")].some((option) => option.value === value),
          {},
          value
        )
      )
    const filter = Effect.sync(() => new URL(page.url()).hash)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/requests")
    yield* types("Key", "Alone")
    yield* offered("Alone")
    yield* Effect.promise(() => page.keyboard.press("Enter"))
    expect(yield* filter).toBe(`#/requests?key=${alone.data.hash}`)
    yield* types("Key", "Twin")
    yield* offered(`Twin (${one.data.hash.slice(0, 12)})`)
    yield* types("Key", `Twin (${twin.data.hash.slice(0, 12)})`)
    expect(yield* filter).toBe(`#/requests?key=${twin.data.hash}`)
  })
)
