import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { browserOfFile, chromium } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const openedBrowser = browserOfFile()
const inBrowser = it.scopedLive.skipIf(chromium === null)

const accountOf = (origin: string, key: string) => Tollgate.connect({ url: origin }).withKey(key)

/** What has the focus: its label or its text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element instanceof HTMLInputElement) return element.labels?.[0]?.textContent ?? element.value
    return element?.ariaLabel ?? element?.textContent ?? ""
  })

/** Presses Tab until something has the focus. */
const tabsTo = (page: Page, name: string) =>
  Effect.promise(async () => {
    for (let presses = 0; presses < 60; presses++) {
      if ((await focused(page)) === name) return
      await page.keyboard.press("Tab")
    }
    throw new Error(`The keyboard does not come to ${name}.`)
  })

const press = (page: Page, key: "Enter" | "Escape") => Effect.promise(() => page.keyboard.press(key))

const writes = (page: Page, text: string) => Effect.promise(() => page.keyboard.type(text))

inBrowser("a key is made by the keyboard alone, and its secret is shown once", () =>
  Effect.gen(function* () {
    const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    const { misses, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* tabsTo(page, "Keys")
    yield* press(page, "Enter")
    yield* tabsTo(page, "New key")
    yield* press(page, "Enter")
    yield* tabsTo(page, "Name")
    yield* writes(page, "By keyboard")
    yield* tabsTo(page, "Limit in USD")
    yield* writes(page, "1.25")
    expect(yield* violations).toEqual([])
    yield* tabsTo(page, "Create key")
    yield* press(page, "Enter")
    yield* sees("I have stored it")
    // Escape does not lose the secret.
    yield* press(page, "Escape")
    yield* press(page, "Escape")
    const secret = yield* Effect.promise(() => page.$eval("dialog code", (code) => code.textContent ?? ""))
    expect(yield* violations).toEqual([])
    yield* tabsTo(page, "I have stored it")
    yield* press(page, "Enter")
    yield* misses(secret)
    yield* sees("By keyboard")
    const { limit, name } = yield* Effect.promise(() => accountOf(server.origin, secret).keys.current())
    expect([name, limit]).toEqual(["By keyboard", 1.25])
  })
)

inBrowser("a double click is one change", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* clicks("New key")
    yield* types("Name", "Twice")
    yield* Effect.promise(() =>
      page.$eval("dialog button[type=submit]", (button) => {
        if (!(button instanceof HTMLElement)) return
        button.click()
        button.click()
      })
    )
    yield* sees("I have stored it")
    const { total_count } = yield* Effect.promise(() =>
      accountOf(server.origin, keys.MGMT_KEY).keys.list({ name: "Twice" })
    )
    expect(total_count).toBe(1)
  })
)

inBrowser("what is typed stays while the page reads again, and a dialog holds the reading", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { clicks, comesBack, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* types("Search", "note")
    yield* Effect.promise(() => accountOf(server.origin, keys.MGMT_KEY).keys.create({ name: "Another notebook" }))
    // The change of another appears by itself.
    yield* comesBack
    yield* sees("Another notebook")
    expect(yield* Effect.promise(() => page.$eval("input[type=search]", (input) => input.value))).toBe("note")
    expect(yield* Effect.promise(() => focused(page))).toBe("Search")

    yield* clicks("New key")
    yield* types("Name", "Half a na")
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(request.url()))
    yield* comesBack
    yield* Effect.promise(() => page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve))))
    expect(asked).toEqual([])
    expect(yield* Effect.promise(() => page.$eval("dialog input", (input) => input.value))).toBe("Half a na")
  })
)

inBrowser("a key is changed, and deleted after its name was typed", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser)
    // The last management key is not disabled, and a key that is deleted is not found.
    expects(/status of (400|404)/)
    const account = accountOf(server.origin, keys.MGMT_KEY)
    const { data } = yield* Effect.promise(() => account.keys.create({ name: "Short-lived", limit: 5 }))
    const { clicks, goesTo, misses, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo(`#/keys/${data.hash}`)
    yield* clicks("Change")
    yield* types("Limit in USD", "7.5")
    yield* clicks("Change key")
    yield* sees("is changed.")
    expect((yield* Effect.promise(() => account.keys.get(data.hash))).limit).toBe(7.5)

    yield* clicks("Delete")
    yield* types("Type its name to go on", "Short")
    expect(
      yield* Effect.promise(() => page.$eval("dialog button.danger", (button) => button.matches(":disabled")))
    ).toBe(true)
    yield* types("Type its name to go on", "Short-lived")
    yield* clicks("Delete key")
    yield* sees("is deleted.")
    yield* misses("Type its name")
    const found = yield* Effect.promise(() => account.keys.list({ name: "Short-lived" }))
    expect(found.total_count).toBe(0)

    const [other] = (yield* Effect.promise(() => account.keys.list({ name: "Ada, management" }))).data
    yield* Effect.promise(() => account.keys.update(other?.hash ?? "", { disabled: true }))
    const own = yield* Effect.promise(() => account.keys.current())
    yield* goesTo(`#/keys/${own.hash}`)
    yield* clicks("Change")
    yield* Effect.promise(() => page.click("dialog input[type=checkbox]"))
    yield* clicks("Change key")
    yield* sees("This must be false, for the last enabled management key")
  })
)
