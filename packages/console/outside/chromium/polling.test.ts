import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { keyboard } from "./keyboard.js"
import { openConsole } from "./openConsole.js"
import { pageClock } from "./pageClock.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** What the list of keys asks for. */
const OF_KEYS = ["/api/v1/keys", "/api/v1/budgets/boosts"]

/** As if the reader looked at another tab, or at this one. */
const isSeen = (page: Page, state: "visible" | "hidden") =>
  Effect.promise(() =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true })
      document.dispatchEvent(new Event("visibilitychange"))
    }, state)
  )

inBrowser("the page reads every five seconds while it is visible and no dialog is open", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { asks } = accountOf(server.origin, keys.MGMT_KEY)
    const { asked, passes } = yield* pageClock(page)
    const { clicks, goesTo, misses, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* asks(({ keys }) => keys.create({ name: "Of another" }))
    yield* asked
    yield* passes(4000)
    expect(yield* asked).toEqual([])
    yield* passes(1000)
    expect(yield* asked).toEqual(OF_KEYS)
    yield* sees("Of another")

    yield* isSeen(page, "hidden")
    yield* passes(5000)
    yield* passes(5000)
    expect(yield* asked).toEqual([])
    yield* asks(({ keys }) => keys.create({ name: "Of a third" }))
    // What has passed meanwhile is read at once.
    yield* isSeen(page, "visible")
    expect(yield* asked).toEqual(OF_KEYS)
    yield* sees("Of a third")

    yield* clicks("New key")
    yield* types("Name", "Half a na")
    yield* passes(5000)
    expect((yield* asked).filter((path) => OF_KEYS.includes(path))).toEqual([])
    expect(yield* Effect.promise(() => page.$eval("dialog input", (input) => input.value))).toBe("Half a na")
    yield* clicks("Cancel")
    yield* misses("Create key")
    yield* passes(5000)
    expect(yield* asked).toEqual(OF_KEYS)
  })
)

inBrowser("a change is shown at once, and a record that was deleted is not asked for again", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { asked } = yield* pageClock(page)
    const { clicks, goesTo, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* clicks("New key")
    yield* types("Name", "At once")
    yield* clicks("Create key")
    yield* clicks("I have stored it")
    yield* sees("At once")

    // The record that is left is not asked for again.
    yield* asked
    yield* Effect.promise(() => page.locator("::-p-aria([name='At once'][role='link'])").click())
    yield* clicks("Delete")
    yield* types("Type its name to go on", "At once")
    yield* asked
    yield* clicks("Delete key")
    yield* sees("Research notebooks")
    const [deleted, ...read] = yield* asked
    expect([deleted?.slice(0, 13), new Set(read)]).toEqual(["/api/v1/keys/", new Set(OF_KEYS)])
  })
)

inBrowser("what is typed stays while the page reads again", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { asked, passes } = yield* pageClock(page)
    const { goesTo, misses, sees, signsIn, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* types("Search", "note")
    yield* misses("Support assistant")
    yield* sees("Research notebooks")
    yield* accountOf(server.origin, keys.MGMT_KEY).asks(({ keys }) => keys.create({ name: "Another notebook" }))
    yield* asked
    yield* passes(5000)
    expect(yield* asked).toEqual(OF_KEYS)
    yield* sees("Another notebook")
    expect(yield* Effect.promise(() => page.$eval("input[type=search]", (input) => input.value))).toBe("note")
    expect(yield* keyboard(page).focused).toBe("Search")
  })
)
