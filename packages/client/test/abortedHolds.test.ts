import { type CallOptions, type NewHold, Tollgate } from "@tollgate/client"
import { expect, it, vi } from "vitest"
import { rejection, withServer } from "./serving.js"

const reason = new Error("the client has gone")

const gate = () => {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { open, opened }
}

/** A call of `authorize` that is aborted while its request or its answer is on its way, and how its hold ends. */
const aborted = (
  at: "request" | "answer",
  input: Partial<NewHold>,
  expectEnd: (
    read: () => Promise<ReadonlyArray<string>>,
    open: (options?: CallOptions) => Promise<unknown>
  ) => Promise<void>
) =>
  withServer(async ({ gatewayKey, key: managementKey, url }) => {
    const [reached, passing] = [gate(), gate()]
    const pass = async () => {
      reached.open()
      await passing.opened
    }
    const slow: typeof fetch = async (...request) => {
      if (at === "request") await pass()
      const answer = await fetch(...request)
      if (at === "answer") await pass()
      return answer
    }
    await using host = Tollgate.connect({ url })
    await using server = Tollgate.connect({ url, fetch: slow })
    const { key } = await host.withKey(managementKey).keys.create({ name: "Spender", limit: 1 })
    const { spending } = server.withGatewayKey(gatewayKey)
    const leaving = new AbortController()
    const asked = { key, amount: 1, models: ["acme/writer"], ...input }
    const calling = rejection(spending.authorize(asked, { signal: leaving.signal }))
    await reached.opened
    leaving.abort(reason)
    // It does not wait for the server.
    expect(await calling).toBe(reason)
    passing.open()
    const direct = host.withGatewayKey(gatewayKey).spending
    const states = async () => (await direct.list()).data.map(({ state }) => state)
    await expectEnd(states, () => direct.authorize(asked))
  })

for (const at of ["request", "answer"] as const) {
  it(`a hold whose caller has gone while its ${at} was on its way is released`, () =>
    aborted(at, {}, async (states) => {
      await vi.waitFor(async () => expect(await states()).toEqual(["released"]), { timeout: 10_000 })
    }))
}

it("a hold whose id the caller has given stays open when the caller has gone", () => {
  const id = `${Date.now()
    .toString(16)
    .padStart(12, "0")
    .replace(/(.{8})/, "$1-")}-7000-8000-000000000001`
  return aborted("answer", { id }, async (states, again) => {
    expect(await states()).toEqual(["open"])
    expect(await again()).toMatchObject({ data: { id, state: "open" }, repeated: true })
  })
})
