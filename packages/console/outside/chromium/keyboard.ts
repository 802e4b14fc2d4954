import { Effect } from "effect"
import type { KeyInput, Page } from "puppeteer-core"

/** What has the focus: its label or its text. Null if that is not what a test waits for. It runs in the page. */
const focused = (awaited: string | null) => {
  const element = document.activeElement
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement
  const text = isField
    ? (element.labels?.[0]?.textContent ?? element.value)
    : (element?.ariaLabel ?? element?.textContent ?? "")
  return awaited === null || awaited === text ? text : null
}

/** What a reader without a mouse does. */
export const keyboard = (page: Page) => ({
  /** Presses Tab until something has the focus. */
  tabsTo: (name: string) =>
    Effect.promise(async () => {
      for (let presses = 0; presses < 200; presses++) {
        if ((await page.evaluate(focused, name)) !== null) return
        await page.keyboard.press("Tab")
      }
      throw new Error(`The keyboard does not come to ${name}.`)
    }),
  /** Waits until something has got the focus by itself. */
  isAt: (name: string) => Effect.promise(() => page.waitForFunction(focused, {}, name)),
  focused: Effect.promise(() => page.evaluate(focused, null)),
  press: (key: KeyInput) => Effect.promise(() => page.keyboard.press(key)),
  writes: (text: string) => Effect.promise(() => page.keyboard.type(text))
})
