import { deepEqual } from "node:assert/strict"
import axe from "axe-core"
import { Effect, type Scope } from "effect"
import type { Browser, Page } from "puppeteer-core"

/** A page of the console, and what a test asks of it. */
export interface OpenedPage {
  readonly page: Page
  /**
   * Takes what the page complains of and a pattern matches for expected. Chromium writes an error to the console for each answer of 400 and more:
   * a test that provokes one names it.
   */
  readonly expects: (pattern: RegExp) => void
  /** What axe-core finds wrong with the page as it is, a line for each element; empty if everybody can use it. */
  readonly violations: Effect.Effect<ReadonlyArray<string>>
}

/** Collects what violates the policy of the page, before its own script runs. */
const collectReports = () => {
  document.addEventListener("securitypolicyviolation", ({ blockedURI, effectiveDirective }) => {
    // biome-ignore lint/suspicious/noConsole: it is the page's, where the test listens
    console.error(`policy: ${effectiveDirective} forbids ${blockedURI}`)
  })
}

/** The script of axe-core runs by the debugger, which no policy of the page forbids. */
const violationsOf = (page: Page) =>
  Effect.promise(async () => {
    if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axe.source)
    const { violations } = await page.evaluate(() =>
      (globalThis as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ["violations"] })
    )
    return violations.flatMap(({ help, id, nodes }) => nodes.map(({ target }) => `${id}: ${help}: ${target.join(" ")}`))
  })

/** What a page complains of until now, and what it asks other origins for. */
const complaintsOf = (page: Page, origin: string) => {
  const complaints: Array<string> = []
  page.on("console", (message) => {
    const text = message.text()
    if (text.startsWith("policy: ")) complaints.push(text)
    else if (message.type() === "error" || message.type() === "warn") complaints.push(`console: ${text}`)
  })
  page.on("pageerror", (error) => complaints.push(`thrown: ${error instanceof Error ? error.message : error}`))
  page.on("request", (request) => {
    const url = new URL(request.url())
    const isOwn = url.origin === origin || url.protocol === "data:" || url.protocol === "blob:"
    if (!isOwn) complaints.push(`request: ${request.url()}`)
  })
  return complaints
}

/**
 * Opens an address in a profile of its own. When its scope closes, the test fails if the page has violated its policy, written an error or a warning
 * to the console, thrown, or called another origin.
 */
export const openPage = (browser: Browser, url: string): Effect.Effect<OpenedPage, never, Scope.Scope> =>
  Effect.gen(function* () {
    const expected: Array<RegExp> = []
    const context = yield* Effect.acquireRelease(
      Effect.promise(() => browser.createBrowserContext()),
      (context) => Effect.promise(() => context.close())
    )
    const page = yield* Effect.promise(() => context.newPage())
    const complaints = complaintsOf(page, new URL(url).origin)
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        const unexpected = complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint)))
        deepEqual(unexpected, [], `The page has complained:\n${unexpected.join("\n")}`)
      })
    )
    yield* Effect.promise(async () => {
      await page.setViewport({ width: 1280, height: 800 })
      await page.evaluateOnNewDocument(collectReports)
      await page.goto(url)
    })
    return { page, expects: (pattern) => expected.push(pattern), violations: violationsOf(page) }
  })
