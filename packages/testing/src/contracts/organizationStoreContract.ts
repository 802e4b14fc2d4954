import { expect } from "@effect/vitest"
import { Entropy, OrganizationId, type OrganizationMember, UserId } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { after, noon } from "../instant.js"
import { aHome, aMemberRecord } from "../organizations.js"
import { contract } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { plain } from "./plain.js"

const stored = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  return { organizations, home: yield* aHome("Acme") }
})

const sorted = <A extends { readonly user_id: string }>(members: ReadonlyArray<A>) =>
  members.toSorted((a, b) => (a.user_id < b.user_id ? -1 : 1))

const shown = Struct.omit("organization_id")

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
        plain(
          Option.some({
            id: home.organization_id,
            name: "Acme",
            owner_user_id: home.owner,
            default_workspace_id: home.workspace_id,
            created_at: noon
          })
        )
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

  promise("lists an organization's users newest first, then by id", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const [owner] = yield* organizations.findMembers(home.organization_id, [home.owner])
      if (owner === undefined) return expect.fail("an owner")
      const more = yield* Effect.forEach([0, 2, 1, 2, -1], (at, index) =>
        aMemberRecord(home.organization_id, `user-${index}`, { created_at: after(at) })
      )
      yield* Effect.forEach(more, organizations.addMember)
      yield* aHome("Other")
      const sorted = newestFirst<OrganizationMember>(({ id }) => id)([owner, ...more.map((one) => shown(one))])
      yield* expectInPages((page) => organizations.listMembers(home.organization_id, page), sorted)
    })
  )

  promise("adds a user once and keeps the first membership", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const first = yield* aMemberRecord(home.organization_id, "ada")
      const second = yield* aMemberRecord(home.organization_id, "ada", { role: "admin" })
      expect(yield* organizations.addMember(first)).toBe(true)
      expect(yield* organizations.addMember(second)).toBe(false)
      const found = yield* organizations.findMembers(home.organization_id, [UserId.make("ada")])
      expect(plain(found)).toEqual(plain([shown(first)]))
    })
  )

  promise("adds a user once among concurrent additions", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const rivals = yield* Effect.replicateEffect(aMemberRecord(home.organization_id, "ada"), 20)
      const added = yield* Effect.forEach(rivals, organizations.addMember, { concurrency: "unbounded" })
      expect(added.filter((won) => won).length).toBe(1)
      const found = yield* organizations.findMembers(home.organization_id, [UserId.make("ada")])
      expect(plain(found)).toEqual(plain(rivals.filter((_, index) => added[index]).map((one) => shown(one))))
    })
  )

  promise("finds the members among a thousand users, each once, and none of another organization", () =>
    Effect.gen(function* () {
      const { home, organizations } = yield* stored
      const other = yield* aHome("Other")
      const members = yield* Effect.forEach(["ada", "bob", "eve's"], (user) =>
        aMemberRecord(home.organization_id, user)
      )
      yield* Effect.forEach(members, organizations.addMember)
      yield* Effect.flatMap(aMemberRecord(other.organization_id, "carl"), organizations.addMember)
      const crowd = Array.from({ length: 996 }, (_, index) => `unknown-${index}`)
      const asked = [...crowd, "ada", "bob", "ada", "carl", "eve's"].map((user) => UserId.make(user))
      const found = yield* organizations.findMembers(home.organization_id, asked)
      expect(plain(sorted(found))).toEqual(plain(sorted(members.map((one) => shown(one)))))
      expect(yield* organizations.findMembers(home.organization_id, [])).toEqual([])
    })
  )
})
