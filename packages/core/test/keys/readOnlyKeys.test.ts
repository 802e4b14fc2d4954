import { describe, expect } from "@effect/vitest"
import {
  type AuditPage,
  addOrganizationMember,
  authenticate,
  Caller,
  createKey,
  deleteKey,
  getCurrentKey,
  InvalidInput,
  identifyKey,
  LastManagementKey,
  LedgerCaller,
  listAuditEntries,
  listHolds,
  listKeys,
  ManagementCaller,
  MemberHasLastManagementKey,
  openRun,
  ReadOnlyKey,
  recordUsage,
  removeOrganizationMember,
  requireManagement,
  rotateKey,
  type Services,
  stopRun,
  UserId,
  updateKey,
  updateOrganizationMember,
  updateWebhook
} from "@tollgate/core"
import { aKey, aKeyPatch, aMember, aRotation, someUsage } from "@tollgate/testing/accounts"
import { Context, Effect, type Redacted } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const everything: AuditPage = { limit: 100, offset: 0 }

/** An account with a read-only management key, and how to act as its holder. */
const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const created = yield* account.asManager(createKey(aKey({ name: "Finance", management: true, read_only: true })))
  const asHolderOf = Effect.fnUntraced(function* (secret: Redacted.Redacted) {
    const principal = yield* Effect.flatMap(authenticate(secret), requireManagement)
    const callers = Context.make(Caller, principal)
    return Effect.provide(callers.pipe(Context.add(ManagementCaller, principal), Context.add(LedgerCaller, principal)))
  })
  return { ...account, created, asHolderOf, asReader: yield* asHolderOf(created.key) }
})

describe("a read-only management key", () => {
  inMemory("is shown as one, to managers, to itself and to the host that identifies it", () =>
    Effect.gen(function* () {
      const { asManager, asReader, created, organization, workspace } = yield* opened
      const { data, key } = created
      expect(data).toMatchObject({ is_management_key: true, is_read_only: true, limit: null })
      const { data: listed } = yield* asManager(listKeys({ limit: 100, offset: 0, include_disabled: true }))
      expect(listed.map(({ is_read_only, name }) => [name, is_read_only])).toEqual(
        expect.arrayContaining([
          ["Finance", true],
          ["First management key", false],
          ["Ordinary key", false]
        ])
      )
      expect(yield* asReader(getCurrentKey)).toMatchObject({ ...data, budgets: [] })
      expect(yield* identifyKey(key)).toMatchObject({ kind: "management", key: { is_read_only: true } })
      expect(yield* authenticate(key)).toEqual({
        kind: "management",
        organizationId: organization.id,
        workspaceId: workspace.id,
        userId: "Acme-owner",
        keyHash: data.hash,
        isReadOnly: true
      })
    })
  )

  inMemory("is only a management key: an ordinary one is refused with what to change", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const refused = new InvalidInput({
        issues: [{ path: ["read_only"], expected: "false, or true together with management: true" }]
      })
      expect(yield* Effect.flip(asManager(createKey(aKey({ read_only: true }))))).toEqual(refused)
    })
  )

  inMemory("reads what a manager reads, and changes nothing, whatever it states", () =>
    Effect.gen(function* () {
      const { asManager, asReader, created, managementHash, ordinaryHash } = yield* opened
      const listed = listKeys({ limit: 100, offset: 0, include_disabled: true })
      expect(yield* asReader(listed)).toEqual(yield* asManager(listed))
      const logged = listAuditEntries(everything)
      expect(yield* asReader(logged)).toEqual(yield* asManager(logged))
      expect(yield* asReader(listHolds({ limit: 10, offset: 0 }))).toEqual({ data: [], total_count: 0 })
      const before = yield* asManager(logged)
      const changes: ReadonlyArray<Effect.Effect<unknown, unknown, ManagementCaller | LedgerCaller | Services>> = [
        createKey(aKey()),
        // A key that is not there is not found only by who may change it.
        deleteKey("0".repeat(64)),
        deleteKey(ordinaryHash),
        rotateKey(created.data.hash, aRotation()),
        updateKey(created.data.hash, aKeyPatch({ name: "Mine" })),
        // A change of nothing, too.
        updateKey(managementHash, {}),
        openRun("agents", {}),
        stopRun("agents", {}),
        recordUsage(ordinaryHash, someUsage({ usage: 1 })),
        // Before its input is judged.
        updateWebhook("nothing", { url: "ftp://receiver.example" })
      ]
      for (const change of changes) expect(yield* Effect.flip(asReader(change))).toEqual(new ReadOnlyKey())
      expect(yield* asManager(logged)).toEqual(before)
    })
  )

  inMemory("stays one with another secret", () =>
    Effect.gen(function* () {
      const { asHolderOf, asManager, created } = yield* opened
      const rotated = yield* asManager(rotateKey(created.data.hash, aRotation()))
      expect(rotated.data).toMatchObject({ hash: created.data.hash, is_read_only: true })
      const asReader = yield* asHolderOf(rotated.key)
      expect(yield* Effect.flip(asReader(createKey(aKey())))).toEqual(new ReadOnlyKey())
    })
  )

  inMemory("is not the management key that an organization keeps", () =>
    Effect.gen(function* () {
      const { asManager, created, managementHash } = yield* opened
      for (const [change, act] of [
        ["disable", Effect.asVoid(updateKey(managementHash, { disabled: true }))],
        ["delete", Effect.asVoid(deleteKey(managementHash))]
      ] as const) {
        expect(yield* Effect.flip(asManager(act))).toEqual(new LastManagementKey({ hash: managementHash, change }))
      }
      // It may itself be given up.
      expect((yield* asManager(updateKey(created.data.hash, { disabled: true }))).disabled).toBe(true)
      expect(yield* asManager(deleteKey(created.data.hash))).toEqual({ deleted: true })
    })
  )

  inMemory("keeps no member who has the last full one, and goes with its own user", () =>
    Effect.gen(function* () {
      const { asManager } = yield* opened
      yield* asManager(addOrganizationMember(aMember("ada")))
      yield* asManager(updateOrganizationMember("ada", { role: "admin" }))
      yield* asManager(createKey(aKey({ management: true, read_only: true, creator_user_id: "ada" })))
      const owner = UserId.make("Acme-owner")
      const refused = new MemberHasLastManagementKey({ user_id: owner })
      expect(yield* Effect.flip(asManager(removeOrganizationMember(owner)))).toEqual(refused)
      expect(yield* asManager(removeOrganizationMember("ada"))).toEqual({ deleted: true, disabled_keys: 1 })
    })
  )
})
