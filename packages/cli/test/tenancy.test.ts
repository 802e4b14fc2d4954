import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import {
  aByokCredential,
  aCatalog,
  aGuardrail,
  aKey,
  anAuthorizationCode,
  anImageModel,
  aPreset,
  aWorkspace,
  members,
  pkce,
  TestAccount
} from "@tollgate/testing"
import { Effect, Layer, Redacted } from "effect"
import { type Received, type Sent, Wire } from "./harness/http.js"
import { serverOver } from "./harness/server.js"
import { everyStorage } from "./harness/stores.js"

const ABSENT = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"

interface Account extends Effect.Effect.Success<ReturnType<typeof TestAccount.make>> {}

/** One of everything, and what a caller would have to name to reach it. */
const fill = (account: Account) =>
  Effect.gen(function* () {
    const { data } = yield* Core.createKey(aKey())
    const credential = yield* Core.createByokCredential(aByokCredential())
    const guardrail = yield* Core.createGuardrail(aGuardrail())
    yield* Core.assignMembers(guardrail.id, members("owner"))
    const workspace = yield* Core.createWorkspace(aWorkspace({ slug: "theirs", name: "Theirs" }))
    yield* Core.createPreset(aPreset())
    yield* Core.replaceImageModels(aCatalog(anImageModel()))
    const code = yield* Core.createAuthorizationCode(anAuthorizationCode({ code_challenge: pkce.challenge }))
    return {
      hash: data.hash,
      managementHash: account.manager.keyHash,
      credential: credential.id,
      guardrail: guardrail.id,
      workspace,
      code: Redacted.value(code.id)
    }
  }).pipe(Effect.provide(account.asManager))

type Filled = Effect.Effect.Success<ReturnType<typeof fill>>

const exchange = (code: string): Sent => ({ method: "POST", body: { code, code_verifier: pkce.verifier } })
const remove: Sent = { method: "POST", body: { member_user_ids: ["owner"] } }

/** Each operation on what belongs to somebody else, and on what nobody has. */
const pairs: ReadonlyArray<{
  readonly operation: string
  readonly sent: Sent
  readonly theirs: (filled: Filled) => string
  readonly nobodys: string
}> = [
  { operation: "GET /byok/{id}", sent: {}, theirs: (of) => `/byok/${of.credential}`, nobodys: `/byok/${ABSENT}` },
  ...[{ name: "Mine" }, { disabled: true }, {}, { limit: -1 }, { unknown: 1 }].flatMap((body) => [
    {
      operation: `PATCH /keys/{hash} with ${JSON.stringify(body)}`,
      sent: { method: "PATCH", body },
      theirs: (of: Filled) => `/keys/${of.hash}`,
      nobodys: `/keys/${"0".repeat(64)}`
    },
    {
      operation: `PATCH /keys/{hash} of a management key with ${JSON.stringify(body)}`,
      sent: { method: "PATCH", body },
      theirs: (of: Filled) => `/keys/${of.managementHash}`,
      nobodys: `/keys/${"0".repeat(64)}`
    }
  ]),
  ...[remove, { ...remove, body: {} }].map((sent) => ({
    operation: `POST /guardrails/{id}/assignments/members/remove with ${JSON.stringify(sent.body)}`,
    sent,
    theirs: (of: Filled) => `/guardrails/${of.guardrail}/assignments/members/remove`,
    nobodys: `/guardrails/${ABSENT}/assignments/members/remove`
  })),
  ...["", "?limit=1", "?limit=0"].flatMap((query) => [
    {
      operation: `GET /workspaces/{id}/members${query} by UUID`,
      sent: {},
      theirs: (of: Filled) => `/workspaces/${of.workspace.id}/members${query}`,
      nobodys: `/workspaces/${ABSENT}/members${query}`
    },
    {
      operation: `GET /workspaces/{id}/members${query} by slug`,
      sent: {},
      theirs: (of: Filled) => `/workspaces/${of.workspace.slug}/members${query}`,
      nobodys: `/workspaces/nobodys/members${query}`
    }
  ]),
  {
    operation: "DELETE /guardrails/{id}",
    sent: { method: "DELETE" },
    theirs: (of) => `/guardrails/${of.guardrail}`,
    nobodys: `/guardrails/${ABSENT}`
  }
]

/** All of an answer but what is another with every answer. */
const comparable = ({ body, headers: { date, "x-request-id": id, ...headers }, status }: Received) => {
  expect([date, id]).toEqual([expect.any(String), expect.stringMatching(/^[0-9a-f-]{36}$/)])
  return { status, headers, body }
}

const start = (stores: (typeof everyStorage)[number]["stores"]) =>
  Effect.gen(function* () {
    const built = yield* Layer.build(stores)
    const ours = yield* Effect.provide(TestAccount.make(), built)
    const theirs = yield* Effect.provide(TestAccount.make(), built)
    const url = yield* serverOver(built)
    const wire = yield* Effect.acquireRelease(
      Effect.sync(() => new Wire()),
      (wire) => Effect.sync(() => wire.close())
    )
    const as =
      (account: Account) =>
      (path: string, sent: Sent = {}) =>
        Effect.promise(async () =>
          comparable(await wire.send(url + path, { ...sent, key: Redacted.value(account.managementKey) }))
        )
    return { fill: Effect.provide(fill(theirs), built), asUs: as(ours), asThem: as(theirs) }
  })

describe.each(everyStorage)("over $storage, to another organization", ({ stores }) => {
  it.scopedLive("what exists answers byte for byte as what does not, in every operation that names something", () =>
    Effect.gen(function* () {
      const { asThem, asUs, fill } = yield* start(stores)
      const filled = yield* fill
      for (const { nobodys, operation, sent, theirs } of pairs) {
        const absent = yield* asUs(nobodys, sent)
        expect({ operation, ...(yield* asUs(theirs(filled), sent)) }).toEqual({ operation, ...absent })
        expect([400, 404]).toContain(absent.status)
      }
      const absent = yield* asUs("/auth/keys", exchange("A".repeat(43)))
      expect(absent.status).toBe(400)
      for (let i = 0; i < 6; i++) expect(yield* asUs("/auth/keys", exchange(filled.code))).toEqual(absent)

      // Nothing of theirs was touched by all of this.
      expect((yield* asThem(`/byok/${filled.credential}`)).status).toBe(200)
      expect(
        JSON.parse((yield* asThem(`/keys/${filled.hash}`, { method: "PATCH", body: {} })).body).data
      ).toMatchObject({
        name: "A key",
        disabled: false
      })
      expect((yield* asThem("/auth/keys", exchange(filled.code))).status).toBe(200)
      const removed = yield* asThem(`/guardrails/${filled.guardrail}/assignments/members/remove`, remove)
      expect(JSON.parse(removed.body)).toEqual({ unassigned_count: 1 })
    })
  )

  it.scopedLive("lists are byte for byte what they were before anything of theirs existed", () =>
    Effect.gen(function* () {
      const { asThem, asUs, fill } = yield* start(stores)
      const lists = ["/presets", "/presets?limit=1&offset=1", "/images/models", "/workspaces/default/members"]
      const before = yield* Effect.forEach(lists, (path) => asUs(path))
      yield* fill
      expect(yield* Effect.forEach(lists, (path) => asUs(path))).toEqual(before)
      const [presets, , models] = yield* Effect.forEach(lists, (path) => asThem(path))
      expect(JSON.parse(presets?.body ?? "").total_count).toBe(1)
      expect(JSON.parse(models?.body ?? "").data).toHaveLength(1)
    })
  )
})
