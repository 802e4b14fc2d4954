import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { accountAt } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { holding } from "./holding.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

const secretOf = (page: Page) =>
  Effect.promise(() => page.$eval("dialog .secret code", (code) => code.textContent ?? ""))

const escapes = (page: Page) => Effect.promise(() => page.keyboard.press("Escape"))

const back = (page: Page) =>
  Effect.promise(() =>
    page.evaluate(async () => {
      const gone = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }))
      history.back()
      await gone
      await new Promise(requestAnimationFrame)
    })
  )

inBrowser("the new secret of the own key stays until it is stored, although the old one is refused at once", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser)
    expects(/status of 401/)
    const account = accountAt(server.origin, keys.MGMT_KEY)
    const { data, key } = yield* Effect.promise(() => account.keys.create({ name: "Visitor", management: true }))
    const { clicks, comesBack, goesTo, sees, signsIn } = reader(page)
    yield* signsIn(key)
    yield* goesTo(`#/keys/${data.hash}`)
    yield* clicks("Rotate")
    yield* Effect.promise(() => page.select("dialog select", "0"))
    yield* clicks("Create a new secret")
    yield* sees("I have stored it")
    yield* comesBack
    const secret = yield* secretOf(page)
    expect((yield* Effect.promise(() => accountAt(server.origin, secret).keys.current())).name).toBe("Visitor")
    // It is read again once the secret is stored, and refused then.
    yield* clicks("I have stored it")
    yield* sees("The server refuses the key: it was disabled, deleted or rotated")
    yield* signsIn(secret)
    yield* sees("Visitor")
  })
)

inBrowser(
  "a dialog whose change is under way stays until its answer, and so does a secret when the reader goes back",
  () =>
    Effect.gen(function* () {
      const { keys, page, server } = yield* openConsole(yield* openedBrowser)
      const { clicks, goesTo, misses, sees, signsIn, types } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      yield* goesTo("#/changes")
      yield* goesTo("#/keys")
      yield* clicks("New key")
      yield* types("Name", "Slow")
      const { letGo } = yield* holding(page, "POST")
      yield* clicks("Create key")
      yield* sees("Sending …")
      yield* escapes(page)
      yield* back(page)
      yield* letGo
      yield* sees("I have stored it")
      const secret = yield* secretOf(page)
      expect((yield* Effect.promise(() => accountAt(server.origin, secret).keys.current())).name).toBe("Slow")
      // The address is that of the screen before, which is shown once the secret is stored.
      expect(new URL(page.url()).hash).toBe("#/changes")
      yield* clicks("I have stored it")
      yield* misses("The secret of")
      yield* sees("Audit chain")
    })
)

inBrowser("an expiry that is typed in part, or far beyond reason, is no expiry that never comes", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* clicks("New key")
    yield* types("Name", "Until 2031")
    const expiry = "dialog input[type=datetime-local]"
    const isRefused = Effect.promise(() =>
      page.$eval(expiry, (input) => !input.validity.valid && document.activeElement === input)
    )
    // A day without a time.
    yield* Effect.promise(() => page.type(expiry, "12312031"))
    yield* clicks("Create key")
    expect(yield* isRefused).toBe(true)
    yield* Effect.promise(() =>
      page.$eval(expiry, (input) => {
        input.value = "12026-01-01T00:00"
        input.dispatchEvent(new Event("input", { bubbles: true }))
      })
    )
    yield* clicks("Create key")
    expect(yield* isRefused).toBe(true)
    yield* Effect.promise(() => page.$eval(expiry, (input) => (input.value = "")))
    yield* Effect.promise(() => page.type(expiry, "12312031\t0101AM"))
    yield* clicks("Create key")
    yield* sees("I have stored it")
    const { data } = yield* Effect.promise(() =>
      accountAt(server.origin, keys.MGMT_KEY).keys.list({ name: "Until 2031" })
    )
    expect(data.map(({ expires_at }) => expires_at?.slice(0, 7))).toEqual(["2031-12"])
  })
)

inBrowser(
  "a key with the smallest limit is changed, and one whose name nobody sees is found and deleted by another",
  () =>
    Effect.gen(function* () {
      const { keys, page, server } = yield* openConsole(yield* openedBrowser)
      const account = accountAt(server.origin, keys.MGMT_KEY)
      const { data } = yield* Effect.promise(() => account.keys.create({ name: "   ", limit: 1e-9 }))
      const { clicks, goesTo, sees, signsIn, types } = reader(page)
      const name = `unnamed ${data.hash.slice(0, 12)}`
      yield* signsIn(keys.MGMT_KEY)
      yield* goesTo("#/keys")
      yield* Effect.promise(() => page.locator(`::-p-aria([name="${name}"][role="link"])`).click())
      yield* clicks("Delete")
      const isOff = Effect.promise(() => page.$eval("dialog button.danger", (button) => button.matches(":disabled")))
      expect(yield* isOff).toBe(true)
      yield* types("Type its name to go on", name)
      expect(yield* isOff).toBe(false)
      yield* clicks("Cancel")
      yield* clicks("Change")
      yield* types("Name", "Tiny")
      yield* clicks("Change key")
      yield* sees("“Tiny” is changed.")
      expect((yield* Effect.promise(() => account.keys.get(data.hash))).limit).toBe(1e-9)
    })
)
