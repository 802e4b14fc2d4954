import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { expectSame, part } from "../../dist/conformance/Api.js"
import { differences, type Expectation, each } from "../../dist/conformance/Expectation.js"
import { type Fake, reasons, refusal } from "./fakeServer.js"

const record = { data: { id: "1", limit: null } }
const ok: Fake = () => ({ status: 200, body: record, headers: { allow: "GET, HEAD" } })

/** What is said of an answer at an address of no operation. */
const said = async (fake: Fake, expect: Expectation, options?: Parameters<typeof reasons>[2]) =>
  (await reasons(fake, ({ api }) => api.get("/nowhere", expect), options)).map((reason) =>
    reason.replace("GET /nowhere: ", "")
  )

describe("an expectation", () => {
  it("wants its own status, and an alternative only where the run allows them", async () => {
    expect(await said(ok, { status: 404, alt: [200] })).toEqual(["status 200, expected 404"])
    expect(await said(ok, { status: 404, alt: [200] }, { alternatives: true })).toEqual([])
  })

  it("compares the whole body", async () => {
    expect(await said(ok, { status: 200, body: record })).toEqual([])
    expect(await said(ok, { status: 200, body: { data: { id: "1" } } })).toEqual([
      "body.data.limit is not in the contract"
    ])
    expect(await said(ok, { status: 200, text: "other" })).toHaveLength(1)
  })

  it("compares what stands at a path", async () => {
    expect(await said(ok, { status: 200, json: { "data.limit": null } })).toEqual([])
    expect(await said(ok, { status: 200, json: { "data.limit": 0 } })).toEqual(["data.limit = null, expected 0"])
  })

  it("compares each record of a list, of which there are enough", async () => {
    const rows: Fake = () => ({ status: 200, body: { data: [{ id: "1" }, { id: "2" }] } })
    expect(await said(rows, each({ id: /\d/ }, 2))).toEqual([])
    expect(await said(rows, each({ id: "1" }))).toEqual(['body.data.1.id = "2", expected "1"'])
    expect(await said(rows, each({}, 3))).toEqual(["body.data has fewer than 3 items"])
  })

  it("compares headers: the start, a pattern, or none", async () => {
    expect(await said(ok, { status: 200, headers: { allow: /HEAD/, etag: null } })).toEqual([])
    expect(await said(ok, { status: 200, headers: { allow: "POST" } })).toEqual([
      "header allow = GET, HEAD, expected POST"
    ])
    expect(await said(ok, { status: 200, headers: { etag: /./ } })).toEqual(["header etag is missing"])
    expect(await said(ok, { status: 200, headers: { allow: null } })).toEqual([
      "header allow = GET, HEAD, expected none"
    ])
  })

  it("compares the message", async () => {
    const refuse = () => refusal(401, "Invalid credentials")
    expect(await said(refuse, { status: 401, message: "Missing Authentication header" })).toEqual([
      'error.message = "Invalid credentials", expected "Missing Authentication header"'
    ])
  })

  it("finds what must be absent", async () => {
    expect(await said(ok, { status: 200, absent: ["limit", "unknown"] })).toEqual(["leaks limit"])
  })

  it("wants the same answer as another one, but for the last uses of keys", async () => {
    const answers = (one: object, other: object) => {
      let asked = 0
      return reasons(
        () => refusal(404, "Resource not found", asked++ === 0 ? one : other),
        async ({ api }) => {
          const first = await api.get("/a", { status: 404 })
          expectSame(await api.get("/b", { status: 404 }), first, "the first")
        }
      )
    }
    expect(await answers({}, {})).toEqual([])
    expect(
      await answers({ service_metadata: { last_used_at: null } }, { service_metadata: { last_used_at: "now" } })
    ).toEqual([])
    expect(await answers({ user_id: "u" }, { user_id: "v" })).toEqual([
      "differs from the first",
      'body.user_id = "v", expected "u"'
    ])
  })

  it("gives a part of the answer, and fails where it is not there", async () => {
    const Id = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })
    const seen: Array<string> = []
    const reading = (fake: Fake) =>
      reasons(fake, async ({ api }) => seen.push(part(await api.get("/nowhere", { status: 200 }), Id).data.id))
    expect(await reading(ok)).toEqual([])
    expect(seen).toEqual(["1"])
    expect(await reading(() => ({ status: 200, body: {} }))).toHaveLength(1)
  })
})

// What is expected, one value that meets it, one that does not.
const table: ReadonlyArray<readonly [name: string, expected: unknown, good: unknown, bad: unknown]> = [
  ["a text", "a", "a", "b"],
  ["null", null, null, undefined],
  ["zero, which minus zero is not", 0, 0, -0],
  ["nested values", { a: [{ b: 1 }] }, { a: [{ b: 1 }] }, { a: [{ b: 2 }] }],
  ["no further names", { a: 1 }, { a: 1 }, { a: 1, b: 2 }],
  ["no name that every object inherits", { a: 1 }, { a: 1 }, { a: 1, constructor: 2, toString: 3 }],
  ["no further items", [1], [1], [1, 2]],
  ["a list and no object", [], [], {}],
  ["a pattern", /^a+$/, "aa", "ab"],
  ["a pattern, of a text only", /1/, "1", 1],
  ["a schema", { a: Schema.NullOr(Schema.Int) }, { a: null }, { a: 1.5 }],
  ["a schema, which leaves nothing out", Schema.Struct({ a: Schema.Int }), { a: 1 }, { a: 1, b: 2 }]
]

describe("an expected value", () => {
  it.each(table)("%s", (_, expected, good, bad) => {
    expect(differences(expected, good)).toEqual([])
    expect(differences(expected, bad).length).toBeGreaterThan(0)
  })

  it("tells where the value differs", () => {
    expect(differences({ data: [{ id: /^x/ }] }, { data: [{ id: "y" }] })).toEqual([
      'body.data.0.id = "y", expected /^x/'
    ])
  })
})
