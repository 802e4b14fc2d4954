import { expect } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { Entropy, OrganizationId, type UserId } from "@tollgate/core"
import { OrganizationStore, organizationMemberRecords, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { after } from "../instant.js"
import { aKey } from "../keys.js"
import { anAuthorizationCode, anExchange } from "../oauth.js"
import { aHome, aMemberRecord, anOrganizationRecord } from "../organizations.js"
import * as TestAccount from "../TestAccount.js"
import { contract } from "./contract.js"
import { plain } from "./plain.js"
import { recordPromises } from "./recordPromises.js"

const stored = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  return { organizations, home: yield* aHome("Acme") }
})

/** Promises of every `OrganizationStore`. */
export const organizationStoreContract = contract<OrganizationStore>("OrganizationStore", (promise) => {
  promise("says whether there is any organization", () =>
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      expect(yield* organizations.isEmpty).toBe(true)
      yield* aHome()
      expect(yield* organizations.isEmpty).toBe(false)
    })
  )

  promise("lists organizations by id, no more than asked for, and stores each once", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const others = [yield* aHome("Other"), yield* aHome("Third")]
      const ids = [home, ...others].map(({ organization_id }) => organization_id).toSorted()
      const listed = yield* organizations.list(3)
      expect(listed.map(({ id }) => id)).toEqual(ids)
      expect(plain(yield* organizations.list(2))).toEqual(plain(listed.slice(0, 2)))
      const [first] = listed
      if (first !== undefined) {
        expect(yield* Effect.flip(organizations.insert(first))).toMatchObject({ _tag: "StorageFailure" })
      }
      expect(plain(yield* organizations.list(3))).toEqual(plain(listed))
    })
  )

  promise("gives back the organization that was stored, and none for another id", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      expect(plain(yield* organizations.find(home.organization_id))).toEqual(
        plain(Option.some(anOrganizationRecord({ ...home, id: home.workspace_id }, { name: "Acme" })))
      )
      const unknown = OrganizationId.make(yield* Entropy.uuid)
      expect(plain(yield* organizations.find(unknown))).toEqual([])
    })
  )

  promise("finds an organization by its exact name, and always the same one of several", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const again = yield* aHome("Acme")
      yield* aHome("acme")
      const found = yield* organizations.findByName("Acme")
      const first = home.organization_id < again.organization_id ? home : again
      expect(plain(found)).toEqual(plain(yield* organizations.find(first.organization_id)))
      expect(plain(yield* organizations.findByName("ACME"))).toEqual([])
    })
  )

  promise("changes what a patch has, and finds an organization by the name it was inserted with alone", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const [id, other] = [home.organization_id, (yield* aHome("Other")).organization_id]
      const updated = (patch: Core.OrganizationPatch) => Effect.map(organizations.update(id, patch), plain)
      const renamed = anOrganizationRecord({ ...home, id: home.workspace_id }, { name: "Other" })
      const least = Core.Usd.fromNumber(0.000_000_001)
      expect(yield* updated({ name: "Other", default_key_limit: least })).toEqual(
        plain([{ ...renamed, default_key_limit: least }])
      )
      expect(yield* updated({ default_key_limit: null })).toEqual(plain([renamed]))
      for (const alert_thresholds of [[], [1], [1, 2, 3, 4, 5, 6, 7, 8, 99, 100]]) {
        expect(yield* updated({ alert_thresholds })).toEqual(plain([{ ...renamed, alert_thresholds }]))
      }
      expect(yield* updated({ alert_thresholds: null })).toEqual(plain([renamed]))
      expect(plain(yield* organizations.find(id))).toEqual(plain([renamed]))
      const unknown = OrganizationId.make(yield* Entropy.uuid)
      expect(plain(yield* organizations.update(unknown, { name: "New" }))).toEqual([])
      for (const [name, of] of [
        ["Acme", id],
        ["Other", other],
        ["New", unknown]
      ] as const) {
        expect(plain(yield* organizations.findByName(name))).toEqual(plain(yield* organizations.find(of)))
      }
    })
  )

  promise("shows programs a name that a host does not look for, and the default limit of new keys", () =>
    Effect.gen(function* () {
      const { asManager, organization } = yield* TestAccount.make()
      const as = Effect.provide(asManager)
      const limit = Core.Usd.fromNumber(25)
      const limitOf = (hash: string | null) => Effect.map(as(Core.getKey(String(hash))), ({ limit }) => limit)
      const changed = yield* as(Core.updateOrganization({ name: "Renamed", default_key_limit: limit }))
      expect(changed).toEqual({ ...organization, name: "Renamed", default_key_limit: limit })
      for (const patch of [{}, { name: "Renamed" }]) expect(yield* as(Core.updateOrganization(patch))).toEqual(changed)
      expect(yield* as(Core.getOrganization())).toEqual(changed)
      const { data } = yield* as(Core.createKey(aKey()))
      expect(yield* limitOf(data.hash)).toBe(limit)
      // Keys that another service or an application asks for state their own limits.
      const { id: code } = yield* as(Core.createAuthorizationCode(anAuthorizationCode()))
      const { key } = yield* as(Core.exchangeCode({ ...anExchange({ code: "-" }), code }))
      expect(yield* limitOf((yield* Core.authenticate(key)).keyHash)).toBe(null)
      const keys = [{ name: "Imported", secret_hash: "f".repeat(64) }]
      const { hashes } = yield* as(Core.importKeys(Schema.decodeSync(Core.NewImportedKeys)({ prefix: "sk-", keys })))
      for (const hash of hashes) expect(yield* limitOf(hash)).toBe(null)
      const found = (name: string) => Core.findOrCreateOrganization({ ...organization, name })
      expect(yield* found(organization.name)).toMatchObject({ organization: changed, key: null })
      expect((yield* found("Renamed")).organization.id).not.toBe(organization.id)
    })
  )

  promise("finds a member to remove, and says whether there is an admin beside a user", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const { organization_id: organization, owner } = home
      const ada = yield* aMemberRecord(organization, "ada")
      yield* organizations.addMember(ada)
      const other = (yield* aHome("Other")).organization_id
      const { run } = yield* Transaction
      const found = run(organizations.lockMember(organization, ada.user_id))
      expect(plain(yield* found)).toEqual(plain(yield* organizations.findMember(organization, ada.user_id)))
      expect(plain(yield* organizations.lockMember(other, ada.user_id))).toEqual([])
      const beside = (user: UserId) => run(organizations.hasOtherAdmin(organization, user))
      expect([yield* beside(owner), yield* beside(ada.user_id)]).toEqual([false, true])
      yield* organizations.updateMember(organization, ada.user_id, { role: "admin" })
      expect([yield* beside(owner), yield* beside(ada.user_id)]).toEqual([true, true])
    })
  )

  promise("keeps an admin of two that lose the role at once", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const { organization_id: organization, owner } = home
      const ada = yield* aMemberRecord(organization, "ada", { role: "admin" })
      yield* organizations.addMember(ada)
      const { run } = yield* Transaction
      const demote = (user: UserId) =>
        run(
          Effect.gen(function* () {
            yield* organizations.findMember(organization, user)
            if (!(yield* organizations.hasOtherAdmin(organization, user))) return false
            yield* organizations.updateMember(organization, user, { role: "member" })
            return true
          })
        )
      const demoted = yield* Effect.forEach([owner, ada.user_id], demote, { concurrency: "unbounded" })
      expect(demoted.toSorted()).toEqual([false, true])
    })
  )

  recordPromises(promise, organizationMemberRecords, {
    noun: "member of an organization",
    store: Effect.map(OrganizationStore, (organizations) => ({
      insert: organizations.addMember,
      find: organizations.findMember,
      findMany: organizations.findMembers,
      list: organizations.listMembers,
      update: organizations.updateMember,
      delete: organizations.deleteMember
    })),
    make: ({ organization_id }, overrides) =>
      Effect.flatMap(Entropy.uuid, (user) => aMemberRecord(organization_id, `${user}'s`, overrides)),
    refs: ({ user_id }) => [user_id],
    changes: { role: "admin" },
    listed: [0, 2, 1, 2, -1].map((seconds) => ({ created_at: after(seconds) }))
  })
})
