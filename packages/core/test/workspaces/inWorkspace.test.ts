import { describe, expect } from "@effect/vitest"
import {
  createAuthorizationCode,
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  ManagementCaller,
  type Services,
  WorkspaceId,
  WorkspaceNotFound
} from "@tollgate/core"
import { Transaction, WorkspaceStore } from "@tollgate/core/storage"
import { aByokCredential, aGuardrail, aKey, anAuthorizationCode, aPreset } from "@tollgate/testing/accounts"
import { Effect } from "effect"
import { inMemory, inMemoryOnce, openAccount } from "../support/account.js"

/** Everything that is created in a workspace: the stated one, or the caller's. */
const creations = (
  place: { readonly workspace_id?: WorkspaceId } = {}
): ReadonlyArray<Effect.Effect<unknown, unknown, Services | ManagementCaller>> => [
  createKey(aKey(place)),
  createPreset(aPreset(place)),
  createGuardrail(aGuardrail(place)),
  createByokCredential(aByokCredential(place)),
  createAuthorizationCode(anAuthorizationCode(place))
]

describe("what is created in a workspace", () => {
  inMemory("is refused where the organization has no such workspace, stated or the caller's own", () =>
    Effect.gen(function* () {
      const { asManager, manager } = yield* openAccount()
      const foreign = (yield* openAccount("Stranger")).workspace.id
      const absent = WorkspaceId.make("01234567-89ab-4cde-8f01-23456789abcd")
      for (const id of [foreign, absent]) {
        const refusal = WorkspaceNotFound.of(id)
        for (const create of creations({ workspace_id: id })) {
          expect(yield* Effect.flip(asManager(create))).toEqual(refusal)
        }
        for (const create of creations()) {
          const caller = { ...manager, workspaceId: id }
          expect(yield* Effect.flip(Effect.provideService(create, ManagementCaller, caller))).toEqual(refusal)
        }
      }
    })
  )

  inMemoryOnce("is written in the same transaction in which its workspace is looked up", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const transaction = yield* Transaction
      const workspaces = yield* WorkspaceStore
      const happened: Array<string> = []
      const happens = (what: string) => Effect.sync(() => happened.push(what))
      const watched = Transaction.of({
        ...transaction,
        run: (effect) => Effect.zipLeft(transaction.run(Effect.zipRight(happens("begin"), effect)), happens("end"))
      })
      const watchedStore = WorkspaceStore.of({
        ...workspaces,
        find: (...which) => Effect.zipLeft(workspaces.find(...which), happens("find"))
      })
      for (const create of creations()) {
        yield* asManager(create).pipe(
          Effect.provideService(Transaction, watched),
          Effect.provideService(WorkspaceStore, watchedStore)
        )
        expect(happened.splice(0)).toEqual(["begin", "find", "end"])
      }
    })
  )
})
