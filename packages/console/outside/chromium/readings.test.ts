import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { accountAt } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** Loads the page again without timers that repeat: it reads only when it comes to a screen and after a change. */
const withoutPolling = (page: Page) =>
  Effect.promise(async () => {
    await page.evaluateOnNewDocument(() => {
      Object.assign(globalThis, { setInterval: () => 0 })
    })
    await page.reload()
  })

/** The cells of the row that has a text. */
const rowOf = (page: Page, text: string) =>
  Effect.promise(() =>
    page.$$eval(
      "tbody tr",
      (rows, text) => {
        const row = rows.find(({ textContent }) => textContent?.includes(text))
        return [...(row?.cells ?? [])].map(({ textContent }) => textContent?.trim())
      },
      text
    )
  )

inBrowser("a screen shows a change at once, and a limit with what a boost adds to it", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    yield* withoutPolling(page)
    const account = accountAt(server.origin, keys.MGMT_KEY)
    const { data, key } = yield* Effect.promise(() => account.keys.create({ name: "Boosted", limit: 1 }))
    const gateway = Tollgate.connect({ url: server.origin }).withGatewayKey(keys.GATEWAY_KEY).spending
    yield* Effect.promise(async () => {
      const { data: hold } = await gateway.authorize({ key, amount: 1, model: "acme/writer" })
      await gateway.settle(hold.id, { cost: 1 })
      await accountAt(server.origin, key).budgets.requests.create({ usd: 2, reason: "The evaluation" })
    })
    const { clicks, goesTo, misses, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/asked?state=open")
    yield* sees("The evaluation")
    yield* clicks("Approve more for Boosted")
    yield* clicks("Approve")
    yield* misses("The evaluation")
    yield* Effect.promise(() => gateway.authorize({ key, amount: 0.5, model: "acme/writer" }))
    yield* goesTo("#/keys?q=Boosted")
    yield* sees("+ $2 boost")
    expect((yield* rowOf(page, "Boosted")).slice(0, 7)).toEqual([
      // With its workspace.
      expect.stringMatching(/^Boosted /),
      "",
      "$1",
      "$0.5",
      "$0",
      "$1.5",
      "$1+ $2 boost"
    ])
    yield* goesTo(`#/keys/${data.hash}`)
    yield* sees("+ $2 boost")
    expect((yield* rowOf(page, "+ $2 boost")).slice(2)).toEqual([
      "in all",
      "",
      "$1",
      "$0.5",
      "$0",
      "$1.5",
      "$1+ $2 boost",
      "never"
    ])
  })
)
