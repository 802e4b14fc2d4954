import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { holding } from "./holding.js"
import { openConsole } from "./openConsole.js"
import { pageClock } from "./pageClock.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** Everything that the browser keeps for the page, as a text. */
const kept = (page: Page) =>
  Effect.promise(() =>
    page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie, location.href]))
  )

/** Moves the clock of the page ahead. */
const passes = (page: Page, minutes: number) =>
  Effect.promise(() =>
    page.evaluate((ms) => {
      const now = Date.now
      Date.now = () => now() + ms
    }, minutes * 60_000)
  )

inBrowser("a key is forgotten when the page is loaded again, unless it is kept until the tab closes", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { clicks, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    expect(yield* kept(page)).not.toContain(keys.MGMT_KEY)
    yield* Effect.promise(() => page.reload())
    yield* sees("Keep it until this tab closes")
    yield* Effect.promise(() => page.click("input[type=checkbox]"))
    yield* signsIn(keys.MGMT_KEY)
    yield* Effect.promise(() => page.reload())
    yield* sees("Sign out")
    // Nowhere but in the storage of the tab.
    expect(yield* Effect.promise(() => page.evaluate(() => [localStorage.length, sessionStorage.length]))).toEqual([
      0, 1
    ])
    expect(page.url()).not.toContain("tg_")
    yield* clicks("Sign out")
    yield* sees("Keep it until this tab closes")
    expect(yield* kept(page)).not.toContain("tg_")
  })
)

inBrowser("a key is forgotten after 30 minutes without input", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { comesBack, sees, signsIn } = reader(page)
    yield* Effect.promise(() => page.click("input[type=checkbox]"))
    yield* signsIn(keys.MGMT_KEY)
    yield* passes(page, 29)
    yield* Effect.promise(() => page.keyboard.press("Shift"))
    yield* passes(page, 29)
    yield* comesBack
    yield* sees("Sign out")
    yield* passes(page, 2)
    yield* comesBack
    yield* sees("signed out after 30 minutes")
    expect(yield* kept(page)).not.toContain("tg_")
  })
)

inBrowser(
  "whoever was signed out after 30 minutes signs in again, and whoever was not signed in is not signed out",
  () =>
    Effect.gen(function* () {
      const { keys, page } = yield* openConsole(yield* openedBrowser)
      const { comesBack, sees, signsIn, text } = reader(page)
      yield* passes(page, 31)
      yield* comesBack
      expect(yield* text).not.toContain("signed out")
      yield* signsIn(keys.MGMT_KEY)
      yield* passes(page, 31)
      yield* comesBack
      yield* sees("signed out after 30 minutes")
      yield* signsIn(keys.MGMT_KEY)
      yield* Effect.promise(() => page.keyboard.press("Shift"))
      yield* comesBack
      yield* sees("Sign out")
      // A clock that is set back does not lengthen the time.
      yield* passes(page, -24 * 60)
      yield* Effect.promise(() =>
        page.evaluate(() => {
          const now = performance.now.bind(performance)
          performance.now = () => now() + 31 * 60_000
        })
      )
      yield* comesBack
      yield* sees("signed out after 30 minutes")
    })
)

inBrowser("a page that is left forgets the key, though the browser may bring it back as it was", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { sees, signsIn } = reader(page)
    const leaves = Effect.promise(() =>
      page.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })))
    )
    // Nor does it keep what was pasted and not sent.
    yield* Effect.promise(() => page.type("input[type=password]", keys.MGMT_KEY))
    yield* leaves
    yield* Effect.promise(() =>
      page.waitForFunction(() => document.querySelector<HTMLInputElement>("input[type=password]")?.value === "")
    )
    yield* signsIn(keys.MGMT_KEY)
    yield* leaves
    yield* sees("Keep it until this tab closes")
    yield* Effect.promise(() => page.click("input[type=checkbox]"))
    yield* signsIn(keys.MGMT_KEY)
    yield* leaves
    yield* sees("Sign out")
  })
)

inBrowser("nothing of a key is left to the next one that signs in: no search, no place, no notice, no file", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { clicks, goesTo, signsIn, text, types } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo(`#/keys/${keys.KEY_HASH}`)
    yield* clicks("Change")
    yield* types("Name", "Of the first")
    yield* clicks("Change key")
    yield* goesTo("#/overview")
    yield* Effect.promise(() =>
      page.evaluate(() => {
        URL.createObjectURL = () => {
          throw new Error("A file is saved.")
        }
      })
    )
    const { letGo } = yield* holding(page, "GET")
    yield* clicks("Save as CSV")
    yield* Effect.promise(() => page.evaluate((hash) => location.assign(hash), "#/keys?q=Of+the+first"))
    yield* clicks("Sign out")
    yield* letGo
    yield* signsIn(keys.READ_ONLY_KEY)
    expect(new URL(page.url()).hash).toBe("#/")
    expect(yield* text).not.toContain("Of the first” is changed")
    yield* clicks("Sign out")
    // The same key goes on where it was.
    yield* signsIn(keys.READ_ONLY_KEY)
    yield* goesTo("#/requests?state=unknown")
    yield* clicks("Sign out")
    yield* signsIn(keys.READ_ONLY_KEY)
    expect(new URL(page.url()).hash).toBe("#/requests?state=unknown")
  })
)

