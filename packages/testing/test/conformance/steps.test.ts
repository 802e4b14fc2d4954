import { describe, expect, it } from "vitest"
import { badRequest, caseOf, type Fake, notFound, reasons, refusal, run } from "./fakeServer.js"

const get = (path: string) => ({ method: "GET", path, headers: {} })
const fields = { name: "a", updated_at: "2026-01-01T00:00:00Z" }

/** A record that PATCH changes, whatever the server then answers. */
const writing = (answer: "refuses" | "refuses but writes"): Fake => {
  let name = "a"
  return ({ method }, body) => {
    if (method !== "PATCH") return { status: 200, body: { data: { ...fields, name, updated_at: `${Math.random()}` } } }
    if (answer === "refuses but writes") name = body
    return badRequest
  }
}

describe("what holds around a request", () => {
  const patch = { method: "PATCH", path: "/keys/1", headers: {}, body: "b" }
  const unchanged = [{ request: get("/keys/1"), except: ["data.updated_at"] }]

  it("sees a refused change that was made all the same", async () => {
    expect(await reasons(writing("refuses"), { request: patch, expect: { status: 400 }, unchanged })).toEqual([])
    expect(
      await reasons(writing("refuses but writes"), { request: patch, expect: { status: 400 }, unchanged })
    ).toEqual(['changed: body.data.name = "b", expected "a"'])
  })

  it("reads once between two cases, unless something else is sent there", async () => {
    const methods: Array<string> = []
    const fake: Fake = (request, body) => {
      methods.push(request.method ?? "")
      return writing("refuses")(request, body)
    }
    const one = caseOf({ request: patch, expect: { status: 400 }, unchanged })
    const step = { request: get("/presets"), expect: { status: 200 } }
    const rest = [
      { ...one, n: 2, name: "next" },
      { ...one, n: 3, name: "followed", follow: [step] },
      { ...one, n: 4, name: "last" }
    ]
    expect(await run(fake, [one, ...rest])).toEqual({ passed: 4, failed: [], skipped: [] })
    expect(methods.join(" ")).toBe("GET PATCH GET PATCH GET PATCH GET GET GET PATCH GET")
  })

  it("sees a change between two cases that share a reading", async () => {
    const one = caseOf({ request: patch, expect: { status: 400 }, unchanged })
    const other = { ...one, n: 2, name: "other", request: { ...patch, body: "c" } }
    const { failed } = await run(writing("refuses but writes"), [one, other])
    expect(failed.map(({ reasons }) => reasons)).toEqual([
      ['changed: body.data.name = "b", expected "a"'],
      ['changed: body.data.name = "c", expected "b"']
    ])
  })

  it("judges the steps before and after, and says which of them failed", async () => {
    const step = { request: get("/presets"), expect: { status: 200, body: { data: [] } } }
    const found = await reasons(() => notFound, { expect: { status: 404 }, before: [step], follow: [step] })
    expect(found).toEqual(["before 1: status 404, expected 200", "follow 1: status 404, expected 200"])
  })

  it("saves a value for the steps that follow", async () => {
    const echo: Fake = ({ headers }) => ({ status: 200, body: { total: 7, seen: headers["authorization"] ?? null } })
    const found = await reasons(echo, {
      expect: { status: 200, save: { TOTAL: "total" } },
      follow: [
        {
          request: { method: "GET", path: "/", headers: { Authorization: "Bearer {TOTAL}" } },
          expect: { status: 200, body: { total: { $number: "{TOTAL}" }, seen: "Bearer 7" } }
        }
      ]
    })
    expect(found).toEqual([])
    expect(await reasons(echo, { expect: { status: 200, save: { KEY: "key" } } })).toEqual(["nothing at key to save"])
  })

  it("repeats, and judges the last answer", async () => {
    let count = 0
    const third: Fake = () => (++count < 3 ? { status: 200, body: {} } : notFound)
    expect(await reasons(third, { request: { ...get("/"), repeat: 3 }, expect: { status: 404 } })).toEqual([])
    expect(count).toBe(3)
  })

  it("stops a repetition at the first answer of the status, where any will do", async () => {
    let count = 0
    const fake: Fake = () => (++count < 3 ? { status: 200, body: {} } : notFound)
    expect(await reasons(fake, { request: { ...get("/"), repeat: 50 }, expect: { status: 404, anyOf: true } })).toEqual(
      []
    )
    expect(count).toBe(3)
  })

  it("counts the answers to requests made at once", async () => {
    let count = 0
    const once: Fake = () => (++count === 2 ? { status: 200, body: {} } : badRequest)
    const request = { ...get("/"), concurrent: 5 }
    expect(await reasons(once, { request, expect: { status: 200, tally: { 200: 1, 400: 4 } } })).toEqual([])
    expect(await reasons(once, { request, expect: { status: 200, tally: { 200: 1, 400: 4 } } })).toContain(
      "0 answers of status 200, expected 1"
    )
  })
})

