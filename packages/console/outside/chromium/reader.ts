import { Effect } from "effect"
import type { Page } from "puppeteer-core"

/** What a reader of the console does and sees. */
export const reader = (page: Page) => {
  const does = <A>(act: () => Promise<A>) => Effect.promise(act)

  /** Waits for a text on the page. It may stand in several elements. */
  const sees = (text: string) =>
    does(() =>
      page.waitForFunction(
        (text) => document.getElementById("app")?.textContent?.includes(text) === true,
        { polling: "mutation" },
        text
      )
    )

  /** Waits until a text is gone. */
  const misses = (text: string) =>
    does(() =>
      page.waitForFunction(
        (text) => document.getElementById("app")?.textContent?.includes(text) === false,
        { polling: "mutation" },
        text
      )
    )

  return {
    sees,
    misses,
    text: does(() => page.evaluate(() => document.getElementById("app")?.textContent ?? "")),
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
    clicks: (name: string) => does(() => page.locator(`::-p-aria([name="${name}"][role="button"])`).click()),
    /** Types into the field of a label. By its accessible name alone, the column "Name" behind a dialog may be found in its place. */
    types: (label: string, text: string) =>
      does(() => page.locator(`::-p-xpath(//*[@id=//label[normalize-space()="${label}"]/@for])`).fill(text)),
    /** Lets the page read again at once, as it does when it comes to the front, rather than after five seconds. */
    comesBack: does(() => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange"))))
  }
}
