import { expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/client"
import { Effect } from "effect"
import { browserOfFile, chromium } from "./chromium.js"
import { openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const openedBrowser = browserOfFile()
const inBrowser = it.scopedLive.skipIf(chromium === null)

const markup = "<img src=x onerror=alert(1)>"

/** The account of a key, beside the page. */
const accountOf = (origin: string, key: string) => Tollgate.connect({ url: origin }).withKey(key)

/** A heading of each screen, by its address. */
const headings = {
  "#/overview": "Overview",
  "#/keys": "Keys",
  "#/requests": "Requests",
  "#/runs": "Runs",
  "#/asked": "Asked for",
  "#/changes": "Changes",
  "#/policy": "Policy: guardrails",
  "#/policy/workspaces": "Policy: workspaces",
  "#/policy/members": "Policy: members",
  "#/policy/credentials": "Policy: credentials",
  "#/policy/presets": "Policy: presets",
  "#/policy/prices": "Policy: prices"
}

inBrowser(
  "everybody can use each screen, in light and in dark, and a name with markup is text",
  () =>
    Effect.gen(function* () {
      const { keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
      const { data } = yield* Effect.promise(() =>
        accountOf(server.origin, keys.MGMT_KEY).keys.create({ name: markup, limit: 1 })
      )
      const { goesTo, sees, signsIn } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      const found: Record<string, unknown> = {}
      for (const [address, heading] of Object.entries({ ...headings, [`#/keys/${data.hash}`]: markup })) {
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
  120_000
)

inBrowser(
  "a screen fits 375 and 2,560 pixels",
  () =>
    Effect.gen(function* () {
      const { keys, page, violations } = yield* openConsole(yield* openedBrowser)
      const { goesTo, signsIn } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      for (const width of [375, 2560]) {
        yield* Effect.promise(() => page.setViewport({ width, height: 800 }))
        for (const address of ["#/overview", "#/keys", "#/changes"]) {
          yield* goesTo(address)
          const wide = yield* Effect.promise(() => page.evaluate(() => document.documentElement.scrollWidth))
          expect([address, wide]).toEqual([address, width])
          expect(yield* violations).toEqual([])
        }
      }
    }),
  60_000
)

inBrowser("a read-only key is offered no change", () =>
  Effect.gen(function* () {
    const { keys, page } = yield* openConsole(yield* openedBrowser)
    const { buttons, goesTo, signsIn } = reader(page)
    yield* signsIn(keys.READ_ONLY_KEY)
    for (const address of ["#/keys", `#/keys/${keys.KEY_HASH}`, "#/requests", "#/runs", "#/asked"]) {
      yield* goesTo(address)
      const offered = (yield* buttons).filter((name) => !/^(Skip|Menu|Sign out|Previous|Next|Copy)/.test(name))
      expect([address, offered]).toEqual([address, []])
    }
  })
)

inBrowser(
  "the holder of an ordinary key asks for more, a manager approves, and the holder sees it",
  () =>
    Effect.gen(function* () {
      const { expects, keys, page, server, violations } = yield* openConsole(yield* openedBrowser)
      // A request for more without a reason.
      expects(/status of 400/)
      const { clicks, comesBack, goesTo, sees, signsIn, text, types } = reader(page)
      yield* signsIn(keys.PLAIN_KEY)
      yield* sees("What it may spend")
      expect(
        yield* Effect.promise(() => page.$$eval("nav.main a", (links) => links.map((link) => link.textContent)))
      ).toEqual(["My key"])
      yield* goesTo("#/keys")
      yield* sees("Nothing is here")
      yield* goesTo("#/my-key")
      yield* clicks("Ask for more")
      yield* types("Amount in USD", "2.5")
      yield* clicks("Ask")
      // The API's refusal stands beside its field.
      yield* sees("This must be")
      expect(yield* violations).toEqual([])
      yield* types("Why", "The evaluation")
      yield* clicks("Ask")
      yield* sees("You have asked for more.")

      const { requests } = accountOf(server.origin, keys.MGMT_KEY).budgets
      const [open] = (yield* Effect.promise(() => requests.list({ state: "open" }))).data
      expect([open?.usd, open?.reason]).toEqual([2.5, "The evaluation"])
      yield* clicks("Sign out")
      yield* signsIn(keys.MGMT_KEY)
      yield* goesTo("#/asked?state=open")
      yield* clicks(`Approve more for ${open?.key_name}`)
      yield* types("Why", "Go on")
      yield* clicks("Approve")
      yield* sees("Approved:")
      yield* clicks("Sign out")
      yield* signsIn(keys.PLAIN_KEY)
      yield* goesTo("#/my-key")
      yield* comesBack
      yield* sees("Go on")
      expect(yield* text).toContain("approved")
    }),
  60_000
)
