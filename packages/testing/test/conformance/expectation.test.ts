import { describe, expect, it } from "vitest"
import { caseOf, notFound, reasons, refusal, run } from "./fakeServer.js"

const record = { data: { id: "1", limit: null } }
const ok = () => ({ status: 200, body: record, headers: { allow: "GET, HEAD" } })

describe("an expectation", () => {
  it("wants its own status, and an alternative only where the run allows them", async () => {
    const expectation = { expect: { status: 404, alt: [200] } }
    expect(await reasons(ok, expectation)).toEqual(["status 200, expected 404"])
    expect(await reasons(ok, expectation, { alternatives: true })).toEqual([])
  })

  it("compares the whole body", async () => {
    expect(await reasons(ok, { expect: { status: 200, body: record } })).toEqual([])
    expect(await reasons(ok, { expect: { status: 200, body: { data: { id: "1" } } } })).toEqual([
      "body.data.limit is not in the contract"
    ])
  })

  it("compares what stands at a path", async () => {
    expect(await reasons(ok, { expect: { status: 200, json: { "data.limit": null } } })).toEqual([])
    expect(await reasons(ok, { expect: { status: 200, json: { "data.limit": 0 } } })).toEqual([
      "data.limit = null, expected 0"
    ])
  })

  it("compares headers: any, the start, a matcher, or none", async () => {
    expect(await reasons(ok, { expect: { status: 200, headers: { allow: "*", etag: null } } })).toEqual([])
    expect(await reasons(ok, { expect: { status: 200, headers: { allow: "POST" } } })).toEqual([
      "header allow = GET, HEAD, expected POST"
    ])
    expect(await reasons(ok, { expect: { status: 200, headers: { allow: { $includes: "HEAD" } } } })).toEqual([])
    expect(await reasons(ok, { expect: { status: 200, headers: { etag: "*" } } })).toEqual(["header etag is missing"])
    expect(await reasons(ok, { expect: { status: 200, headers: { allow: null } } })).toEqual([
      "header allow = GET, HEAD, expected none"
    ])
  })

  it("compares the message", async () => {
    const refuse = () => refusal(401, "Invalid credentials")
    expect(await reasons(refuse, { expect: { status: 401, message: "Missing Authentication header" } })).toEqual([
      'error.message = "Invalid credentials", expected "Missing Authentication header"'
    ])
  })

  it("finds what must be absent", async () => {
    expect(await reasons(ok, { expect: { status: 200, absent: ["limit", "{UNKNOWN}"] } })).toEqual(["leaks limit"])
  })

  it("wants the same answer as another case, which runs for it where it has not yet", async () => {
    const model = caseOf({
      n: 2,
      name: "unknown",
      request: { method: "GET", path: "/other", headers: {} },
      expect: { status: 404 }
    })
    const mine = caseOf({ name: "mine", expect: { status: 404, sameAs: "unknown" } })
    const telling = await run(
      ({ url }) => (url?.endsWith("other") ? notFound : refusal(404, "Resource not found", { user_id: "u" })),
      [mine, model],
      { only: "mine" }
    )
    expect(telling.failed).toEqual([
      { n: 1, operationId: "listPresets", name: "mine", reasons: ['differs from "unknown"'] }
    ])
    expect(await run(() => notFound, [mine, model])).toEqual({ passed: 2, failed: [], skipped: [] })
  })

  it("fails where the case to compare with does not exist", async () => {
    expect(await reasons(() => notFound, { expect: { status: 404, sameAs: "nowhere" } })).toEqual([
      'there is no case "nowhere"'
    ])
  })
})
