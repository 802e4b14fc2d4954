import { afterEach, beforeEach, describe, expect, it, vi } from "vitest"
import { RateLimited, RequestFailed, Tollgate } from "../src/index.js"
import { rejection } from "./serving.js"

const KEY = "tg_mk_none"

type Answer = () => Promise<Response> | Response

const workspace = { data: { id: "one" } }
const known = { "Idempotency-Replayed": "false" }
const created: Answer = () => Response.json(workspace, { status: 201, headers: known })
const refusedBy =
  (status: number, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response("busy", { status, headers: { ...known, ...headers } })
const lost: Answer = () => Promise.reject(new TypeError("fetch failed"))
const lostWithin: Answer = () => {
  const body = new ReadableStream({ start: (controller) => controller.error(new TypeError("terminated")) })
  return new Response(body, { status: 201, headers: known })
}

/** A connection to a server that answers so, one after another, and the idempotency key of each request. */
const answering = (...answers: ReadonlyArray<Answer>) => {
  const keys: Array<string | null> = []
  const server = Tollgate.connect({
    url: "https://tollgate.example",
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"))
      const answer = answers[keys.length - 1]
      return answer === undefined ? expect.unreachable() : answer()
    }
  })
  return { keys, workspaces: server.withKey(KEY).workspaces }
}

const input = { slug: "one", name: "One" }

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** What a call comes to, however long it waits. */
const settled = async (call: Promise<unknown>) => {
  const outcome = call.catch((reason: unknown) => reason)
  await vi.runAllTimersAsync()
  return outcome
}

describe("a change at a server that knows idempotency keys", () => {
  for (const [what, failure] of [
    ["429", refusedBy(429, { "Retry-After": "2" })],
    ["502", refusedBy(502)],
    ["503", refusedBy(503)],
    ["504", refusedBy(504)],
    ["a lost connection", lost],
    ["a connection that is lost within the answer", lostWithin]
  ] as const) {
    it(`is sent again under its key after ${what}`, async () => {
      const { keys, workspaces } = answering(created, failure, failure, created)
      await workspaces.create(input)
      expect(await settled(workspaces.create(input))).toEqual(workspace.data)
      expect(new Set(keys.slice(1)).size).toBe(1)
      expect(keys[0]).not.toBe(keys[1])
    })
  }

  it("is sent three times in all", async () => {
    const { keys, workspaces } = answering(created, lost, lost, lost)
    await workspaces.create(input)
    expect(await settled(workspaces.create(input))).toBeInstanceOf(RequestFailed)
    expect(keys).toHaveLength(4)
  })

  it("is not sent again to one that asks for more than ten seconds", async () => {
    const { keys, workspaces } = answering(created, refusedBy(429, { "Retry-After": "11" }))
    await workspaces.create(input)
    expect(await settled(workspaces.create(input))).toEqual(new RateLimited({ retryAfter: 11 }))
    expect(keys).toHaveLength(2)
  })

  it("waits as long as it is asked to, and longer after each try", async () => {
    const { keys, workspaces } = answering(created, refusedBy(429, { "Retry-After": "2" }), lost, created)
    // Up to a quarter longer, by chance.
    vi.spyOn(Math, "random").mockReturnValue(0)
    await workspaces.create(input)
    const call = workspaces.create(input)
    for (const [wait, sent] of [
      [1_999, 2],
      [1, 3],
      [399, 3],
      [1, 4]
    ] as const) {
      await vi.advanceTimersByTimeAsync(wait)
      expect(keys).toHaveLength(sent)
    }
    expect(await call).toEqual(workspace.data)
  })

  it("is not sent again once its signal is aborted", async () => {
    const { keys, workspaces } = answering(created, lost)
    await workspaces.create(input)
    const [leaving, reason] = [new AbortController(), new Error("the client has gone")]
    const call = rejection(workspaces.create(input, { signal: leaving.signal }))
    await vi.advanceTimersByTimeAsync(50)
    leaving.abort(reason)
    expect(await call).toBe(reason)
    await vi.runAllTimersAsync()
    expect(keys).toHaveLength(2)
    expect(vi.getTimerCount()).toBe(0)
  })
})

it("a change is sent once to a server that has not shown that it knows idempotency keys", async () => {
  const { keys, workspaces } = answering(lost, () => new Response("busy", { status: 503 }))
  expect(await settled(workspaces.create(input))).toBeInstanceOf(RequestFailed)
  expect(await settled(workspaces.create(input))).toMatchObject({ reason: "unknown_status", status: 503 })
  expect(keys).toHaveLength(2)
})

it("neither a read nor an act on a hold is sent again", async () => {
  const keys: Array<string | null> = []
  const answers = [created, lost, lost]
  const server = Tollgate.connect({
    url: "https://tollgate.example",
    fetch: async (_, init) => {
      keys.push(new Headers(init?.headers).get("idempotency-key"))
      return answers[keys.length - 1]?.() ?? expect.unreachable()
    }
  })
  await server.withKey(KEY).workspaces.create(input)
  expect(await settled(server.withKey(KEY).workspaces.list())).toBeInstanceOf(RequestFailed)
  expect(await settled(server.withGatewayKey(KEY).spending.release("one"))).toBeInstanceOf(RequestFailed)
  expect(keys).toEqual([expect.any(String), null, null])
})