inBrowser("a page that nobody touches forgets the key by itself, within ten seconds after the 30 minutes", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { passes } = yield* pageClock(page)
    const { sees, signsIn, text } = reader(page)
    yield* Effect.promise(() => page.click("input[type=checkbox]"))
    yield* signsIn(keys.MGMT_KEY)
    yield* passes(30 * 60_000)
    expect(yield* text).toContain("Sign out")
    yield* passes(10_000)
    yield* sees("signed out after 30 minutes")
    expect(yield* kept(page)).not.toContain("tg_")
  })
)

inBrowser("a key that the tab has kept is not used after 30 minutes, as when a browser restores the tab", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { sees, signsIn } = reader(page)
    yield* Effect.promise(() => page.click("input[type=checkbox]"))
    yield* signsIn(keys.MGMT_KEY)
    yield* Effect.promise(() =>
      page.evaluateOnNewDocument(() => {
        const now = Date.now
        Date.now = () => now() + 31 * 60_000
      })
    )
    // Also what the page itself asks for.
    yield* Effect.promise(() => page.waitForNetworkIdle())
    const asked: Array<string> = []
    page.on("request", (request) => asked.push(new URL(request.url()).pathname))
    yield* Effect.promise(() => page.reload())
    yield* sees("signed out after 30 minutes")
    expect(asked).toEqual(["/console"])
    expect(yield* kept(page)).not.toContain("tg_")
  })
)

inBrowser("a key that is expired, disabled meanwhile, or none is refused in words", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
    expects(/status of 40[13]/)
    const { comesBack, pastes, sees, signsIn } = reader(page)
    yield* pastes(keys.EXPIRED_KEY)
    yield* sees("The server refuses this key")
    yield* Effect.promise(() => page.reload())
    yield* pastes(keys.GATEWAY_KEY)
    yield* sees("This is a gateway key")
    expect(yield* violations).toEqual([])
    yield* Effect.promise(() => page.reload())
    const account = accountOf(server.origin, keys.MGMT_KEY)
    const { data, key } = yield* account.asks(({ keys }) => keys.create({ name: "Visitor", management: true }))
    yield* signsIn(key)
    yield* account.asks(({ keys }) => keys.update(data.hash, { disabled: true }))
    yield* comesBack
    yield* sees("The server refuses the key: it was disabled")
    expect(yield* kept(page)).not.toContain("tg_")
  })
)

inBrowser("a server that stops is told in a banner, and the page goes on when it is back", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser)
    expects(/net::ERR_/)
    const { comesBack, goesTo, misses, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo("#/keys")
    yield* sees("Research notebooks")
    yield* server.stop
    yield* comesBack
    yield* sees("The server does not answer.")
    yield* sees("Research notebooks")
    yield* server.start
    yield* comesBack
    yield* misses("The server does not answer.")
  })
)

inBrowser("a server that asks to wait (429) is told with the time, and is asked again after it", () =>
  Effect.gen(function* () {
    const { expects, keys, page, server } = yield* openConsole(yield* openedBrowser, ["--requests-per-minute", "20"])
    expects(/status of 429|net::ERR_/)
    const { asked, passes } = yield* pageClock(page)
    const { misses, sees, seesRow, signsIn } = reader(page)
    yield* signsIn(keys.PLAIN_KEY)
    yield* seesRow("Budgets that limit this key", { Window: "a day" })
    // Others with the same key use up what the server admits in a minute.
    const { asks } = accountOf(server.origin, keys.PLAIN_KEY)
    const isAdmitted = asks(({ keys }) =>
      keys.current().then(
        () => true,
        (refusal: unknown) => !(refusal instanceof Error && refusal.name === "RateLimited")
      )
    )
    yield* Effect.repeat(isAdmitted, { while: (is) => is })
    yield* passes(5000)
    yield* sees("The server asks this key to wait (429). This page shows what it read last, and tries again in")
    yield* seesRow("Budgets that limit this key", { Window: "a day" })
    yield* asked
    yield* passes(5000)
    expect(yield* asked).toEqual([])
    // A server that has started has counted nothing.
    yield* server.stop
    yield* server.start
    yield* passes(60_000)
    yield* misses("The server asks this key to wait")
    yield* misses("failed")
  })
)

inBrowser(
  "an answer of 402 says that a budget does not admit it: no operation of the page gives one, so it is intercepted, as a gateway before the server may answer",
  () =>
    Effect.gen(function* () {
      const { expects, keys, page } = yield* openConsole(yield* openedBrowser)
      expects(/status of 402/)
      const { goesTo, sees, signsIn } = reader(page)
      yield* signsIn(keys.PLAIN_KEY)
      yield* Effect.promise(async () => {
        await page.setRequestInterception(true)
        page.on("request", (request) => {
          const isApi = request.url().includes("/api/")
          void (isApi ? request.respond({ status: 402, contentType: "text/plain", body: "no" }) : request.continue())
        })
      })
      yield* goesTo("#/elsewhere")
      yield* goesTo("#/my-key")
      yield* sees("The server answers 402: a budget does not admit this.")
    })
)
