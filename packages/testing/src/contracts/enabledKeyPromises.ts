import { expect } from "@effect/vitest"
import { type KeyHash, UserId } from "@tollgate/core"
import type { KeyRecord } from "@tollgate/core/storage"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { after, noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"
import type { Promised } from "./contract.js"
import { expectInPages } from "./inPages.js"
import { plain } from "./plain.js"
import { storedKey } from "./storedKey.js"

/** Promises of every `KeyStore` about the enabled keys of an organization, a workspace and a user. */
export const enabledKeyPromises = (promise: Promised): void => {
  promise(
    "counts only an enabled key of the organization that never expires and may change something as another management key",
    () =>
      Effect.gen(function* () {
        const { home, keys, organization } = yield* storedKey
        const elsewhere = yield* aHome("Other")
        const first = yield* aKeyRecord(home, { is_management: true })
        const disabled = yield* aKeyRecord(home, { is_management: true, disabled: true })
        const expiring = yield* aKeyRecord(home, { is_management: true, expires_at: after(10) })
        const foreign = yield* aKeyRecord(elsewhere, { is_management: true })
        const readOnly = yield* aKeyRecord(home, { is_management: true, is_read_only: true })
        yield* Effect.forEach([first, disabled, foreign, readOnly], keys.insert)
        const hasOther = (hash: KeyHash) => keys.hasOtherManagementKey(organization, hash)
        expect(yield* hasOther(first.hash)).toBe(false)
        expect(yield* hasOther(disabled.hash)).toBe(true)
        yield* keys.insert(expiring)
        expect(yield* hasOther(first.hash)).toBe(false)
        yield* keys.update(organization, disabled.hash, { disabled: false }, noon)
        expect(yield* hasOther(first.hash)).toBe(true)
        yield* keys.update(organization, first.hash, { disabled: true }, noon)
        expect(yield* hasOther(disabled.hash)).toBe(false)
      })
  )

  promise("says whether a workspace has an enabled key that has not expired", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const elsewhere = yield* aHome("Other")
      const has = (at: DateTime.Utc, organizationId = organization) =>
        keys.hasActiveIn(organizationId, home.workspace_id, at)
      expect([yield* has(noon), yield* has(noon, elsewhere.organization_id)]).toEqual([true, false])
      expect(yield* keys.hasActiveIn(elsewhere.organization_id, elsewhere.workspace_id, noon)).toBe(false)
      yield* keys.update(organization, key.hash, { disabled: true }, noon)
      expect(yield* has(noon)).toBe(false)
      yield* keys.insert(yield* aKeyRecord(home, { expires_at: after(10) }))
      expect([yield* has(after(9.999)), yield* has(after(10))]).toEqual([true, false])
    })
  )

  promise("lists the enabled keys of a user by hash, and none of another user or organization", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const elsewhere = yield* aHome("Other")
      const more = yield* Effect.replicateEffect(aKeyRecord(home), 3)
      const others = [
        yield* aKeyRecord(home, { disabled: true }),
        yield* aKeyRecord(home, { creator_user_id: UserId.make("ada") }),
        yield* aKeyRecord(elsewhere)
      ]
      yield* Effect.forEach([...more, ...others], keys.insert)
      const all = [key, ...more].toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
      expect(plain(yield* keys.listEnabledOf(organization, key.creator_user_id))).toEqual(plain(all))
      expect(yield* keys.listEnabledOf(organization, UserId.make("nobody"))).toEqual([])
    })
  )

  promise("disables the enabled keys of a user at once, and no key of another user or organization", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const user = UserId.make("ada")
      const theirs = [
        yield* aKeyRecord(home, { creator_user_id: user, is_management: true, is_read_only: true }),
        yield* aKeyRecord(home, { creator_user_id: user, limit_reset: "daily" })
      ].toSorted((one, other) => (one.hash < other.hash ? -1 : 1))
      const elsewhere = yield* aKeyRecord(yield* aHome("Other"), { creator_user_id: user })
      yield* Effect.forEach([...theirs, elsewhere], keys.insert)
      const { workspace_id } = key
      const enabled = Effect.forEach([{}, { workspace_id }], (filter) =>
        Effect.map(
          keys.list(organization, { limit: 10, offset: 0 }, { ...filter, disabled: false }),
          ({ total_count }) => total_count
        )
      )
      expect(yield* enabled).toEqual([3, 3])
      expect(yield* keys.disableAllOf(organization, user, noon)).toEqual(
        theirs.map(({ expires_at, hash, is_management, is_read_only }) => ({
          hash,
          is_management,
          is_read_only,
          expires_at
        }))
      )
      const disabled = theirs.map((key) => ({ ...key, disabled: true, updated_at: noon }))
      expect(
        plain(
          yield* keys.findMany(
            organization,
            theirs.map(({ hash }) => hash)
          )
        )
      ).toEqual(plain(disabled))
      expect(plain(yield* keys.find(organization, key.hash))).toEqual(plain([key]))
      expect(plain(yield* keys.find(elsewhere.organization_id, elsewhere.hash))).toEqual(plain([elsewhere]))
      expect(yield* keys.disableAllOf(organization, user, noon)).toEqual([])
      expect(yield* enabled).toEqual([1, 1])
      yield* keys.disableAllOf(organization, key.creator_user_id, noon)
      expect(yield* enabled).toEqual([0, 0])
      yield* keys.update(organization, key.hash, { disabled: false }, noon)
      expect(yield* enabled).toEqual([1, 1])
    })
  )

  promise("lists a key among the enabled ones after it was disabled and enabled again", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const other = yield* aKeyRecord(home, { created_at: after(-1) })
      yield* keys.insert(other)
      const inEach = (expected: ReadonlyArray<KeyRecord>) =>
        Effect.forEach([undefined, home.workspace_id], (workspace_id) =>
          expectInPages((page) => keys.list(organization, page, { workspace_id, disabled: false }), expected)
        )
      yield* keys.update(organization, key.hash, { disabled: true }, noon)
      yield* inEach([other])
      yield* keys.update(organization, key.hash, { disabled: false }, noon)
      yield* keys.update(organization, key.hash, { name: key.name }, noon)
      yield* inEach([key, other])
    })
  )

  promise("no longer counts a deleted key as another management key", () =>
    Effect.gen(function* () {
      const { home, key, keys, organization } = yield* storedKey
      const management = yield* aKeyRecord(home, { is_management: true })
      yield* keys.insert(management)
      expect(yield* keys.hasOtherManagementKey(organization, key.hash)).toBe(true)
      yield* keys.delete(organization, management.hash)
      expect(yield* keys.hasOtherManagementKey(organization, key.hash)).toBe(false)
    })
  )
}
