import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { HTTPRequest } from "puppeteer-core"
import { temporaryFolder } from "../../../cli/test/harness/temporaryFolder.js"
import { accountOf } from "./account.js"
import { chromium, openedBrowser } from "./chromium.js"
import { openConsole, restartable } from "./openConsole.js"
import { openPage } from "./openPage.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** What each screen says of a fresh account. */
const emptyWords = {
  "#/overview": [
    "Nothing was spent in the last 30 days. A request counts once it is settled.",
    "No budget is above 80 % of its limit.",
    "No alerts yet. An alert appears here when a budget reaches a threshold of its limit."
  ],
  "#/keys?q=nothing": ["No key matches the filters."],
  "#/requests": ["There are no requests yet. A gateway opens a request before it calls a provider."],
  "#/requests?state=settled": ["No request matches the filters."],
  "#/requests?state=unknown": ["No request is unknown. There is nothing to reconcile."],
  "#/runs": ["There are no runs yet. A gateway opens a run with the first request that names it."],
  "#/runs?state=ended": ["No run matches the filters."],
  "#/asked": [
    "No requests for more yet. The holder of a key asks for more on the screen “My key”, signed in with that key."
  ],
  "#/changes?action=keys.nothing": [
    "No change matches the filters. State the full name of a change, such as keys.updateKey."
  ],
  "#/policy": ["There are no guardrails. A guardrail limits keys and users to models, providers and a budget."],
  "#/policy/workspaces": ["No workspace has a budget."],
  "#/policy/credentials": ["The organization has no provider credentials. Its requests use those of the gateway."],
  "#/policy/presets": ["There are no presets. A preset is a named system prompt and configuration, in versions."],
  "#/policy/prices": ["The price book is empty: gateways state each cost."],
  "#/policy/elsewhere": ["The policy has no such part. Choose one above."]
}

inBrowser("a fresh account says on each screen that nothing is there, and what to do", () =>
  Effect.gen(function* () {
    const server = yield* restartable(yield* temporaryFolder)
    const [, key = ""] = /^Management key {2}(\S+)$/m.exec(server.written.stdout) ?? []
    const { page, violations } = yield* openPage(yield* openedBrowser, `${server.origin}/console`)
    const { clicks, goesTo, sees, signsIn } = reader(page)
    const empty = Effect.promise(() => page.$$eval(".empty", (texts) => texts.map(({ textContent }) => textContent)))
    yield* signsIn(key)
    const found: Record<string, ReadonlyArray<string | null>> = {}
    for (const [address, texts] of Object.entries(emptyWords)) {
      yield* goesTo(address)
      for (const text of texts) yield* sees(text)
      found[address] = yield* empty
    }
    expect(found).toEqual(emptyWords)
    yield* goesTo("#/overview")
    expect(yield* violations).toEqual([])

    const { key: ordinary } = yield* accountOf(server.origin, key).asks(({ keys }) =>
      keys.create({ name: "Without a limit" })
    )
    yield* clicks("Sign out")
    yield* signsIn(ordinary)
    yield* sees("This key has no limit of its own to raise.")
    yield* sees("Nothing was spent in the last 30 days.")
    expect(yield* empty).toContain("No budget limits this key.")
  })
)

inBrowser("what is being read says so, and a reading that fails says what failed, and is tried again", () =>
  Effect.gen(function* () {
    const { expects, keys, page, violations } = yield* openConsole(yield* openedBrowser)
    expects(/status of 500/)
    const { clicks, misses, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    const held: Array<HTTPRequest> = []
    yield* Effect.promise(async () => {
      await page.setRequestInterception(true)
      page.on("request", (request) => void held.push(request))
      await page.evaluate(() => location.assign("#/keys"))
    })
    // It is no fainter while it appears.
    yield* Effect.promise(() => page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]))
    yield* sees("Reading the keys …")
    expect(yield* violations).toEqual([])
    const body = JSON.stringify({
      error: { code: 500, message: "The server failed.", metadata: { reason: "server_error" } }
    })
    yield* Effect.promise(async () => {
      page.removeAllListeners("request")
      const answered = { status: 500, contentType: "application/json", body }
      await Promise.all(held.map((request) => request.respond(answered)))
    })
    yield* sees("Reading the keys failed.")
    yield* sees("Try again")
    expect(yield* violations).toEqual([])
    yield* Effect.promise(() => page.setRequestInterception(false))
    yield* clicks("Try again")
    yield* sees("Research notebooks")
    yield* misses("Reading the keys failed.")
  })
)

inBrowser("times are in the reader's zone, with UTC on hover, and amounts as on the command line", () =>
  Effect.gen(function* () {
    const { keys, page, server } = yield* openConsole(yield* openedBrowser)
    const { asks } = accountOf(server.origin, keys.MGMT_KEY)
    const input = { name: "In Tokyo", limit: 0.000000001, expires_at: "2031-05-05T22:08:00.000Z" }
    const { data } = yield* asks(({ keys }) => keys.create(input))
    yield* Effect.promise(() => page.emulateTimezone("Asia/Tokyo").then(() => page.reload()))
    const { goesTo, sees, signsIn } = reader(page)
    yield* signsIn(keys.MGMT_KEY)
    yield* goesTo(`#/keys/${data.hash}`)
    yield* sees("In Tokyo")
    const times = yield* Effect.promise(() =>
      page.$$eval("dl.facts time", (times) =>
        times.map(({ dateTime, textContent, title }) => [dateTime, textContent, title])
      )
    )
    expect(times).toContainEqual([input.expires_at, "May 6, 2031, 7:08 AM", "2031-05-05 22:08:00 UTC"])
    const limit = yield* Effect.promise(() =>
      page.$$eval("dl.facts > div", (facts) =>
        facts.map(({ textContent }) => textContent).find((text) => text?.startsWith("Limit"))
      )
    )
    expect(limit?.trim()).toBe("Limit$0.000000001")
  })
)
