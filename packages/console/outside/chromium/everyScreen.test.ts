import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { LONG } from "../../../../test/limits.js"
import { accountOf } from "./account.js"
import { screens } from "./addresses.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

const markup = "<img src=x onerror=alert(1)>"

/** Signs out, also where the button is in a menu. */
const signsOut = (page: Page) =>
  Effect.promise(async () => {
    await page.$$eval("button", (buttons) => buttons.find(({ textContent }) => textContent === "Sign out")?.click())
    await page.waitForSelector("input[type=password]")
  })

inBrowser(
  "everybody can use each screen, in light and in dark, and a name with markup is text",
  () =>
    Effect.gen(function* () {
      const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
      const { asks } = accountOf(server.origin, keys.MGMT_KEY)
      const { data, key } = yield* asks(({ keys }) => keys.create({ name: markup, limit: 1 }))
      yield* accountOf(server.origin, key).asks(({ budgets }) => budgets.requests.create({ usd: 1, reason: markup }))
      const { goesTo, sees, signsIn } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      const found: Record<string, unknown> = {}
      const ofManager = Object.entries({ ...screens(keys), [`#/keys/${data.hash}`]: markup })
      for (const [address, heading] of [...ofManager, ["#/my-key", markup] as const]) {
        if (address === "#/my-key") yield* Effect.zipRight(signsOut(page), signsIn(key))
        yield* goesTo(address)
        yield* sees(heading)
        const problems: Array<string> = []
        for (const value of ["light", "dark"]) {
          yield* Effect.promise(() => page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }]))
          problems.push(...(yield* violations).map((violation) => `${value}: ${violation}`))
        }
        const width = yield* Effect.promise(() =>
          page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        )
        found[address] = { problems, isWider: width > 0 }
        expect(yield* Effect.promise(() => page.$$eval("img", (images) => images.length))).toBe(0)
      }
      const fine = { problems: [], isWider: false }
      expect(found).toEqual(Object.fromEntries(Object.keys(found).map((address) => [address, fine])))
    }),
  LONG
)

inBrowser(
  "each screen fits 320 pixels, as 1,280 at four times their size are, and so do dialogs and a long name, also 375 and 2,560, in light and in dark",
  () =>
    Effect.gen(function* () {
      const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
      const { clicks, goesTo, sees, signsIn } = reader(page)
      const name = "n".repeat(255)
      const { data } = yield* accountOf(server.origin, keys.MGMT_KEY).asks(({ keys }) => keys.create({ name }))
      /** How wide the page is in each theme. */
      const widths = Effect.forEach(["light", "dark"], (value) =>
        Effect.promise(async () => {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value }])
          return page.evaluate(() => document.documentElement.scrollWidth)
        })
      )
      for (const width of [320, 375, 2560]) {
        yield* Effect.promise(() => page.setViewport({ width, height: 800 }))
        const found: Record<string, ReadonlyArray<number>> = { "sign in": yield* widths }
        yield* signsIn(keys.MGMT_KEY)
        // `fits` looks at all screens at the other widths.
        const ofDemo = width === 320 ? screens(keys) : {}
        for (const [address, heading] of Object.entries({ ...ofDemo, [`#/keys/${data.hash}`]: name })) {
          yield* goesTo(address)
          yield* sees(heading)
          found[address] = yield* widths
          if (/^#.(overview|changes|keys.*)$/.test(address)) expect([address, yield* violations]).toEqual([address, []])
        }
        yield* clicks("Delete")
        yield* sees("Type its name to go on")
        found.Delete = yield* widths
        yield* clicks("Cancel")
        yield* goesTo("#/keys")
        yield* clicks("New key")
        yield* sees("Create key")
        found["New key"] = yield* widths
        expect(yield* violations).toEqual([])
        yield* clicks("Cancel")
        yield* signsOut(page)
        yield* signsIn(keys.PLAIN_KEY)
        yield* goesTo("#/my-key")
        found["My key"] = yield* widths
        yield* signsOut(page)
        const fits = Object.keys(found).map((place) => [place, [width, width]])
        expect(found).toEqual(Object.fromEntries(fits))
      }
    }),
  LONG
)

inBrowser("a read-only key is offered no change on any screen, where a management key is offered some", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const gateway = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY).spending
    // One to reconcile, and one to decide.
    yield* Effect.promise(() => gateway.sent(keys.HOLD_ID).then(() => gateway.markUnknown(keys.HOLD_ID)))
    yield* accountOf(server.origin, keys.PLAIN_KEY).asks(({ budgets }) =>
      budgets.requests.create({ usd: 1, reason: "The evaluation" })
    )
    const { buttons, goesTo, sees, signsIn } = reader(page)
    const addresses = [...Object.entries(screens(keys)), ["#/requests?state=unknown", "Requests"] as const]
    const offeredTo = (key: string) =>
      Effect.gen(function* () {
        yield* signsIn(key)
        const offered: Record<string, ReadonlyArray<string>> = {}
        for (const [address, heading] of addresses) {
          yield* goesTo(address)
          yield* sees(heading)
          const changes = (yield* buttons).filter(
            (name) => !/^(Skip|Menu|Sign out|Previous|Next|Copy|Save as CSV)/.test(name)
          )
          offered[address] = [...new Set(changes.map((name) => name.split(" ")[0] ?? ""))].sort()
        }
        yield* signsOut(page)
        return offered
      })
    const none = Object.fromEntries(addresses.map(([address]) => [address, []]))
    expect(yield* offeredTo(keys.READ_ONLY_KEY)).toEqual(none)
    expect(yield* offeredTo(keys.MGMT_KEY)).toEqual({
      ...none,
      "#/keys": ["New"],
      [`#/keys/${keys.KEY_HASH}`]: ["Change", "Correct", "Delete", "Rotate"],
      "#/requests": ["Correct", "Reconcile"],
      "#/requests?state=unknown": ["Reconcile"],
      [`#/requests/${keys.HOLD_ID}`]: ["Reconcile"],
      "#/runs": ["Resume", "Stop"],
      "#/asked": ["Approve", "Refuse"]
    })
  })
)
