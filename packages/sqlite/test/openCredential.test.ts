import { describe, expect, it } from "@effect/vitest"
import { createByokCredential, credentialsForProvider, StorageFailure, updateByokCredential } from "@tollgate/core"
import { SealBroken } from "@tollgate/core/storage"
import { aByokCredential, aByokPatch, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Redacted } from "effect"
import { connect, emptyFile, inFile } from "./support/files.js"

const found = Effect.map(credentialsForProvider("openai", {}), (all) => all.map(({ open }) => open))

describe("A secret in an SQLite file", () => {
  it.scoped("is opened by who opens the file again, as it was stored or replaced", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      const asManager = yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const create = (key: string) => Effect.provide(createByokCredential(aByokCredential({ key })), asManager)
        yield* create("first-secret")
        const { id } = yield* create("to-be-replaced")
        yield* Effect.provide(updateByokCredential(id, aByokPatch({ key: "second-secret \u{1f511}" })), asManager)
        return asManager
      }).pipe(Effect.provide(inFile(file)))
      const opened = found.pipe(Effect.flatMap(Effect.all), Effect.provide(asManager), Effect.provide(inFile(file)))
      expect((yield* opened).map(Redacted.value)).toEqual(["first-secret", "second-secret \u{1f511}"])
    })
  )

  it.scoped("does not open where its bytes are damaged or were another credential's", () =>
    Effect.gen(function* () {
      const file = yield* emptyFile
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const create = (key: string) => Effect.provide(createByokCredential(aByokCredential({ key })), asManager)
        yield* create("first-secret")
        yield* create("second-secret")
        const other = yield* connect(file)
        const last = "(SELECT max(sort_order) FROM byok_credentials)"
        const moved = `UPDATE byok_credentials SET sealed = (SELECT sealed FROM byok_credentials WHERE sort_order = ${last})`
        for (const damage of [moved, "UPDATE byok_credentials SET sealed = zeroblob(length(sealed))"]) {
          other.exec(`${damage} WHERE sort_order < ${last}`)
          const [first] = yield* Effect.provide(found, asManager)
          const refused = yield* Effect.flip(yield* Effect.fromNullable(first))
          expect(refused).toEqual(new StorageFailure({ cause: new SealBroken(), outcome: "none" }))
        }
      }).pipe(Effect.provide(inFile(file)))
    })
  )
})
