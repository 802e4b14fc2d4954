import { describe, expect } from "@effect/vitest"
import { ByokNotFound, createByokCredential, getByokCredential, updateByokCredential } from "@tollgate/core"
import { ByokStore, Vault } from "@tollgate/core/storage"
import { aByokCredential, aByokPatch } from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const credential = yield* account.asManager(createByokCredential(aByokCredential({ name: "Main", sort_order: 3 })))
  const update = (patch: Parameters<typeof aByokPatch>[0]) =>
    account.asManager(updateByokCredential(credential.id, aByokPatch(patch)))
  /** What the vault makes of the bytes that are kept now. */
  const secret = Effect.gen(function* () {
    const place = { organization_id: account.organization.id, workspace_id: account.workspace.id }
    const { provider } = credential
    const rows = yield* (yield* ByokStore).ofProvider(place.organization_id, place.workspace_id, provider)
    const row = yield* Effect.fromNullable(rows[0])
    return Redacted.value(yield* (yield* Vault).open(row.sealed, row))
  })
  return { ...account, credential, update, secret }
})

describe("updateByokCredential", () => {
  inMemory("changes what is stated, clears what is null, and leaves the rest and the secret alone", () =>
    Effect.gen(function* () {
      const { asManager, credential, secret, update } = yield* opened
      const set = { disabled: true, is_fallback: true, allowed_models: ["acme/a"], sort_order: 0 }
      expect(yield* update(set)).toEqual({ ...credential, ...set })
      const cleared = { name: null, allowed_models: null, allowed_user_ids: [] }
      const after = { ...credential, ...set, ...cleared }
      expect(yield* update(cleared)).toEqual(after)
      expect(yield* update({})).toEqual(after)
      expect(yield* asManager(getByokCredential(credential.id))).toEqual(after)
      expect(yield* secret).toBe("sk-proj-0123456789abcdefghijklmnop")
    })
  )

  inMemory("puts a new secret in the old one's place, with a label of its own", () =>
    Effect.gen(function* () {
      const { credential, secret, update } = yield* opened
      const key = "sk-ant-zyxwvutsrqponmlkjihgfedcba98765432"
      expect(yield* update({ key })).toEqual({ ...credential, label: "sk-a...5432" })
      expect(yield* secret).toBe(key)
    })
  )

  inMemory("finds nothing of another organization, and no id that is none", () =>
    Effect.gen(function* () {
      const { asManager, credential } = yield* opened
      const stranger = yield* openAccount("Stranger")
      const patch = aByokPatch({ name: "Mine" })
      const refused = (id: string) => Effect.flip(stranger.asManager(updateByokCredential(id, patch)))
      expect(yield* refused(credential.id)).toEqual(ByokNotFound.of(credential.id))
      expect(yield* refused("nonsense")).toEqual(ByokNotFound.of(null))
      expect(yield* asManager(getByokCredential(credential.id))).toEqual(credential)
    })
  )
})
