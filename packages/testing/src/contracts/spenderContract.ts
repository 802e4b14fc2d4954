import { expect } from "@effect/vitest"
import {
  addOrganizationMember,
  assignKeys,
  assignMembers,
  createGuardrail,
  createKey,
  KeyHash,
  rotateKey,
  SecretKey,
  UserId,
  updateKey
} from "@tollgate/core"
import {
  ByokStore,
  readSpender,
  type Spender,
  type SpenderName,
  SpendingStore,
  type Stores
} from "@tollgate/core/storage"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aByokRecord } from "../byok.js"
import { aGuardrail, members } from "../guardrails.js"
import { aKey, aRotation } from "../keys.js"
import { aMember } from "../organizations.js"
import { make } from "../TestAccount.js"
import { contract } from "./contract.js"

const [ada, stranger] = [UserId.make("ada"), UserId.make("stranger")]
const HOUR = Duration.hours(1)

/** Every way to name the spenders of a secret. */
const namesOf = (secret: KeyHash): ReadonlyArray<SpenderName> =>
  [null, ada, stranger].flatMap((user) =>
    [false, true].map((needs_credentials) => ({ secret, user, needs_credentials }))
  )

/** What a storage finds in one round trip, beside what the ports of each resource say. */
const found = Effect.fnUntraced(function* (secret: KeyHash) {
  const { findSpender } = yield* SpendingStore
  if (findSpender === undefined) throw new Error("This storage finds no spenders.")
  const now = yield* DateTime.now
  const its = yield* Effect.forEach(namesOf(secret), (name) => findSpender(name, now))
  const read = yield* Effect.forEach(namesOf(secret), (name) => readSpender(name, now))
  return { its, read }
})

/** The same, where nothing is said about the end of the secret. */
const withoutEnd = (all: ReadonlyArray<Option.Option<Spender>>) =>
  all.map(Option.map((spender): Spender => ({ ...spender, secret_until: null })))

/** Promises of a storage that finds in one round trip what decides about requests of a key. */
export const spenderContract = contract<Stores>("What decides about requests of a key", (promise) => {
  promise("is found in one round trip as the ports of each resource have it", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* make()
      const act = Effect.provide(asManager)
      const { data, key } = yield* act(createKey(aKey({ limit: 5 })))
      const secret = SecretKey.hash(key)
      const agrees = Effect.gen(function* () {
        const { its, read } = yield* found(secret)
        expect(withoutEnd(its)).toEqual(withoutEnd(read))
        return its.flatMap(Option.toArray)
      })
      const [bare] = yield* agrees
      expect(bare).toMatchObject({ guardrails: [], has_holder: true, is_member: true, secret_until: null })
      yield* act(addOrganizationMember(aMember("ada")))
      const made = Effect.map(act(createGuardrail(aGuardrail({ allowed_models: ["acme/writer"] }))), ({ id }) => id)
      yield* act(assignKeys(yield* made, { key_hashes: [data.hash] }))
      yield* act(assignMembers(yield* made, members(data.creator_user_id)))
      yield* act(assignMembers(yield* made, members("ada")))
      const home = { organization_id: organization.id, workspace_id: workspace.id, owner: data.creator_user_id }
      const credentials = yield* ByokStore
      for (const _ of ["one", "two"]) yield* credentials.insert(yield* aByokRecord(home))
      yield* act(updateKey(data.hash, { limit: null }))
      const all = yield* agrees
      expect(all.map(({ guardrails }) => guardrails.length)).toEqual([2, 2, 3, 3, 2, 2])
      expect(all.map(({ is_member }) => is_member)).toEqual([true, true, true, true, false, false])
      expect(all.map(({ credentials }) => credentials?.length ?? null)).toEqual([null, 2, null, 2, null, 2])
    })
  )

  promise("has the end of a secret, and is not found by one that has ended or that no key has", () =>
    Effect.gen(function* () {
      const { asManager } = yield* make()
      const act = Effect.provide(asManager)
      const { data, key } = yield* act(createKey(aKey()))
      const began = yield* DateTime.now
      const { key: next } = yield* act(rotateKey(data.hash, aRotation({ grace_seconds: Duration.toSeconds(HOUR) })))
      const rotated = yield* DateTime.now
      const { findSpender } = yield* SpendingStore
      const ends = Effect.fnUntraced(function* (secret: KeyHash, at: DateTime.Utc) {
        const name = { secret, user: null, needs_credentials: false }
        const spender = findSpender === undefined ? Option.none() : yield* findSpender(name, at)
        return Option.map(spender, ({ secret_until }) => secret_until)
      })
      const until = Option.getOrThrow(yield* ends(SecretKey.hash(key), rotated))
      if (until === null) throw new Error("The secret that was replaced has no end.")
      expect(
        DateTime.between(until, {
          minimum: DateTime.addDuration(began, HOUR),
          maximum: DateTime.addDuration(rotated, HOUR)
        })
      ).toBe(true)
      expect(yield* ends(SecretKey.hash(key), until)).toEqual(Option.none())
      expect(yield* ends(SecretKey.hash(next), until)).toEqual(Option.some(null))
      expect(yield* ends(KeyHash.make("0".repeat(64)), rotated)).toEqual(Option.none())
    })
  )
})
