import { describe, expect } from "@effect/vitest"
import {
  addWorkspaceMembers,
  createByokCredential,
  createGuardrail,
  createKey,
  createPreset,
  createWorkspace,
  DefaultWorkspaceFixed,
  deleteWorkspace,
  getKey,
  getPreset,
  getWorkspace,
  HoldsOpen,
  KeyNotFound,
  listByokCredentials,
  listGuardrails,
  PresetNotFound,
  setWorkspaceBudget,
  updateKey,
  WorkspaceHasKeys,
  WorkspaceNotFound,
  WorkspaceUsers
} from "@tollgate/core"
import {
  aByokCredential,
  aGuardrail,
  aKey,
  aKeyPatch,
  aPooledBudget,
  aPreset,
  aWorkspace
} from "@tollgate/testing/accounts"
import { Effect, TestClock } from "effect"
import { usd } from "../spending/support/samples.js"
import { openSpender } from "../spending/support/spender.js"
import { inMemory, openAccount, read } from "../support/account.js"

const disabled = aKeyPatch({ disabled: true })

/** An account with a workspace, and a key there that can spend. */
const opened = Effect.gen(function* () {
  const account = yield* openSpender
  const { asManager } = account
  const { id } = yield* asManager(createWorkspace(aWorkspace()))
  yield* asManager(addWorkspaceMembers(id, read(WorkspaceUsers)({ user_ids: ["Acme-owner"] })))
  const minted = yield* asManager(createKey(aKey({ workspace_id: id })))
  const disable = asManager(updateKey(minted.data.hash, disabled))
  return { ...account, disable, id, key: minted.key, hash: minted.data.hash, remove: asManager(deleteWorkspace(id)) }
})

describe("deleteWorkspace", () => {
  inMemory("deletes a workspace with everything in it, disabled keys too, and nothing else", () =>
    Effect.gen(function* () {
      const { asManager, disable, hash, id, ordinaryHash, remove } = yield* opened
      yield* asManager(createPreset(aPreset({ slug: "there", workspace_id: id })))
      yield* asManager(createPreset(aPreset({ slug: "here" })))
      yield* asManager(createGuardrail(aGuardrail({ workspace_id: id })))
      yield* asManager(createByokCredential(aByokCredential({ workspace_id: id })))
      yield* asManager(setWorkspaceBudget(id, "monthly", aPooledBudget()))
      expect(yield* Effect.flip(remove)).toEqual(new WorkspaceHasKeys())
      yield* disable
      expect(yield* remove).toEqual({ deleted: true })
      const gone = WorkspaceNotFound.of(id)
      expect(yield* Effect.flip(remove)).toEqual(gone)
      expect(yield* Effect.flip(asManager(getWorkspace(id)))).toEqual(gone)
      expect(yield* Effect.flip(asManager(getKey(hash)))).toEqual(KeyNotFound.of(hash))
      expect(yield* Effect.flip(asManager(getPreset("there")))).toEqual(new PresetNotFound())
      const first = { limit: 1, offset: 0 }
      expect((yield* asManager(listGuardrails(first))).total_count).toBe(0)
      expect((yield* asManager(listByokCredentials(first))).total_count).toBe(0)
      expect((yield* asManager(getPreset("here"))).slug).toBe("here")
      expect((yield* asManager(getKey(ordinaryHash))).disabled).toBe(false)
      expect(yield* Effect.flip(asManager(createKey(aKey({ workspace_id: id }))))).toEqual(gone)
    })
  )

  inMemory("keeps a workspace with open or unknown holds, until they are settled", () =>
    Effect.gen(function* () {
      const { disable, hold, key, remove, sent, settle } = yield* opened
      const [open, lost] = [yield* hold(key), yield* hold(key)]
      yield* disable
      expect(yield* Effect.flip(remove)).toEqual(new HoldsOpen())
      yield* settle(open.data.id, { cost: usd(1) })
      yield* sent(lost.data.id)
      expect(yield* Effect.flip(remove)).toEqual(new HoldsOpen())
      yield* TestClock.adjust("1 hour")
      // Its lease has ended, and what it has cost is not known.
      expect(yield* Effect.flip(remove)).toEqual(new HoldsOpen())
      yield* settle(lost.data.id, { cost: usd(0.5) })
      expect(yield* remove).toEqual({ deleted: true })
    })
  )

  inMemory("takes expired keys for ended, and gives back holds whose lease has ended", () =>
    Effect.gen(function* () {
      const { asManager, disable, hold, id, key, remove } = yield* opened
      yield* asManager(createKey(aKey({ workspace_id: id, expires_at: "1970-01-01T00:30:00Z" })))
      yield* hold(key)
      yield* disable
      expect(yield* Effect.flip(remove)).toEqual(new WorkspaceHasKeys())
      yield* TestClock.adjust("1 hour")
      expect(yield* remove).toEqual({ deleted: true })
    })
  )

  inMemory("never deletes the default workspace, nor another organization's", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      for (const id of ["default", workspace.id]) {
        expect(yield* Effect.flip(asManager(deleteWorkspace(id)))).toEqual(new DefaultWorkspaceFixed())
      }
      const theirs = stranger.asManager(deleteWorkspace(workspace.id))
      expect(yield* Effect.flip(theirs)).toEqual(WorkspaceNotFound.of(workspace.id))
    })
  )
})
