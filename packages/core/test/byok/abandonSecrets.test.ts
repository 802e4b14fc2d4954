import { describe, expect } from "@effect/vitest"
import {
  abandonSecrets,
  createByokCredential,
  getByokCredential,
  listAuditEntries,
  NewByokCredential,
  rewrapSecrets,
  SecretsOpen,
  verifyAudit
} from "@tollgate/core"
import { SealedSecrets, Vault } from "@tollgate/core/storage"
import { Array, Effect, Redacted } from "effect"
import { inMemoryOnce, openAccount, read } from "../support/account.js"

const vaultOf = (...bytes: ReadonlyArray<number>) =>
  Vault.make(Redacted.make(new Uint8Array(bytes.flatMap((byte) => Array.makeBy(32, () => byte)))))

/** Credentials of two organizations, sealed with a key that is lost afterwards. */
const opened = Effect.gen(function* () {
  const [lost, next] = [yield* vaultOf(7), yield* vaultOf(8)]
  const [acme, other] = [yield* openAccount(), yield* openAccount("Other")]
  const create = (account: typeof acme, key: string, vault = lost) =>
    account
      .asManager(createByokCredential(read(NewByokCredential)({ provider: "openai", key, name: key })))
      .pipe(Effect.provideService(Vault, vault))
  const abandon = Effect.provideService(abandonSecrets, Vault, next)
  return { lost, next, acme, other, create, abandon }
})

describe("abandonSecrets", () => {
  inMemoryOnce("forgets what no key opens, more than a batch, and tells each organization what it has lost", () =>
    Effect.gen(function* () {
      const { abandon, acme, create, next, other } = yield* opened
      const made = yield* Effect.forEach(Array.range(1, 205), (n) => create(acme, `secret-${n}`))
      const foreign = yield* create(other, "foreign")
      const { answers, keyId, lost } = yield* abandon
      expect({ answers, keyId }).toEqual({ answers: 0, keyId: next.keyId })
      const shown = [...made.map((one) => [acme, one] as const), [other, foreign] as const].map(
        ([{ organization }, one]) => {
          const { id, label, name, provider, workspace_id } = one
          return { organization_id: organization.id, workspace_id, id, provider, name, label }
        }
      )
      const byId = (one: { readonly id: string }, two: { readonly id: string }) => (one.id < two.id ? -1 : 1)
      expect(lost.toSorted(byId)).toEqual(shown.toSorted(byId))
      expect(yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, 10))).toEqual([])
      expect((yield* other.asManager(getByokCredential(foreign.id))).disabled).toBe(true)
      const entries = ({ asManager }: typeof acme) =>
        Effect.map(asManager(listAuditEntries({ limit: 100, offset: 0, action: "byok.abandonSecrets" })), ({ data }) =>
          data.map(({ changes }) => changes)
        )
      expect(yield* entries(other)).toEqual([{ disabled: true, credentials: [foreign.id] }])
      expect((yield* entries(acme)).flatMap(({ credentials }) => credentials).toSorted()).toEqual(
        made.map(({ id }) => id).toSorted()
      )
      // Nothing is left that would not open.
      expect(yield* Effect.provideService(rewrapSecrets, Vault, next)).toMatchObject({ rewrapped: 0, unreadable: 0 })
      expect((yield* verifyAudit()).broken).toEqual([])
    })
  )

  inMemoryOnce("changes nothing while one secret opens", () =>
    Effect.gen(function* () {
      const { abandon, acme, create, next } = yield* opened
      const { id } = yield* create(acme, "lost")
      yield* create(acme, "kept", next)
      const before = yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, 10))
      expect(yield* Effect.flip(abandon)).toEqual(new SecretsOpen({ count: 1, of: 2 }))
      expect(yield* Effect.flatMap(SealedSecrets, (_) => _.list(null, 10))).toEqual(before)
      expect((yield* acme.asManager(getByokCredential(id))).disabled).toBe(false)
    })
  )
})
