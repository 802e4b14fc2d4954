import { describe, expect, it } from "@effect/vitest"
import { AuditPage, AuditQuery, listAuditEntries, OrganizationId, updateKey } from "@tollgate/core"
import { aKeyPatch } from "@tollgate/testing/accounts"
import { Context, Effect, Either, Schema, TestClock } from "effect"
import { AuditStore } from "../../src/audit/AuditStore.js"
import * as AuditStoreMemory from "../../src/audit/AuditStoreMemory.js"
import * as MemoryState from "../../src/memory/MemoryState.js"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(AuditPage)

describe("listAuditEntries", () => {
  inMemory(
    "shows the newest entries first, by their time and then by their number, and those from a time to another",
    () =>
      Effect.gen(function* () {
        const { asManager, managementHash, ordinaryHash } = yield* openAccount()
        const { total_count: made } = yield* asManager(listAuditEntries(page({})))
        for (const [name, time] of [
          ["second", 2_000],
          ["first", 1_000],
          ["third", 3_000],
          ["fourth", 3_000]
        ] as const) {
          yield* TestClock.setTime(time)
          yield* asManager(updateKey(ordinaryHash, aKeyPatch({ name })))
        }
        const named = (query: typeof AuditPage.Encoded) =>
          Effect.map(
            asManager(listAuditEntries(page({ action: "keys.updateKey", ...query }))),
            ({ data, total_count }) => [data.map(({ changes }) => changes["name"]), total_count]
          )
        expect(yield* named({})).toEqual([["fourth", "third", "second", "first"], 4])
        expect(yield* named({ limit: 2, offset: 1 })).toEqual([["third", "second"], 4])
        expect(yield* named({ from: "1970-01-01T00:00:02Z" })).toEqual([["fourth", "third", "second"], 3])
        expect(yield* named({ to: "1970-01-01T00:00:03Z" })).toEqual([["second", "first"], 2])
        const { data } = yield* asManager(listAuditEntries(page({ limit: 1 })))
        expect(data).toEqual([
          {
            seq: made + 4,
            created_at: expect.objectContaining({ epochMillis: 3_000 }),
            action: "keys.updateKey",
            object: ordinaryHash,
            actor_kind: "management",
            actor_hash: managementHash,
            actor_user_id: "Acme-owner",
            changes: { name: "fourth" },
            secrets: [],
            request_id: null,
            address: null,
            hash: expect.stringMatching(/^[0-9a-f]{64}$/)
          }
        ])
      })
  )

  it.effect("counts 10,000 entries, and says 10,001 if there are more", () =>
    Effect.gen(function* () {
      const organization_id = OrganizationId.make("5f0ff15b-4d33-4b2f-9b6d-6d1c7c0e5a01")
      const entry = {
        organization_id,
        created_at: 0,
        actor_kind: "host",
        actor_hash: null,
        actor_user_id: null,
        action: "keys.updateKey",
        object: null,
        changes: "{}",
        secrets: "[]",
        request_id: null,
        address: null
      } as const
      let state = {}
      const counts: Array<number> = []
      for (let n = 1; n <= 10_002; n++) {
        state = AuditStoreMemory.append(state, entry)
        if (n < 10_000) continue
        const within = yield* MemoryState.make(state)
        const made = yield* Effect.provideService(AuditStoreMemory.make, MemoryState.MemoryState, within)
        const audit = Context.get(made, AuditStore)
        counts.push((yield* audit.list(organization_id, { limit: 1, offset: 0 })).total_count)
      }
      expect(counts).toEqual([10_000, 10_001, 10_001])
    })
  )
})

describe("A page of the audit log", () => {
  it("has 50 entries if it is not said how many, and texts of 255 characters at most", () => {
    expect(page({})).toEqual({ limit: 50, offset: 0 })
    expect(Schema.decodeSync(AuditQuery)({})).toEqual({ limit: 50, offset: 0 })
    for (const decode of [Schema.decodeUnknownEither(AuditPage), Schema.decodeUnknownEither(AuditQuery)]) {
      for (const field of ["action", "object"]) {
        const takes = (length: number) => Either.isRight(decode({ [field]: "a".repeat(length) }))
        expect([0, 1, 255, 256].map(takes)).toEqual([false, true, true, false])
      }
    }
  })
})