const recording =
  (urls: Array<string>): Fake =>
  ({ url }) => {
    urls.push(url ?? "")
    return notFound
  }

describe("a state that a case asks for", () => {
  const asking = caseOf({ name: "asks", setup: ["code:S256"], request: get("/{CODE}"), expect: { status: 404 } })

  it("is skipped without a hook, and where the hook cannot bring it about", async () => {
    const skipped = [{ n: 1, operationId: "listPresets", name: "asks", reason: "no setup code:S256" }]
    expect(await run(() => notFound, [asking])).toEqual({ passed: 0, failed: [], skipped })
    const hooks = { setup: async () => undefined }
    expect(await run(() => notFound, [asking], { hooks })).toEqual({ passed: 0, failed: [], skipped })
  })

  it("is skipped where a placeholder is missing", async () => {
    expect((await run(() => notFound, [asking], { hooks: { setup: async () => ({}) } })).skipped).toEqual([
      { n: 1, operationId: "listPresets", name: "asks", reason: "no CODE" }
    ])
  })

  it("gives placeholders, and is put back in the end, last first", async () => {
    const events: Array<string> = []
    const hooks = {
      setup: async (name: string) => ({ vars: { CODE: name }, teardown: async () => void events.push(`undo ${name}`) })
    }
    const both = { ...asking, setup: ["code:none", "code:used"] as const }
    const report = await run(recording(events), [both], { hooks })
    expect(report.passed).toBe(1)
    expect(events).toEqual(["/api/v1/code:used", "undo code:used", "undo code:none"])
  })

  it("may be another server", async () => {
    const urls: Array<string> = []
    const hooks = {
      setup: async (_: string, vars: Readonly<Record<string, string>>) => ({ url: `${vars["BASE_URL"]}/other` })
    }
    const raw = { ...asking, request: { ...get("/"), raw: "GET {BASE}/x HTTP/1.1\r\nHost: h\r\n\r\n" } }
    const report = await run(
      recording(urls),
      [
        { ...asking, request: get("/y") },
        { ...raw, n: 2, name: "raw" }
      ],
      { hooks }
    )
    expect(report).toEqual({ passed: 2, failed: [], skipped: [] })
    expect(urls).toEqual(["/api/v1/other/y", "/api/v1/other/x"])
  })

  it("fails the case, not the run, where its hook rejects", async () => {
    const hooks = { setup: () => Promise.reject(new Error("no database")) }
    const report = await run(() => notFound, [asking, caseOf({ n: 2, name: "next", expect: { status: 404 } })], {
      hooks
    })
    expect(report.passed).toBe(1)
    expect(report.failed.map(({ reasons: [reason] }) => reason)).toEqual(["could not be run: Error: no database"])
  })
})

describe("the log", () => {
  const quiet = caseOf({ expect: { status: 401 }, notLogged: ["{MGMT_KEY}"] })
  const refuse = () => refusal(401, "Invalid credentials")
  const hooks = (log: string) => ({ setup: async () => undefined, logs: async () => log })

  it("is skipped where it cannot be read", async () => {
    expect((await run(refuse, [quiet])).skipped).toEqual([
      { n: 1, operationId: "listPresets", name: "a case", reason: "no hook logs" }
    ])
  })

  it("holds no secret", async () => {
    const vars = { MGMT_KEY: "tg_mk_canary" }
    expect(await run(refuse, [quiet], { vars, hooks: hooks("GET /presets 401") })).toMatchObject({ passed: 1 })
    expect((await run(refuse, [quiet], { vars, hooks: hooks("GET /presets?k=tg_mk_canary") })).failed).toMatchObject([
      { reasons: ["the log holds {MGMT_KEY}"] }
    ])
  })
})
