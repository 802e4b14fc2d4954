import { describe, expect } from "@effect/vitest"
import {
  addOrganizationMember,
  createKey,
  createWorkspace,
  ExpiryInThePast,
  ExternalIdTaken,
  KeyNotFound,
  listKeys,
  ManagementCaller,
  type ManagingPrincipal,
  NewWorkspace,
  recordUsage,
  SecretKey,
  UsageInput,
  UserId,
  UserNotInOrganization,
  WorkspaceNotFound
} from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aKey, aMember } from "@tollgate/testing/accounts"
import { DateTime, Effect, Redacted, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const usage = read(UsageInput)

describe("createKey", () => {
  inMemory("creates a key in the caller's workspace, for the caller's user, with nothing spent", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey({ name: "Batch", limit: 12.5, limit_reset: "weekly" })))
      expect(data).toMatchObject({
        hash: SecretKey.hash(key),
        name: "Batch",
        label: SecretKey.mask(key),
        disabled: false,
        limit: 12_500_000_000n,
        limit_remaining: 12_500_000_000n,
        limit_reset: "weekly",
        include_byok_in_limit: false,
        usage: 0n,
        byok_usage: 0n,
        expires_at: null,
        creator_user_id: "Acme-owner",
        workspace_id: workspace.id,
        held: 0n,
        unknown: 0n,
        byok_held: 0n,
        byok_unknown: 0n,
        is_management_key: false,
        is_read_only: false,
        metadata: {},
        external_id: null,
        created_by: "Acme-owner",
        last_used_at: null
      })
    })
  )

  inMemory("keeps the secret nowhere", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const { data, key } = yield* asManager(createKey(aKey()))
      const keys = yield* KeyStore
      const row = yield* Effect.flatten(keys.find(organization.id, data.hash))
      const text = Object.values(row).map(String).join("\n")
      expect(text).not.toContain(Redacted.value(key).slice(6, 49))
    })
  )

  inMemory("creates it in a stated workspace of the organization, and in none of another", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const second = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "second", name: "Second" })))
      yield* asManager(addOrganizationMember(aMember("ada")))
      const { data } = yield* asManager(createKey(aKey({ workspace_id: second.id, creator_user_id: "ada" })))
      expect([data.workspace_id, data.creator_user_id]).toEqual([second.id, "ada"])
      const foreign = createKey(aKey({ workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(WorkspaceNotFound.of(stranger.workspace.id))
    })
  )

  inMemory("refuses a creator who does not belong to the organization, and stores nothing", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const page = { limit: 1, offset: 0, include_disabled: true }
      const before = yield* asManager(listKeys(page))
      const create = (creator_user_id: string) => asManager(createKey(aKey({ creator_user_id })))
      for (const user of ["nobody", stranger.organization.owner_user_id]) {
        expect(yield* Effect.flip(create(user))).toEqual(
          new UserNotInOrganization({ user_id: UserId.make(user), field: "creator_user_id" })
        )
      }
      expect(yield* asManager(listKeys(page))).toEqual(before)
      expect((yield* create(organization.owner_user_id)).data.creator_user_id).toBe("Acme-owner")
    })
  )

  inMemory("says who created a key, which may be another user than the key is for", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(addOrganizationMember(aMember("ada")))
      const { data } = yield* asManager(createKey(aKey({ creator_user_id: "ada", management: true })))
      expect([data.creator_user_id, data.created_by, data.is_management_key]).toEqual(["ada", "Acme-owner", true])
    })
  )

  inMemory("refuses an external id that another key of the organization has, and stores nothing", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const input = aKey({ external_id: "customer-42", metadata: { team: "docs" } })
      const { data } = yield* asManager(createKey(input))
      expect([data.external_id, data.metadata]).toEqual(["customer-42", { team: "docs" }])
      const page = { limit: 1, offset: 0, include_disabled: true }
      const before = yield* asManager(listKeys(page))
      const taken = new ExternalIdTaken()
      expect(yield* Effect.flip(asManager(createKey(input)))).toEqual(taken)
      expect(yield* asManager(listKeys(page))).toEqual(before)
      expect((yield* stranger.asManager(createKey(input))).data.external_id).toBe("customer-42")
    })
  )

  inMemory("creates a key for the caller's user by default", () =>
    Effect.gen(function* () {
      const { asHost, manager } = yield* openAccount()
      const { data } = yield* Effect.provide(createKey(aKey()), asHost)
      expect(data.creator_user_id).toBe("Acme-owner")
      // A host may act in the name of a user that it knows and Tollgate does not.
      const caller: ManagingPrincipal = { ...manager, kind: "host", userId: UserId.make("the host's own") }
      const own = createKey(aKey()).pipe(Effect.provideService(ManagementCaller, caller))
      expect((yield* own).data.creator_user_id).toBe("the host's own")
    })
  )

  inMemory("refuses a key that would have expired already", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* TestClock.setTime(60_000)
      const until = (expires_at: string) => asManager(createKey(aKey({ expires_at })))
      for (const past of ["1970-01-01T00:01:00Z", "1969-12-31T00:00:00Z"]) {
        const expires_at = DateTime.unsafeMake(past)
        expect(yield* Effect.flip(until(past))).toEqual(new ExpiryInThePast({ expires_at }))
      }
      expect((yield* until("1970-01-01T00:01:00.001Z")).data.disabled).toBe(false)
    })
  )
})

describe("recordUsage", () => {
  inMemory("counts every spending once, whatever happens at the same moment", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash } = yield* openAccount()
      const spend = asManager(recordUsage(ordinaryHash, usage({ usage: 0.1, byok_usage: 0.000_000_001 })))
      yield* Effect.replicateEffect(spend, 100, { concurrency: "unbounded", discard: true })
      const key = yield* asManager(recordUsage(ordinaryHash, usage({})))
      expect([key.usage, key.usage_daily, key.byok_usage, key.byok_usage_monthly]).toEqual([
        10_000_000_000n,
        10_000_000_000n,
        100n,
        100n
      ])
    })
  )

  inMemory("finds only the organization's keys", () =>
    Effect.gen(function* () {
      const { asManager, ordinaryHash: hash } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const spend = (hash: string) => recordUsage(hash, usage({ usage: 1 }))
      expect(yield* Effect.flip(stranger.asManager(spend(hash)))).toEqual(KeyNotFound.of(hash))
      expect(yield* Effect.flip(asManager(spend("nonsense")))).toEqual(KeyNotFound.of(null))
      expect((yield* asManager(recordUsage(hash, usage({})))).usage).toBe(0n)
    })
  )
})
