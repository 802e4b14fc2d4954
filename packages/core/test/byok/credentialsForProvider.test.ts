import { describe, expect } from "@effect/vitest"
import {
  CredentialUse,
  createByokCredential,
  createWorkspace,
  credentialsForProvider,
  StorageFailure
} from "@tollgate/core"
import { SealBroken, Vault } from "@tollgate/core/storage"
import { aByokCredential, aWorkspace } from "@tollgate/testing/accounts"
import { Effect, Layer, Redacted } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const HASH = "f".repeat(64)
const use = read(CredentialUse)

type Input = Parameters<typeof aByokCredential>[0]

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const { asManager } = account
  const create = (name: string, input: Input = {}) =>
    asManager(createByokCredential(aByokCredential({ name, ...input })))
  const names = (of: typeof CredentialUse.Encoded = {}) =>
    Effect.map(asManager(credentialsForProvider("openai", use(of))), (found) => found.map(({ name }) => name))
  return { ...account, create, names }
})

describe("credentialsForProvider", () => {
  inMemory("answers in the order to try them: the fallbacks last, each by its place", () =>
    Effect.gen(function* () {
      const { create, names } = yield* opened
      yield* create("spare", { is_fallback: true, sort_order: 0 })
      yield* create("third", { sort_order: 9 })
      yield* create("last", { is_fallback: true, sort_order: 5 })
      yield* create("first", { sort_order: 1 })
      yield* create("off", { disabled: true, sort_order: 2 })
      yield* create("another provider's", { provider: "anthropic" })
      expect(yield* names()).toEqual(["first", "third", "spare", "last"])
    })
  )

  inMemory("leaves out those whose allowlists do not have the model, the user or the key", () =>
    Effect.gen(function* () {
      const { create, names } = yield* opened
      yield* create("open")
      yield* create("model", { allowed_models: ["acme/a", "acme/b"] })
      yield* create("user", { allowed_user_ids: ["ada"] })
      yield* create("key", { allowed_api_key_hashes: [HASH] })
      yield* create("both", { allowed_models: ["acme/a"], allowed_user_ids: ["ada"] })
      for (const nobody of ["allowed_models", "allowed_user_ids", "allowed_api_key_hashes"]) {
        yield* create(`nobody by ${nobody}`, { [nobody]: [] })
      }
      expect(yield* names()).toEqual(["open"])
      expect(yield* names({ model: "acme/b" })).toEqual(["open", "model"])
      expect(yield* names({ model: "acme/c", userId: "grace", keyHash: "0".repeat(64) })).toEqual(["open"])
      expect(yield* names({ userId: "ada", keyHash: HASH })).toEqual(["open", "user", "key"])
      const all = { model: "acme/a", userId: "ada", keyHash: HASH }
      expect(yield* names(all)).toEqual(["open", "model", "user", "key", "both"])
    })
  )

  inMemory("answers for the caller's workspace or a stated one, and never for another organization's", () =>
    Effect.gen(function* () {
      const { asManager, create, names } = yield* opened
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      yield* create("here")
      yield* create("there", { workspace_id })
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createByokCredential(aByokCredential({ name: "theirs" })))
      expect(yield* names()).toEqual(["here"])
      expect(yield* names({ workspaceId: workspace_id.toUpperCase() })).toEqual(["there"])
      expect(yield* names({ workspaceId: stranger.workspace.id })).toEqual([])
    })
  )

  inMemory("opens a secret when it is asked to and not before, and shows the credential without it", () =>
    Effect.gen(function* () {
      const { asManager, create } = yield* opened
      const key = "sk-canary-0123456789abcdefghijklmnop"
      const created = yield* create("Main", { key })
      const vault = yield* Vault
      let unsealed = 0
      const counting = Vault.of({
        ...vault,
        open: (...asked) =>
          Effect.zipRight(
            Effect.sync(() => unsealed++),
            vault.open(...asked)
          )
      })
      const program = credentialsForProvider("openai", use({})).pipe(Effect.provideService(Vault, counting))
      const [found] = yield* asManager(program)
      const { open, ...shown } = yield* Effect.fromNullable(found)
      expect([unsealed, shown]).toEqual([0, created])
      expect(JSON.stringify({ open, shown })).not.toContain(key.slice(4, -4))
      expect(Redacted.value(yield* open)).toBe(key)
      expect(String(yield* open)).toBe("<redacted>")
      expect(unsealed).toBe(2)
    })
  )

  inMemory("says of a secret that another master key has sealed that storage failed", () =>
    Effect.gen(function* () {
      const { asManager, create } = yield* opened
      yield* create("Main")
      const another = Layer.fresh(Vault.layer(Redacted.make(new Uint8Array(32).fill(9))))
      const [found] = yield* asManager(credentialsForProvider("openai", use({}))).pipe(Effect.provide(another))
      const { open } = yield* Effect.fromNullable(found)
      expect(yield* Effect.flip(open)).toEqual(new StorageFailure({ cause: new SealBroken(), outcome: "none" }))
    })
  )
})
