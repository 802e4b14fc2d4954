import { expect, it } from "@effect/vitest"
import { createKey, createWorkspace, WorkspaceNotFound } from "@tollgate/core"
import { aKey, aWorkspace, TestAccount } from "@tollgate/testing/accounts"
import { Effect, Fiber, Layer } from "effect"
import { whenWaiting } from "./support/activity.js"
import { connect, migratedDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

it.scopedLive(
  "A key that is created while its workspace is deleted waits, and is refused once the workspace is gone",
  () =>
    Effect.gen(function* () {
      const url = yield* migratedDatabase
      const stores = yield* Layer.buildWithScope(inDatabase(url), yield* Effect.scope)
      yield* Effect.gen(function* () {
        const { asManager } = yield* TestAccount.make()
        const { id } = yield* Effect.provide(createWorkspace(aWorkspace()), asManager)
        const other = yield* connect(url)
        const run = (text: string) => Effect.promise(() => other.query(text))
        yield* run(`BEGIN; SELECT 1 FROM workspaces WHERE id = '${id}' FOR UPDATE`)
        const creation = Effect.provide(createKey(aKey({ workspace_id: id })), asManager)
        const creating = yield* Effect.fork(Effect.flip(creation))
        yield* whenWaiting(url, 1)
        yield* run(`DELETE FROM workspaces WHERE id = '${id}'; COMMIT`)
        expect(yield* Fiber.join(creating)).toEqual(WorkspaceNotFound.of(id))
      }).pipe(Effect.provide(stores))
    })
)
