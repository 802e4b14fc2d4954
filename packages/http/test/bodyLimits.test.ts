import { describe, expect, it } from "@effect/vitest"
import { operations } from "@tollgate/http"
import { Effect, Either, Option, Schema } from "effect"
import { BodyPolicy } from "../src/request/BodyPolicy.js"
import { openAccount, send, serve } from "./account.js"

/** A character of four bytes in UTF-8: the most that a character takes. */
const WIDE = "😀"
/** Text of so many characters, each of four bytes, that differs by its number. */
const wide = (characters: number, n = 0) => n + WIDE.repeat(characters - String(n).length)
const many = <A>(count: number, of: (n: number) => A) => Array.from({ length: count }, (_, n) => of(n))
const names = (count: number) => many(count, (n) => wide(255, n))
const uuid = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"
const amount = 999_999_999.123_456_7
const expires_at = "2999-12-31T23:59:59.999999999Z"
const hashes = many(100, (n) => n.toString(16).padStart(64, "f"))
const slug = "a".repeat(50)

const credential = {
  // A control character is escaped with six bytes.
  key: "\u0001".repeat(16_384),
  name: wide(255),
  disabled: false,
  is_fallback: false,
  allowed_models: names(100),
  allowed_user_ids: names(100),
  allowed_api_key_hashes: hashes,
  sort_order: 1_000_000
}
const providers = Array.from({ length: 1000 }, () => "p".repeat(50))
const guardrail = {
  name: wide(200),
  description: wide(1000),
  limit_usd: amount,
  reset_interval: "monthly",
  allowed_models: names(1000),
  ignored_models: names(1000),
  allowed_providers: providers,
  ignored_providers: providers,
  enforce_zdr: false,
  include_byok_in_budgets: false
}
const key = { name: wide(255), limit: amount, limit_reset: "monthly", include_byok_in_limit: false }
const memberIds = { member_user_ids: names(1000) }
const keyHashes = { key_hashes: Array.from({ length: 1000 }, () => "f".repeat(64)) }
const model = (n: number) => ({
  id: `acme/${"m".repeat(240)}${n}`,
  name: "n".repeat(255),
  description: "d".repeat(4000),
  created: Number.MAX_SAFE_INTEGER,
  architecture: { input_modalities: ["text", "image"], output_modalities: ["image"] },
  supported_parameters: { steps: { type: "range", min: 1, max: 50 }, transparent: { type: "boolean" } },
  supports_streaming: false
})

/** The largest body of each operation by the bounds of its fields, or nearly so where one bound is on their sum. */
const largest: Readonly<Record<string, unknown>> = {
  createByokCredential: { ...credential, provider: "black-forest-labs", workspace_id: uuid },
  updateByokCredential: credential,
  createKey: { ...key, expires_at, creator_user_id: wide(255), workspace_id: uuid, management: false },
  updateKey: { ...key, disabled: false },
  rotateKey: { grace_seconds: 2_592_000 },
  exchangeCode: { code: "x".repeat(43), code_verifier: "v".repeat(128), code_challenge_method: "S256" },
  createAuthorizationCode: {
    callback_url: `https://app.example/${"é".repeat(2000)}`,
    code_challenge: "c".repeat(43),
    code_challenge_method: "S256",
    user_id: wide(255),
    limit: amount,
    usage_limit_type: "monthly",
    expires_at,
    key_label: wide(100),
    workspace_id: uuid
  },
  createGuardrail: { ...guardrail, workspace_id: uuid },
  updateGuardrail: guardrail,
  assignMembers: memberIds,
  unassignMembers: memberIds,
  assignKeys: keyHashes,
  unassignKeys: keyHashes,
  createWorkspace: { slug, name: wide(100), description: wide(500) },
  updateWorkspace: { slug, name: wide(100), description: wide(500) },
  addWorkspaceMembers: { user_ids: names(100) },
  removeWorkspaceMembers: { user_ids: names(100) },
  updateOrganizationMember: { role: "member" },
  setWorkspaceBudget: { limit_usd: amount },
  addOrganizationMember: { user_id: wide(255), role: "member" },
  createPreset: {
    slug,
    name: wide(255),
    description: wide(1000),
    system_prompt: "\u0001".repeat(32_768),
    config: { a: "x".repeat(32_760) },
    workspace_id: uuid
  },
  createPresetVersion: { system_prompt: "\u0001".repeat(32_768), config: { a: "x".repeat(32_760) } },
  updatePreset: { name: wide(255), description: wide(1000), status: "archived", designated_version_id: uuid },
  authorize: {
    key: "k".repeat(256),
    amount,
    models: names(8),
    id: "01a19467-e800-7cc3-98c4-dc0c0c07398f",
    provider: "black-forest-labs",
    credential: "byok",
    user_id: wide(255),
    zdr: false,
    lease_seconds: 2_592_000,
    instance: wide(64),
    labels: Object.fromEntries(many(8, (n) => [String(n).padStart(32, "a"), wide(64)])),
    dry_run: false
  },
  releaseHolds: { instance: wide(64) },
  markSent: { credential_id: uuid },
  extend: { amount, lease_seconds: 2_592_000 },
  settle: { cost: amount, credential_id: uuid, model: wide(255), provider: "black-forest-labs", basis: "estimate" },
  correctHold: { cost: amount, reason: wide(500) },
  recordRequest: {
    id: "01a19467-e800-7cc3-98c4-dc0c0c07398f",
    key_hash: "f".repeat(64),
    cost: amount,
    credential_id: uuid,
    model: wide(255),
    provider: "black-forest-labs",
    basis: "estimate",
    at: expires_at
  },
  replaceImageModels: { models: many(1000, model) }
}

const bodied = operations.filter(({ takesBody }) => takesBody)
const limitOf = (name: string) => operations.find((one) => one.name === name)?.maxBodyBytes ?? 0
const largestOf = (name: string) => JSON.stringify(largest[name])

/** A valid body of exactly so many bytes: white space after it counts. */
const padded = (name: string, bytes: number) => {
  const body = largestOf(name)
  return body + " ".repeat(bytes - Buffer.byteLength(body))
}

describe("the body limit of", () => {
  it("every operation with a body is known", () => {
    const where = "packages/http/test/bodyLimits.test.ts has the largest valid body of each operation"
    expect(Object.keys(largest).sort(), where).toEqual(bodied.map(({ name }) => name).sort())
  })

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
      expect(read(largest[name])._tag).toBe("Right")
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
