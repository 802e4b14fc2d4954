import { expect, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "puppeteer-core"
import { chromium, openedBrowser } from "./chromium.js"
import { type DemoKeys, openConsole } from "./openConsole.js"
import { reader } from "./reader.js"

const inBrowser = it.scopedLive.skipIf(chromium === null)

/** Every screen of a manager, with the month of the demo. */
const screensOf = ({ KEY_HASH }: DemoKeys) => [
  "#/overview",
  "#/keys",
  `#/keys/${KEY_HASH}`,
  "#/requests",
  "#/requests?state=unknown",
  "#/runs",
  "#/asked",
  "#/changes",
  ...["guardrails", "workspaces", "members", "credentials", "presets", "prices"].map((part) => `#/policy/${part}`)
]

/** By how many pixels the page, and each table, is wider than its place. It runs in the page. */
const excess = () => ({
  page: document.documentElement.scrollWidth - innerWidth,
  tables: Array.from(document.querySelectorAll(".scroll"), (region) => [
    region.getAttribute("aria-label"),
    region.scrollWidth - region.clientWidth
  ]).filter(([, wider]) => wider !== 0)
})

/** What does not fit, on the screens of a manager and of the holder of a key. */
const misfits = (page: Page, keys: DemoKeys, width: number) =>
  Effect.gen(function* () {
    const { clicks, goesTo, signsIn } = reader(page)
    const found: Record<string, unknown> = {}
    const look = (address: string) =>
      Effect.gen(function* () {
        yield* goesTo(address)
        yield* Effect.promise(() => page.waitForSelector(".scroll tbody tr"))
        const { page: wider, tables } = yield* Effect.promise(() => page.evaluate(excess))
        if (wider > 0 || tables.length > 0) found[address] = { wider, tables }
      })
    yield* signsIn(keys.MGMT_KEY)
    yield* Effect.promise(() => page.setViewport({ width, height: 800 }))
    yield* Effect.forEach(screensOf(keys), look)
    yield* Effect.promise(() => page.setViewport({ width: 1280, height: 800 }))
    yield* clicks("Sign out")
    yield* signsIn(keys.PLAIN_KEY)
    yield* Effect.promise(() => page.setViewport({ width, height: 800 }))
    yield* look("#/my-key")
    return found
  })

for (const width of [375, 768, 1280, 2560]) {
  inBrowser(
    `no page and no table scrolls sideways at ${width} pixels`,
    () =>
      Effect.gen(function* () {
        const { keys, page } = yield* openConsole(yield* openedBrowser)
        expect(yield* misfits(page, keys, width)).toEqual({})
      }),
    120_000
  )
}

inBrowser(
  "everybody can use the tables as cards at 375 pixels",
  () =>
    Effect.gen(function* () {
      const { keys, page, violations } = yield* openConsole(yield* openedBrowser)
      const { goesTo, signsIn } = reader(page)
      yield* signsIn(keys.MGMT_KEY)
      yield* Effect.promise(() => page.setViewport({ width: 375, height: 800 }))
      const found: Record<string, ReadonlyArray<string>> = {}
      for (const address of ["#/overview", "#/keys", "#/requests", "#/runs", "#/asked", "#/changes"]) {
        yield* goesTo(address)
        yield* Effect.promise(() => page.waitForSelector(".scroll tbody tr"))
        const broken = yield* violations
        if (broken.length > 0) found[address] = broken
      }
      expect(found).toEqual({})
      // A cell says to a screen reader what it is, although it looks like a card.
      const cell = yield* Effect.promise(() => page.$("::-p-aria([role=columnheader][name='New values'])"))
      expect(cell).not.toBeNull()
    }),
  120_000
)
