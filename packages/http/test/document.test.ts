import { readFileSync } from "node:fs"
import { createConfig, lintFromString } from "@redocly/openapi-core"
import { operations } from "@tollgate/http"
import { describe, expect, it } from "vitest"
import { at, document, judge, places } from "./documentSchemas.js"

const lint = async (source: object) => {
  const config = await createConfig({ extends: ["recommended"] })
  const problems = await lintFromString({ source: JSON.stringify(source), config, absoluteRef: "openapi.json" })
  return problems.map(({ location, message, ruleId }) => `${ruleId} at ${location[0]?.pointer}: ${message}`)
}

/** Where schemas stand: below `schema` and the names that a schema has for its parts. */
const schemas = places((_, place) => {
  const [name, parent] = [place.at(-1) ?? "", place.at(-2) ?? ""]
  if (place.some((part) => /^(examples?|default|enum)$/.test(part) && place.indexOf(part) < place.length - 1))
    return false
  return /^(schema|items|additionalProperties)$/.test(name) || /^(schemas|properties|anyOf)$/.test(parent)
})

describe("the document", () => {
  it("has nothing that Redocly's recommended rules find fault with", async () => {
    expect(await lint(document)).toEqual([])
    expect(await lint({ ...document, info: { title: "x", version: "1" } })).toHaveLength(1)
  })

  it("has the version of the package", () => {
    const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"))
    expect(at("info")).toEqual(expect.objectContaining({ title: "Tollgate", version }))
  })

  it("is made of strict JSON Schema, and each schema that has examples lets them through", () => {
    expect(schemas.length).toBeGreaterThan(100)
    for (const [place, { examples = [] }] of schemas) {
      judge(null, ...place)
      for (const example of Array.isArray(examples) ? examples : []) {
        expect({ place, wrong: judge(example, ...place) }).toEqual({ place, wrong: [] })
      }
    }
  })

  it("says what every field, parameter and component means, in words of its own", () => {
    const told = places((value, place) => place.at(-2) === "properties" || place.at(-2) === "schemas" || "in" in value)
    expect(
      told.filter(([, { description }]) => description === undefined || description === "").map(([place]) => place)
    ).toEqual([])
    for (const [place, schema] of schemas) {
      expect({ place, named: [schema["title"], schema["$id"]] }).toEqual({ place, named: [undefined, undefined] })
    }
    const text = JSON.stringify(document)
    for (const word of ['"$id"', "decoded", "DateTime", "item(s)", "character(s)", "HttpApi", "bigint", "Brand"]) {
      expect(text).not.toContain(word)
    }
  })

  it("lists the refusals at the HTTP level once, apart from its description", () => {
    expect(document["x-protocol-refusals"]).toContainEqual({
      status: 413,
      reason: "body_too_large",
      message: "Request body too large"
    })
    expect(String(at("info")["description"])).not.toContain("body_too_large")
  })

  it("says that it is served where it came from", () => {
    expect(document["servers"]).toEqual([expect.objectContaining({ url: "/" })])
  })
})

const accessTexts = {
  "any key, else 401": "Accepts every API key. Returns 401 for a gateway key, as for an invalid one.",
  "any key, else 403": "Accepts every API key. Returns 403 for a gateway key.",
  "any or gateway key": "Accepts every API key and every gateway key.",
  "management, else 401": "Requires a management key.",
  "management, else 403": "Requires a management key.",
  "gateway, else 403": "Requires a gateway key. Returns 403 for an API key.",
  "gateway or management, else 403": "Requires a gateway key or a management key. Returns 403 for an ordinary key."
}

/** The security schemes that each access level accepts. */
const schemes = {
  "any key, else 401": ["bearer"],
  "any key, else 403": ["bearer"],
  "any or gateway key": ["gateway", "bearer"],
  "management, else 401": ["bearer"],
  "management, else 403": ["bearer"],
  "gateway, else 403": ["gateway"],
  "gateway or management, else 403": ["gateway", "bearer"]
}

const inFlight = "No limit per minute. The server answers at most 1024 requests of gateway keys at once (else 429)."

describe.each(operations)("$id in the document", (operation) => {
  const { access, id, method, path, perMinute, statuses, takesBody, takesIdempotencyKey } = operation
  const place = ["paths", `/api/v1${path}`, method.toLowerCase()]
  const found = at(...place)
  const response = (status: number) => at(...place, "responses", String(status))

  it("says which key it needs, how often it may be asked, and why it refuses", () => {
    const description = String(found["description"])
    expect(found["operationId"]).toBe(id)
    expect(description).toContain(accessTexts[access])
    expect(description).toContain(
      perMinute === null
        ? inFlight
        : `${perMinute} requests per minute for each key and ${10 * perMinute} for its organization`
    )
    expect(description.includes(inFlight)).toBe(/gateway/.test(access))
    expect(found["security"]).toEqual(schemes[access].map((scheme) => ({ [scheme]: [] })))
    for (const status of statuses.filter((status) => status >= 400)) {
      const reasons = Object.keys(at(...place, "responses", String(status), "content", "application/json", "examples"))
      expect(reasons.length).toBeGreaterThan(0)
      expect(description).toContain(`| ${status} | ${reasons.map((reason) => `\`${reason}\``).join(", ")} |`)
    }
  })

  it("has its statuses, each with the headers that it is answered with", () => {
    expect(Object.keys(at(...place, "responses")).map(Number)).toEqual(statuses)
    for (const status of statuses) {
      // Keys of the wrong kind are counted where gateway keys are not.
      const counted = status === 403 || status === 429 || (status !== 401 && perMinute !== null)
      expect(Object.keys(Object(response(status)["headers"]))).toEqual([
        "X-Request-Id",
        ...(status === 401 ? ["WWW-Authenticate"] : []),
        ...(counted ? ["X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset"] : []),
        ...(takesIdempotencyKey && status < 300 ? ["Idempotency-Replayed"] : []),
        ...(status === 402 || status === 429 || status === 500 ? ["Retry-After"] : [])
      ])
    }
  })

  it("takes an Idempotency-Key if it is a change, but not if it acts on a hold, stops or resumes", () => {
    const parameters: ReadonlyArray<unknown> = Object(found)["parameters"]
    const named = parameters.filter((parameter) => Object(parameter).name === "Idempotency-Key")
    expect(takesIdempotencyKey).toBe(method !== "GET" && !/^\/(holds|usage)|^\/webhooks\/.*\/test$/.test(path))
    expect(named.map((parameter) => Object(parameter).in)).toEqual(takesIdempotencyKey ? ["header"] : [])
  })

  it("shows examples that its own schemas let through", () => {
    const bodies = [
      ...(takesBody ? [["requestBody", "content", "application/json"]] : []),
      ...statuses.map((status) => ["responses", String(status), "content", "application/json"])
    ]
    for (const body of bodies) {
      const { example, examples = {} } = at(...place, ...body)
      const shown = [
        ...(example === undefined ? [] : [example]),
        ...Object.values(Object(examples)).map((one) => Object(one).value)
      ]
      expect(shown.length).toBeGreaterThan(0)
      for (const value of shown)
        expect({ body, wrong: judge(value, ...place, ...body, "schema") }).toEqual({ body, wrong: [] })
      expect(
        JSON.stringify(shown),
        `${id} needs an example where "?" stands, see packages/core/src/schema/fields.ts`
      ).not.toContain('"?"')
    }
  })
})
