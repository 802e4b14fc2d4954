import { expect } from "@effect/vitest"
import type { KeyAssignment, KeyHash } from "@tollgate/core"
import {
  type GuardrailRecord,
  GuardrailStore,
  type KeyAssignmentRecord,
  type KeyRecord,
  KeyStore,
  showKeyAssignment,
  WorkspaceStore
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { keyAssignments } from "../guardrails.js"
import { after } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aWorkspaceRecord } from "../workspaces.js"
import { assignmentPromises } from "./assignmentPromises.js"
import type { Promised } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"

const first = { limit: 1, offset: 0 }

/** Assignments of keys as lists show them. */
const shown = (to: GuardrailRecord, ...keys: ReadonlyArray<KeyRecord>) =>
  keys.flatMap((key) => keyAssignments(to, key).map((one) => showKeyAssignment(one, key)))

/** Promises of every `GuardrailStore` about the keys assigned to guardrails. */
export const keyAssignmentPromises = (promise: Promised): void => {
  const opened = assignmentPromises<KeyRecord, KeyAssignmentRecord, KeyAssignment, KeyHash>(promise, {
    noun: "key",
    methodsOf: ({ assignKeys, listKeys, ofKey, unassignKeys }) => ({
      assign: assignKeys,
      list: listKeys,
      of: ofKey,
      unassign: unassignKeys
    }),
    make: (home, count) => Effect.replicateEffect(aKeyRecord(home), count),
    store: (key) => Effect.flatMap(KeyStore, ({ insert }) => insert(key)),
    nameOf: ({ hash }) => hash,
    assignments: keyAssignments,
    show: showKeyAssignment
  })

  promise("lists the keys of all guardrails newest first, with their present names and labels", () =>
    Effect.gen(function* () {
      const { assign, guardrail, list, organization, second, stored } = yield* opened
      const [guardrails, keys] = [yield* GuardrailStore, yield* KeyStore]
      const [one, two, three] = yield* stored(3)
      if (!one || !two || !three) return expect.fail("three keys")
      yield* assign(guardrail, one, two)
      yield* assign(second, three)
      const next = yield* aSecret
      yield* keys.update(organization, two.hash, { name: "Renamed" }, after(4))
      yield* keys.rotate(organization, three.hash, { ...next, until: after(9) }, after(4))
      const renamed = shown(guardrail, one, { ...two, name: "Renamed" })
      const all = [...renamed, ...shown(second, { ...three, label: next.label })]
      const sorted = newestFirst<(typeof all)[number]>(({ id }) => id)
      yield* expectInPages((page) => guardrails.listAllKeys(organization, page), sorted(all))
      yield* expectInPages(list(guardrail), sorted(renamed))
    })
  )

  promise("deletes the assignments of a deleted key, and no others", () =>
    Effect.gen(function* () {
      const { assign, guardrail, list, organization, stored } = yield* opened
      const [gone, kept] = yield* stored(2)
      if (!gone || !kept) return expect.fail("two keys")
      yield* assign(guardrail, gone, kept)
      yield* Effect.flatMap(KeyStore, (keys) => keys.delete(organization, gone.hash))
      yield* expectInPages(list(guardrail), shown(guardrail, kept))
    })
  )

  promise("fails to assign a key to a guardrail of another workspace", () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, list, organization, stored } = yield* opened
      const elsewhere = yield* aWorkspaceRecord({ organization_id: organization, slug: "elsewhere" })
      yield* Effect.flatMap(WorkspaceStore, ({ insert }) => insert(elsewhere))
      const far = yield* stored(1, { ...home, workspace_id: elsewhere.id })
      const failure = yield* Effect.flip(assign(guardrail, ...far))
      expect(failure).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      expect(yield* list(guardrail)(first)).toEqual({ data: [], total_count: 0 })
    })
  )
}
