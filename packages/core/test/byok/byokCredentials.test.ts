import { describe, expect } from "@effect/vitest"
import {
  ByokId,
  ByokNotFound,
  createByokCredential,
  createWorkspace,
  getByokCredential,
  NewByokCredential,
  NewWorkspace,
  WorkspaceNotFound
} from "@tollgate/core"
import { type ByokRecord, ByokStore, Vault } from "@tollgate/core/storage"
import { DateTime, Effect, Redacted } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const secret = "sk-proj-abcdefghijklmnopqrstuvwxyz0123456789"
const input = (rest: Partial<typeof NewByokCredential.Encoded> = {}) =>
  read(NewByokCredential)({ provider: "openai", key: secret, ...rest })

describe("createByokCredential", () => {
  inMemory("answers with the credential as it is read later, and with nothing of the secret but its ends", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const created = yield* asManager(
        createByokCredential(input({ name: "Main", allowed_models: [], is_fallback: true }))
      )
      expect(created).toEqual({
        id: uuid,
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
        created_at: yield* DateTime.now
      })
      expect(yield* asManager(getByokCredential(created.id))).toEqual(created)
    })
  )

  inMemory("seals the secret for its row, and stores it in no other form", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      const credentials = yield* ByokStore
      const stored: Array<ByokRecord> = []
      const insert = (record: ByokRecord) =>
        Effect.zipRight(
          Effect.sync(() => stored.push(record)),
          credentials.insert(record)
        )
      const { id } = yield* asManager(createByokCredential(input())).pipe(
        Effect.provideService(ByokStore, { ...credentials, insert })
      )
      const vault = yield* Vault
      const row = yield* Effect.fromNullable(stored[0])
      const place = { organization_id: organization.id, workspace_id: workspace.id, id, provider: "openai" } as const
      expect(Redacted.value(yield* vault.open(row.sealed, place))).toBe(secret)
      expect(Buffer.from(row.sealed).includes(Buffer.from(secret))).toBe(false)
      expect(JSON.stringify({ ...row, sealed: null })).not.toContain(secret.slice(4, -4))
    })
  )

  inMemory("puts a credential behind the provider's others, also when many come at the same moment", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      yield* asManager(createByokCredential(input({ sort_order: 7 })))
      const many = yield* Effect.replicateEffect(asManager(createByokCredential(input())), 20, {
        concurrency: "unbounded"
      })
      const orders = many.map(({ sort_order }) => sort_order).toSorted((a, b) => a - b)
      expect(orders).toEqual(Array.from({ length: 20 }, (_, index) => index + 8))
      expect((yield* asManager(createByokCredential(input({ provider: "anthropic" })))).sort_order).toBe(0)
    })
  )

  inMemory("creates it in a stated workspace of the organization, and in none of another", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const second = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "second", name: "Second" })))
      expect((yield* asManager(createByokCredential(input({ workspace_id: second.id })))).workspace_id).toBe(second.id)
      const foreign = createByokCredential(input({ workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(WorkspaceNotFound.of(stranger.workspace.id))
    })
  )
})

describe("getByokCredential", () => {
  inMemory("reads an id in any letter case", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const created = yield* asManager(createByokCredential(input()))
      expect(yield* asManager(getByokCredential(created.id.toUpperCase()))).toEqual(created)
    })
  )

  inMemory("never unseals the secret", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { id } = yield* asManager(createByokCredential(input()))
      const vault = yield* Vault
      const shut = Vault.of({ ...vault, open: () => Effect.die("opened") })
      expect((yield* Effect.provideService(asManager(getByokCredential(id)), Vault, shut)).id).toBe(id)
    })
  )

  inMemory("answers alike for what is absent, malformed and another organization's", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const { id } = yield* stranger.asManager(createByokCredential(input()))
      for (const name of [id, "01234567-89ab-4cde-8f01-23456789abcd", "nonsense", "", `${id}\n`]) {
        const named = name === id || name.startsWith("0123") ? ByokId.make(name) : null
        expect(yield* Effect.flip(asManager(getByokCredential(name)))).toEqual(ByokNotFound.of(named))
      }
    })
  )
})
