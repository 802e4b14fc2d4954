import { describe, expect } from "@effect/vitest"
import {
  createWorkspace,
  DefaultSlugFixed,
  getWorkspace,
  SlugTaken,
  updateWorkspace,
  WorkspacePatch
} from "@tollgate/core"
import { aWorkspace } from "@tollgate/testing/accounts"
import { DateTime, Effect, Either, Schema, TestClock } from "effect"
import { inMemory, openAccount } from "../support/account.js"

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const created = yield* account.asManager(createWorkspace(aWorkspace({ description: "Experiments" })))
  const other = yield* account.asManager(createWorkspace(aWorkspace({ slug: "other" })))
  yield* TestClock.adjust("1 minute")
  const update = (id: string, patch: typeof WorkspacePatch.Encoded) =>
    account.asManager(updateWorkspace(id, Schema.decodeSync(WorkspacePatch)(patch)))
  return { ...account, created, other, update }
})

describe("updateWorkspace", () => {
  inMemory("changes what is named, clears what is null, and changes nothing by an empty change", () =>
    Effect.gen(function* () {
      const { asManager, created, update } = yield* opened
      expect(yield* update("research", {})).toEqual(created)
      const changed = yield* update("research", { slug: "lab", description: null })
      expect(changed).toEqual({ ...created, slug: "lab", description: null, updated_at: yield* DateTime.now })
      expect(yield* asManager(getWorkspace("lab"))).toEqual(changed)
      expect(Either.isLeft(yield* Effect.either(asManager(getWorkspace("research"))))).toBe(true)
    })
  )

  inMemory("refuses a slug that another workspace has, and gives a new one to one of two at once", () =>
    Effect.gen(function* () {
      const { created, other, update } = yield* opened
      const taken = new SlugTaken({ resource: "workspace", slug: "research" })
      expect(yield* Effect.flip(update(other.id, { slug: "research" }))).toEqual(taken)
      expect((yield* update("research", { slug: "research" })).id).toBe(created.id)
      const rivals = [created.id, other.id].map((id) => Effect.either(update(id, { slug: "new" })))
      expect((yield* Effect.all(rivals, { concurrency: "unbounded" })).filter(Either.isRight).length).toBe(1)
    })
  )

  inMemory("keeps the slug of the default workspace, and changes the rest of it", () =>
    Effect.gen(function* () {
      const { update } = yield* opened
      expect(yield* Effect.flip(update("default", { slug: "main" }))).toEqual(new DefaultSlugFixed())
      expect(yield* update("default", { slug: "default", name: "Main" })).toMatchObject({
        slug: "default",
        name: "Main"
      })
    })
  )
})
