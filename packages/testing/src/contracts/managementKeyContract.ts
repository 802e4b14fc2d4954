import { expect } from "@effect/vitest"
import {
  addOrganizationMember,
  createKey,
  deleteKey,
  type KeyHash,
  type ManagementCaller,
  removeOrganizationMember,
  updateKey
} from "@tollgate/core"
import { type KeyStore, type Stores, Transaction } from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { aKey } from "../keys.js"
import { aMember } from "../organizations.js"
import { make } from "../TestAccount.js"
import { contract } from "./contract.js"
import { meeting } from "./meeting.js"

/** An account with several management keys that do not expire and one that does. */
const opened = Effect.gen(function* () {
  const { asManager, managementHash, organization } = yield* make()
  const tomorrow = DateTime.formatIso(DateTime.add(yield* DateTime.now, { days: 1 }))
  const create = (expires_at: string | null = null) =>
    Effect.map(createKey(aKey({ management: true, expires_at })), ({ data }) => data.hash)
  const expiring = yield* Effect.provide(create(tomorrow), asManager)
  const lasting = [managementHash, yield* Effect.provide(create(), asManager)]
  return { asManager, create, expiring, lasting, organization }
})

const disable = (hash: KeyHash) => Effect.asVoid(updateKey(hash, { disabled: true }))
const remove = (hash: KeyHash) => Effect.asVoid(deleteKey(hash))

/** Promises of every storage about the last management keys of an organization. */
export const managementKeyContract = contract<KeyStore | Transaction>("The last management key", (promise) => {
  for (const [name, take] of [
    ["disabling", [disable, disable]],
    ["deleting", [remove, remove]],
    ["disabling one and deleting the other", [disable, remove]]
  ] as const) {
    promise(`remains when both that do not expire are removed concurrently, by ${name}`, () =>
      Effect.gen(function* () {
        const { asManager, expiring, lasting } = yield* opened
        const { racing } = yield* meeting(2)
        const outcomes = yield* Effect.forEach(
          lasting,
          (hash, index) =>
            Effect.either((take[index] ?? remove)(hash)).pipe(Effect.provideService(Transaction, racing)),
          { concurrency: "unbounded" }
        ).pipe(Effect.provide(asManager))
        const refused = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left._tag] : []))
        expect(refused).toEqual(["LastManagementKey"])
        // The key that expires can always be removed.
        yield* Effect.provide(remove(expiring), asManager)
      })
    )
  }

  promise("remains when the member who has one is removed while the other one is disabled", () =>
    Effect.gen(function* () {
      const { asManager, managementHash } = yield* make()
      yield* Effect.provide(addOrganizationMember(aMember("ada")), asManager)
      const theirs = aKey({ management: true, creator_user_id: "ada" })
      yield* Effect.provide(createKey(theirs), asManager)
      const { racing } = yield* meeting(2)
      const acts: ReadonlyArray<Effect.Effect<unknown, { readonly _tag: string }, Stores | ManagementCaller>> = [
        removeOrganizationMember("ada"),
        disable(managementHash)
      ]
      const outcomes = yield* Effect.forEach(
        acts,
        (act) => Effect.either(Effect.provideService(act, Transaction, racing)),
        { concurrency: "unbounded" }
      ).pipe(Effect.provide(asManager))
      const refused = outcomes.map((outcome) => (Either.isLeft(outcome) ? outcome.left._tag : "done"))
      expect(["MemberHasLastManagementKey,done", "done,LastManagementKey"]).toContain(refused.join())
    })
  )

  promise("may be removed once a concurrently created one is stored, and not before", () =>
    Effect.gen(function* () {
      const { asManager, create, lasting } = yield* opened
      const [first, second] = lasting
      if (first === undefined || second === undefined) return expect.unreachable()
      yield* Effect.provide(remove(second), asManager)
      const { meet, racing } = yield* meeting(2)
      // Creating a key is one statement, without a transaction.
      const creating = Effect.zipRight(meet, create())
      const removing = Effect.provideService(Effect.either(remove(first)), Transaction, racing)
      const [created, removed] = yield* Effect.provide(
        Effect.all([creating, removing], { concurrency: "unbounded" }),
        asManager
      )
      const left = Either.isRight(removed) ? [created] : [created, first]
      // One of the remaining keys may be removed unless it is the only one.
      const outcomes = yield* Effect.provide(
        Effect.forEach(left, (hash) => Effect.either(remove(hash))),
        asManager
      )
      const refused = outcomes.flatMap((outcome) => (Either.isLeft(outcome) ? [outcome.left._tag] : []))
      expect(refused).toEqual(["LastManagementKey"])
    })
  )
})
