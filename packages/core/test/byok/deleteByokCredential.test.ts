import { describe, expect } from "@effect/vitest"
import {
  ByokNotFound,
  createByokCredential,
  deleteByokCredential,
  getByokCredential,
  updateByokCredential
} from "@tollgate/core"
import { ByokStore } from "@tollgate/core/storage"
import { aByokCredential, aByokPatch } from "@tollgate/testing/accounts"
import { Effect, Either } from "effect"
import { inMemory, openAccount } from "../support/account.js"

describe("deleteByokCredential", () => {
  inMemory("takes a credential away with its sealed secret, once", () =>
    Effect.gen(function* () {
      const { asManager, organization, workspace } = yield* openAccount()
      const { id } = yield* asManager(createByokCredential(aByokCredential()))
      const kept = Effect.flatMap(ByokStore, (store) => store.ofProvider(organization.id, workspace.id, "openai"))
      expect((yield* kept).length).toBe(1)
      expect(yield* asManager(deleteByokCredential(id.toUpperCase()))).toEqual({ deleted: true })
      expect(yield* kept).toEqual([])
      const gone = ByokNotFound.of(id)
      expect(yield* Effect.flip(asManager(getByokCredential(id)))).toEqual(gone)
      expect(yield* Effect.flip(asManager(updateByokCredential(id, aByokPatch({ name: "x" }))))).toEqual(gone)
      expect(yield* Effect.flip(asManager(deleteByokCredential(id)))).toEqual(gone)
    })
  )

  inMemory("deletes it once, however many ask at the same moment", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const { id } = yield* asManager(createByokCredential(aByokCredential()))
      const outcomes = yield* Effect.replicateEffect(Effect.either(asManager(deleteByokCredential(id))), 10, {
        concurrency: "unbounded"
      })
      expect(outcomes.filter(Either.isRight).length).toBe(1)
    })
  )

  inMemory("finds nothing of another organization, and no id that is none", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const credential = yield* asManager(createByokCredential(aByokCredential()))
      const refused = (id: string) => Effect.flip(stranger.asManager(deleteByokCredential(id)))
      expect(yield* refused(credential.id)).toEqual(ByokNotFound.of(credential.id))
      expect(yield* refused("nonsense")).toEqual(ByokNotFound.of(null))
      expect(yield* asManager(getByokCredential(credential.id))).toEqual(credential)
    })
  )
})
