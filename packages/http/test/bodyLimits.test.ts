import { describe, expect, it } from "@effect/vitest"
import { operations } from "@tollgate/http"
import { Effect, Either, Option, Schema } from "effect"
import { BodyPolicy } from "../src/request/BodyPolicy.js"
import { openAccount, send, serve } from "./account.js"
import { largestBody } from "./largestBody.js"

const bodied = operations.filter(({ takesBody }) => takesBody)
const limitOf = (name: string) => operations.find((one) => one.name === name)?.maxBodyBytes ?? 0
const largest = new Map(bodied.map((operation) => [operation.name, largestBody(operation)]))
const largestOf = (name: string) => JSON.stringify(largest.get(name))

/** A valid body of exactly so many bytes: white space after it counts. */
const padded = (name: string, bytes: number) => {
  const body = largestOf(name)
  return body + " ".repeat(bytes - Buffer.byteLength(body))
}

describe("the body limit of", () => {
  it("a POST may leave out the body of which no field is required", () => {
    const posts = bodied.filter(({ method }) => method === "POST")
    const empty = posts.filter(({ endpoint }) =>
      Either.isRight(Schema.decodeUnknownEither(Option.getOrThrow(endpoint.payloadSchema))({}))
    )
    // `settle` states a cost or a usage.
    const names = empty.map(({ name }) => name).filter((name) => name !== "settle")
    expect(posts.filter(({ optionalBody }) => optionalBody).map(({ name }) => name)).toEqual(names)
  })

  for (const { endpoint, maxBodyBytes, name } of bodied) {
    it(`${name} fits its largest valid body`, () => {
      const read = Schema.decodeUnknownEither(Option.getOrThrow(endpoint.payloadSchema))
      expect(read(largest.get(name))._tag).toBe("Right")
      const bytes = Buffer.byteLength(largestOf(name))
      expect(bytes).toBeLessThanOrEqual(maxBodyBytes)
      // The limit is not much larger than what is needed.
      if (maxBodyBytes > 65_536) expect(maxBodyBytes / bytes).toBeLessThan(1.3)
    })
  }
})

describe("a large body", () => {
  it.scopedLive("is accepted up to the limit of its operation by both servers, and refused with 413 beyond", () =>
    Effect.gen(function* () {
      const { guardrail, managementKey, stores } = yield* openAccount
      const { handler, url } = yield* serve(stores, 0)
      const headers = { authorization: `Bearer ${managementKey}`, "content-type": "application/json" }
      const requests = [
        ["replaceImageModels", "PUT", "/images/models", 200],
        ["updateGuardrail", "PATCH", `/guardrails/${guardrail}`, 200],
        ["createGuardrail", "POST", "/guardrails", 404],
        ["unassignMembers", "POST", `/guardrails/${guardrail}/assignments/members/remove`, 200],
        ["createPreset", "POST", "/presets", 404],
        ["createWorkspace", "POST", "/workspaces", 201]
      ] as const
      for (const [name, method, path, status] of requests) {
        const limit = limitOf(name)
        for (const [body, expected] of [
          [padded(name, limit), status],
          [padded(name, limit + 1), 413]
        ] as const) {
          const target = `${url}/api/v1${path}`
          const sent = yield* Effect.promise(() => fetch(target, { method, headers, body }))
          expect([name, body.length, sent.status]).toEqual([name, body.length, expected])
          const text = yield* Effect.promise(() => sent.text())
          if (expected === 413) {
            expect(JSON.parse(text)).toMatchObject({
              error: {
                code: 413,
                metadata: { reason: "body_too_large", issues: [{ path: [], expected: `at most ${limit} bytes` }] }
              }
            })
          }
        }
        const refused = yield* Effect.promise(() =>
          handler(new Request(`http://localhost/api/v1${path}`, { method, headers, body: padded(name, limit + 1) }))
        )
        expect(refused.status).toBe(413)
        if (status === 201) continue
        const accepted = yield* Effect.promise(() =>
          handler(new Request(`http://localhost/api/v1${path}`, { method, headers, body: padded(name, limit) }))
        )
        expect([name, accepted.status]).toEqual([name, status])
      }
      const { body } = yield* send(`${url}/api/v1/images/models`, { headers })
      expect(JSON.parse(String(body)).data.length).toBe(1000)
    })
  )
})

describe("BodyPolicy", () => {
  const [method, path] = ["PUT", "/below/api/v1/images/models"]
  const policy = () => new BodyPolicy("/below", 1_000_000)
  const reasonOf = (refusal: { readonly reason: string } | null) => refusal?.reason

  it("gives the larger limit only to the operation that needs it, below the base path", () => {
    const refused = (method: string, target: string) => reasonOf(policy().allow(method, target).refuseLength(100_000))
    expect(refused(method, `${path}?x=1`)).toBe(undefined)
    for (const [other, target] of [
      ["GET", path],
      ["PUT", "/api/v1/images/models"],
      ["POST", "/below/api/v1/workspaces"],
      ["PUT", "/below/api/v1/images/models/"],
      ["PUT", "*"]
    ] as const) {
      expect(refused(other, target)).toBe("body_too_large")
    }
  })

  it("bounds the memory of all large bodies together, and takes it back", () => {
    const shared = policy()
    const [first, second] = [shared.allow(method, path), shared.allow(method, path)]
    expect(first.refuseSize(65_536 + 600_000)).toBe(null)
    expect(first.refuseSize(65_536 + 900_000)).toBe(null)
    expect(reasonOf(second.refuseSize(65_536 + 100_001))).toBe("unavailable")
    expect(second.refuseSize(65_536 + 100_000)).toBe(null)
    expect(second.refuseSize(65_536)).toBe(null)
    expect(shared.allow(method, path).refuseSize(65_536)).toBe(null)
    first.release()
    first.release()
    expect(shared.allow(method, path).refuseSize(65_536 + 900_000)).toBe(null)
    expect(reasonOf(shared.allow(method, path).refuseSize(65_536 + 1))).toBe("unavailable")
  })
})
