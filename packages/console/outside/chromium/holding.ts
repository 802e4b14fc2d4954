import { Effect } from "effect"
import type { Page } from "puppeteer-core"

/** Holds requests of a method back, as a slow network does, until they are let go. */
export const holding = (page: Page, method: string) =>
  Effect.promise(async () => {
    const held: Array<() => void> = []
    let isHolding = true
    await page.setRequestInterception(true)
    page.on("request", (request) => {
      const goOn = () => void request.continue()
      if (isHolding && request.method() === method) held.push(goOn)
      else goOn()
    })
    const letGo = Effect.sync(() => {
      isHolding = false
      for (const goOn of held.splice(0)) goOn()
    })
    return { letGo }
  })
