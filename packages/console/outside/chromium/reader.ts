import { Effect } from "effect"
import type { Page } from "puppeteer-core"

/** The element with an accessible name and a role. */
const named = (name: string, role: string) => `::-p-aria([name="${name}"][role="${role}"])`

/** The field of a label: that of the dialog, if one is open. By its accessible name alone, a column of the same name may be found in its place. */
const fieldOf = (label: string) =>
  `::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for][not(//dialog) or ancestor::dialog])`

/** What stands in cells of a table, by the titles of their columns. */
type Cells = Readonly<Record<string, string>>

/** The rows of a table that have some cells; null if none has. It runs in the page. */
const rowsWith = (caption: string, cells: Cells) => {
  const table = document.querySelector(`[aria-label="Table: ${CSS.escape(caption)}"] table`)
  const titles = Array.from(table?.querySelectorAll("thead th") ?? [], (cell) => cell.textContent ?? "")
  const rows = Array.from(
    table?.querySelectorAll("tbody tr") ?? [],
    (row): Cells => Object.fromEntries(titles.map((title, at) => [title, (row.children[at]?.textContent ?? "").trim()]))
  )
  const found = rows.filter((row) => Object.entries(cells).every(([title, text]) => row[title] === text))
  return found.length === 0 ? null : found
}

/** What a reader of the console does and sees. */
export const reader = (page: Page) => {
  const does = <A>(act: () => Promise<A>) => Effect.promise(act)

  const text = does(() => page.evaluate(() => document.getElementById("app")?.textContent ?? ""))

  /** Waits until a text is on the page, or is not. */
  const awaits = (wanted: string, isThere: boolean) =>
    does(() =>
      page.waitForFunction(
        (wanted, isThere) => document.getElementById("app")?.textContent?.includes(wanted) === isThere,
        { polling: "mutation" },
        wanted,
        isThere
      )
    ).pipe(
      Effect.catchAllDefect(() =>
        Effect.flatMap(text, (text) => Effect.dieMessage(`“${wanted}” is ${isThere ? "not " : ""}on the page: ${text}`))
      )
    )

  /** Waits for a text on the page. It may stand in several elements. */
  const sees = (wanted: string) => awaits(wanted, true)

  /** Waits until a text is gone. */
  const misses = (wanted: string) => awaits(wanted, false)

  return {
    sees,
    misses,
    text,
    /** The names of the buttons. */
    buttons: does(() =>
      page.$$eval("button", (buttons) => buttons.map((button) => button.ariaLabel ?? button.textContent ?? ""))
    ),
    signsIn: (key: string) =>
      does(async () => {
        await page.type("input[type=password]", key)
        await page.keyboard.press("Enter")
        await page.waitForSelector("nav.main")
      }),
    /** Pastes a key that is refused. */
    pastes: (key: string) =>
      does(async () => {
        await page.type("input[type=password]", key)
        await page.keyboard.press("Enter")
      }),
    /** Goes to a screen, and waits until all of it is read. */
    goesTo: (address: string) =>
      does(async () => {
        await page.evaluate(async (address) => {
          location.assign(address)
          const frame = () => new Promise(requestAnimationFrame)
          // The event comes after this, and what it changes is shown in the frame after that.
          await frame().then(frame).then(frame)
        }, address)
        await page.waitForFunction(() => document.querySelector(".loading") === null)
      }),
    clicks: (name: string) => does(() => page.locator(named(name, "button")).click()),
    follows: (name: string) => does(() => page.locator(named(name, "link")).click()),
    types: (label: string, text: string) => does(() => page.locator(fieldOf(label)).fill(text)),
    /** Empties the text field of a label, of which the page hears nothing if nothing is typed in its place. */
    clears: (label: string) =>
      does(async () => {
        const field = await page.waitForSelector(fieldOf(label))
        await field?.focus()
        await field?.evaluate((field) => field instanceof HTMLInputElement && field.select())
        await page.keyboard.press("Backspace")
      }),
    /** Ticks or unticks the box of a label. */
    ticks: (label: string) =>
      does(() => page.locator(`::-p-xpath(//label[normalize-space()="${label}"]/input[@type="checkbox"])`).click()),
    /** Chooses an option by its text. */
    chooses: (label: string, option: string) =>
      does(async () => {
        const field = await page.waitForSelector(fieldOf(label))
        const valueOf = (field: Element, option: string) =>
          field instanceof HTMLSelectElement ? [...field.options].find(({ text }) => text === option)?.value : undefined
        const value = await field?.evaluate(valueOf, option)
        if (value === undefined) throw new Error(`${label} does not offer ${option}.`)
        await page.locator(fieldOf(label)).fill(value)
      }),
    /** Chooses a key in a filter by the name that is offered while it is typed. */
    choosesKey: (label: string, name: string) =>
      does(async () => {
        await page.locator(fieldOf(label)).fill(name.slice(0, -1))
        await page.waitForSelector(`datalist option[value="${name}"]`)
        await page.locator(fieldOf(label)).fill(name)
      }),
    /** The secret that the dialog shows. */
    secret: does(() =>
      page
        .locator("dialog .secret code")
        .map((code) => code.textContent ?? "")
        .wait()
    ),
    /** Waits for a row of the table of a caption that has some cells, by the titles of their columns. */
    seesRow: (caption: string, cells: Cells) =>
      does(() => page.waitForFunction(rowsWith, { polling: "mutation" }, caption, cells)),
    /** What stands in a column of the table of a caption, row by row. */
    column: (caption: string, title: string) =>
      does(() => page.evaluate(rowsWith, caption, {})).pipe(
        Effect.map((rows) => (rows ?? []).map((row) => row[title]))
      ),
    /** Lets the page read again at once, as it does when it comes to the front, rather than after five seconds. */
    comesBack: does(() => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))))
  }
}
