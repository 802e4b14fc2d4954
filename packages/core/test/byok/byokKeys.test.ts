import { describe, expect } from "@effect/vitest"
import {
  ByokNotFound,
  ByokStore,
  createByokKey,
  createWorkspace,
  getByokKey,
  ManagementKeyRequired,
  Memory,
  NewByokCredential,
  NewWorkspace,
  Vault,
  WorkspaceNotFound
} from "@tollgate/core"
import { Effect, HashMap, Redacted } from "effect"
import { inMemory, openAccount, type Program, read } from "../support/account.js"

const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
const input = (rest: Partial<typeof NewByokCredential.Encoded> = {}) =>
  read(NewByokCredential)({ provider: "openai", key: secret, ...rest })

describe("createByokKey", () => {
  inMemory("answers with the credential as it is read later, and with nothing of the secret but its ends", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const created = yield* asManager(createByokKey(input({ name: "Main", allowed_models: [], is_fallback: true })))
      expect(created).toEqual({
        id: created.id,
        provider: "openai",
        workspace_id: workspace.id,
        label: "sk-p...6789",
        name: "Main",
        disabled: false,
        is_fallback: true,
        allowed_models: [],
        allowed_api_key_hashes: null,
        allowed_user_ids: null,
        sort_order: 0,
        created_at: created.created_at
      })
      expect(yield* asManager(getByokKey(created.id))).toEqual(created)
    })
  )

  inMemory("seals the secret for its row, and stores it in no other form", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      const { id } = yield* asManager(createByokKey(input()))
      const { credentials } = yield* Memory.snapshot
      const row = yield* HashMap.get(credentials, id)
      const vault = yield* Vault.Vault
      const place = { organization_id: organization.id, workspace_id: workspace.id, id, provider: "openai" } as const
      expect(Redacted.value(yield* vault.open(row.sealed, place))).toBe(secret)
      expect(Buffer.from(row.sealed).includes(Buffer.from(secret))).toBe(false)
      expect(JSON.stringify({ ...row, sealed: null })).not.toContain(secret.slice(4, -4))
    })
  )

  inMemory("puts a credential behind the provider's others, also when many come at the same moment", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(createByokKey(input({ sort_order: 7 })))
      const many = yield* Effect.replicateEffect(asManager(createByokKey(input())), 20, { concurrency: "unbounded" })
      const orders = many.map(({ sort_order }) => sort_order).toSorted((a, b) => a - b)
      expect(orders).toEqual(Array.from({ length: 20 }, (_, index) => index + 8))
      expect((yield* asManager(createByokKey(input({ provider: "anthropic" })))).sort_order).toBe(0)
    })
  )

  inMemory("creates it in a stated workspace of the organization, and in none of another", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const second = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "second", name: "Second" })))
      expect((yield* asManager(createByokKey(input({ workspace_id: second.id })))).workspace_id).toBe(second.id)
      const foreign = createByokKey(input({ workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(new WorkspaceNotFound())
    })
  )
})

describe("getByokKey", () => {
  inMemory("reads an id in any letter case", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const created = yield* asManager(createByokKey(input()))
      expect(yield* asManager(getByokKey(created.id.toUpperCase()))).toEqual(created)
    })
  )

  inMemory("never unseals the secret", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { id } = yield* asManager(createByokKey(input()))
      const vault = yield* Vault.Vault
      const shut = Vault.Vault.of({ ...vault, open: () => Effect.die("opened") })
      expect((yield* Effect.provideService(asManager(getByokKey(id)), Vault.Vault, shut)).id).toBe(id)
    })
  )

  inMemory("answers alike for what is absent, malformed and another organization's", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { id } = yield* stranger.asManager(createByokKey(input()))
      for (const name of [id, "01234567-89ab-4cde-8f01-23456789abcd", "nonsense", "", `${id}\n`]) {
        expect(yield* Effect.flip(asManager(getByokKey(name)))).toEqual(new ByokNotFound())
      }
    })
  )

  inMemory("is refused to an ordinary key, as creating is, before anything is looked up", () =>
    Effect.gen(function* () {
      const { asOrdinary } = yield* openAccount()
      const store = yield* ByokStore
      const shut = ByokStore.of({ ...store, find: () => Effect.die("looked up"), insert: () => Effect.die("stored") })
      const programs: ReadonlyArray<Program> = [getByokKey("nonsense"), createByokKey(input())]
      for (const program of programs) {
        const refusal = yield* Effect.flip(Effect.provideService(asOrdinary(program), ByokStore, shut))
        expect(refusal).toEqual(new ManagementKeyRequired())
      }
    })
  )
})
