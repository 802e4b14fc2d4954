import { afterEach, beforeEach, expect, it, vi } from "vitest"
import { boundedFetch, PATIENCE_MS } from "../src/session/boundedFetch.js"

/** Never answers, and fails as `fetch` does when it is given up. */
const silent: typeof fetch = (_, init) =>
  new Promise((_resolve, reject) => init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal("fetch", silent)
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const failureOf = (asked: Promise<unknown>) => asked.then(String, (failure: unknown) => failure)

it("gives a request up that nobody answers", async () => {
  const failure = failureOf(boundedFetch("https://tollgate.example"))
  await vi.advanceTimersByTimeAsync(PATIENCE_MS)
  expect(await failure).toMatchObject({ name: "TimeoutError" })
})

it("is aborted by the caller's signal, before and while it waits", async () => {
  const reason = new Error("left")
  const controller = new AbortController()
  const failure = failureOf(boundedFetch("https://tollgate.example", { signal: controller.signal }))
  controller.abort(reason)
  expect(await failure).toBe(reason)
  const asked = vi.fn<typeof fetch>(async (_, init) => Response.json(init?.signal?.aborted))
  vi.stubGlobal("fetch", asked)
  const answer = await boundedFetch("https://tollgate.example", { signal: AbortSignal.abort(reason) })
  expect(await answer.json()).toBe(true)
})
