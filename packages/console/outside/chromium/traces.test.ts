import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { screens } from "./addresses.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

inBrowser("neither the key nor a secret that is shown is in an address, a body, a log or what the browser keeps", () =>
  Effect.gen(function* () {
    const opened = yield* openConsole(yield* openedBrowser, ["--log", "debug", "--log-format", "json"])
    const { keys, page, server } = opened
    const sent: Array<string> = []
    const written: Array<string> = []
    page.on("request", (request) => sent.push(`${request.url()} ${request.postData() ?? ""}`))
    page.on("console", (message) => written.push(message.text()))
    const { clicks, goesTo, secret, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    for (const address of Object.keys(screens(keys))) yield* goesTo(address)
    yield* goesTo("#/overview")
    yield* clicks("Save as CSV")
    yield* goesTo("#/keys")
    yield* clicks("New key")
    yield* types("Name", "To look for")
    yield* clicks("Create key")
    const first = yield* secret
    yield* clicks("I have stored it")
    yield* Effect.promise(() => page.locator("::-p-aria([name='To look for'][role='link'])").click())
    yield* clicks("Rotate")
    yield* clicks("Create a new secret")
    const second = yield* secret

    const kept = yield* Effect.promise(() =>
      page.evaluate(async () => {
        const asked = performance.getEntries().map(({ name }) => name)
        const places = [await indexedDB.databases(), await caches.keys(), history.state, document.cookie, asked]
        return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.referrer, ...places])
      })
    )
    const { stderr, stdout } = server.written
    const places = { sent: sent.join("\n"), written: written.join("\n"), kept, log: stdout + stderr }
    // What is looked through has what it is to have.
    expect([places.sent, places.kept, places.log].map((text) => text.includes("/api/v1/keys"))).toEqual([
      true,
      true,
      true
    ])
    const found = Object.entries(places).flatMap(([place, text]) =>
      [keys.MGMT_KEY, first, second].filter((key) => text.includes(key)).map(() => place)
    )
    expect(found).toEqual([])
  })
)
