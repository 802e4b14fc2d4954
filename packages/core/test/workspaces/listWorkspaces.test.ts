import { describe, expect } from "@effect/vitest"
import { createWorkspace, getWorkspace, listWorkspaces, Page, WorkspaceNotFound } from "@tollgate/core"
import { aWorkspace } from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { inMemory, openAccount, read } from "../support/account.js"

const page = read(Page)

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  yield* TestClock.adjust("1 millis")
  const research = yield* account.asManager(createWorkspace(aWorkspace({ slug: "research" })))
  yield* TestClock.adjust("1 millis")
  const studio = yield* account.asManager(createWorkspace(aWorkspace({ slug: "studio" })))
  return { ...account, research, studio }
})

describe("listWorkspaces", () => {
  inMemory("shows the organization's workspaces newest first, the default one among them", () =>
    Effect.gen(function* () {
      const { asManager, research, studio, workspace } = yield* opened
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createWorkspace(aWorkspace()))
      expect(yield* asManager(listWorkspaces(page({})))).toEqual({
        data: [studio, research, workspace],
        total_count: 3
      })
      expect(yield* asManager(listWorkspaces(page({ limit: 1, offset: 1 })))).toEqual({
        data: [research],
        total_count: 3
      })
    })
  )
})

describe("getWorkspace", () => {
  inMemory("reads the same by the UUID in any letter case and by the slug", () =>
    Effect.gen(function* () {
      const { asManager, research } = yield* opened
      for (const name of [research.id, research.id.toUpperCase(), "research"]) {
        expect(yield* asManager(getWorkspace(name))).toEqual(research)
      }
    })
  )

  inMemory("finds nothing of another organization, by neither name", () =>
    Effect.gen(function* () {
      const { research } = yield* opened
      const stranger = yield* openAccount("Stranger")
      expect(yield* Effect.flip(stranger.asManager(getWorkspace(research.id)))).toEqual(
        WorkspaceNotFound.of(research.id)
      )
      expect(yield* Effect.flip(stranger.asManager(getWorkspace("research")))).toEqual(WorkspaceNotFound.of(null))
    })
  )
})
