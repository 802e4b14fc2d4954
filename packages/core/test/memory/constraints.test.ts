import { describe, expect, it } from "@effect/vitest"
import { Memory, StorageFailure, WorkspaceId } from "@tollgate/core"
import { KeyStore } from "@tollgate/core/storage"
import { aHome, aKeyRecord } from "@tollgate/testing/accounts"
import { Effect } from "effect"

const nowhere = WorkspaceId.make("00000000-0000-4000-8000-000000000000")

/** A key that is stored, and one whose workspace does not exist. */
const twoKeys = Effect.gen(function* () {
  const home = yield* aHome()
  const [stored, orphan] = [yield* aKeyRecord(home), yield* aKeyRecord({ ...home, workspace_id: nowhere })]
  const keys = yield* KeyStore
  yield* keys.insert(stored)
  return { keys, orphan, stored }
})

describe("a write in memory that breaks a constraint", () => {
  it.effect("says which, and that nothing was changed", () =>
    Effect.gen(function* () {
      const { keys, orphan, stored } = yield* twoKeys
      const failure = (sentence: string) => new StorageFailure({ cause: new Error(sentence), outcome: "none" })
      expect(yield* Effect.flip(keys.insert(stored))).toEqual(failure("The primary key exists already: api_keys."))
      expect(yield* Effect.flip(keys.insert(orphan))).toEqual(failure("A referenced record is missing: workspaces."))
    }).pipe(Effect.provide(Memory.layer))
  )

  it.effect("may lack what it references where another storage has it", () =>
    Effect.gen(function* () {
      const { keys, orphan, stored } = yield* twoKeys
      yield* keys.insert(orphan)
      expect(yield* Effect.flip(keys.insert(stored))).toBeInstanceOf(StorageFailure)
    }).pipe(Effect.provide(Memory.layerWithoutReferences))
  )
})
