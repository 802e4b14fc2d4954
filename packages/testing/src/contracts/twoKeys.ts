import { KeyStore, Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { noon } from "../instant.js"
import { aKeyRecord } from "../keys.js"
import { aHome } from "../organizations.js"

/** A fixture for transactions: two keys that are not stored yet, and the names of those that are. */
export const twoKeys = Effect.gen(function* () {
  const keys = yield* KeyStore
  const transaction = yield* Transaction
  const home = yield* aHome()
  const organization = home.organization_id
  const [one, two] = [yield* aKeyRecord(home, { name: "One" }), yield* aKeyRecord(home, { name: "Two" })]
  const names = Effect.map(
    Effect.forEach([one, two], ({ hash }) => keys.find(organization, hash)),
    (found) => found.flatMap(Option.toArray).map(({ name }) => name)
  )
  const insertBoth = Effect.forEach([one, two], keys.insert, { discard: true })
  const rename = (key: typeof one, name: string) => Effect.asVoid(keys.update(organization, key.hash, { name }, noon))
  return { ...transaction, keys, home, organization, one, two, names, insertBoth, rename }
})

/** An effect that fails. */
export const refuse = Effect.fail("refused" as const)
