import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { HTTPRequest, Page } from "puppeteer-core"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** Hands each change of the page to a test before it is sent. */
const intercepted = (page: Page, change: (request: HTTPRequest, count: number) => void) =>
  Effect.promise(async () => {
    let count = 0
    await page.setRequestInterception(true)
    page.on("request", (request) => {
      if (request.method() === "GET") void request.continue()
      else change(request, ++count)
    })
  })

/** Presses the button of the dialog so often, faster than anybody does. */
const presses = (page: Page, times: number) =>
  Effect.promise(() =>
    page.$eval(
      "dialog button[type=submit]",
      (button, times) => {
        for (let press = 0; press < times && button instanceof HTMLElement; press++) button.click()
      },
      times
    )
  )

inBrowser("a double click is one change, and so are clicks while the answer is awaited", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    const sent: Array<HTTPRequest> = []
    yield* intercepted(page, (request) => void sent.push(request))
    yield* clicks("New key")
    yield* types("Name", "Twice")
    yield* presses(page, 2)
    // The server has not even got it.
    yield* sees("Sending …")
    yield* presses(page, 2)
    yield* Effect.promise(() => page.focus("dialog input"))
    yield* Effect.promise(() => page.keyboard.press("Enter"))
    yield* Effect.promise(() => page.keyboard.press("Escape"))
    yield* sees("Sending …")
    for (const request of sent) yield* Effect.promise(() => request.continue())
    yield* sees("I have stored it")
    expect(sent.map((request) => request.headers()["idempotency-key"]?.length)).toEqual([32])
    const { total_count } = yield* accountOf(server.origin, keys.MGMT_KEY).asks(({ keys }) =>
      keys.list({ name: "Twice" })
    )
    expect(total_count).toBe(1)
  })
)

inBrowser("a change whose answer is lost is not made twice when it is sent again", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser)
    expects(/net::ERR_/)
    const { clicks, goesTo, secret, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    const sent: Array<HTTPRequest> = []
    const made: Array<{ readonly key: string }> = []
    yield* intercepted(page, (request, count) => {
      sent.push(request)
      if (count > 1) return void request.continue()
      // The server gets the first one and makes the key. The page hears nothing of it.
      const { "content-length": _, host, ...headers } = request.headers()
      void fetch(request.url(), { method: request.method(), headers, body: request.postData() ?? null })
        .then((answer) => answer.json())
        .then((answer) => made.push(answer))
        .finally(() => request.abort("connectionreset"))
    })
    yield* clicks("New key")
    yield* types("Name", "Once")
    yield* clicks("Create key")
    yield* sees("The server does not answer.")
    yield* clicks("Create key")
    // The server answers what it has done already.
    expect(yield* secret).toBe(made[0]?.key)
    const named = new Set(sent.map((request) => request.headers()["idempotency-key"]))
    expect([sent.length, named.size]).toEqual([2, 1])
    const { total_count } = yield* accountOf(server.origin, keys.MGMT_KEY).asks(({ keys }) =>
      keys.list({ name: "Once" })
    )
    expect(total_count).toBe(1)
  })
)
