import { expect } from "@effect/vitest"
import type { KeyAssignment, KeyHash, Page, Paged } from "@tollgate/core"
import {
  GuardrailStore,
  type KeyAssignmentRecord,
  type KeyRecord,
  KeyStore,
  type StorageFailure,
  showKeyAssignment,
  WorkspaceStore
} from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { aGuardrailRecord, keyAssignments } from "../guardrails.js"
import { after } from "../instant.js"
import { aKeyRecord, aSecret } from "../keys.js"
import { aHome, type Home } from "../organizations.js"
import { aWorkspaceRecord } from "../workspaces.js"
import type { Promised } from "./contract.js"
import { expectInPages, newestFirst } from "./inPages.js"
import { plain } from "./plain.js"

type Guardrail = Effect.Effect.Success<ReturnType<typeof aGuardrailRecord>>

/** The methods of the store about keys. */
type Methods = (
  store: Context.Tag.Service<GuardrailStore>
) => Pick<Context.Tag.Service<GuardrailStore>, "assignKeys" | "listAllKeys" | "listKeys" | "ofKey" | "unassignKeys">

const first = { limit: 1, offset: 0 }
const sorted = newestFirst<KeyAssignmentRecord>(({ id }) => id)
const hashesOf = (keys: ReadonlyArray<KeyRecord>): ReadonlyArray<KeyHash> => keys.map(({ hash }) => hash)
const manyKeys = (home: Home, count: number) =>
  Effect.gen(function* () {
    const { insert } = yield* KeyStore
    const keys = yield* Effect.replicateEffect(aKeyRecord(home), count)
    yield* Effect.forEach(keys, insert, { concurrency: 64 })
    return keys
  })

/** Promises of every `GuardrailStore` about the keys assigned to guardrails. */
export const keyAssignmentPromises = (promise: Promised, methodsOf: Methods): void => {
  const stored = Effect.gen(function* () {
    const guardrails = yield* GuardrailStore
    const { assignKeys, listAllKeys, listKeys, ofKey, unassignKeys } = methodsOf(guardrails)
    const home = yield* aHome()
    const organization = home.organization_id
    const [guardrail, second] = [yield* aGuardrailRecord(home), yield* aGuardrailRecord(home)]
    for (const one of [guardrail, second]) yield* guardrails.insert(one)
    const assign = (to: Guardrail, ...keys: ReadonlyArray<KeyRecord>) => assignKeys(keyAssignments(to, ...keys))
    const unassign = (from: Guardrail, ...keys: ReadonlyArray<KeyRecord>) =>
      Effect.flatten(unassignKeys(organization, from.id, hashesOf(keys)))
    const list =
      ({ id }: Guardrail) =>
      (page: Page): Effect.Effect<Paged<KeyAssignment>, StorageFailure> =>
        Effect.map(listKeys(organization, id, page), Option.getOrThrow)
    const listAll = (page: Page) => listAllKeys(organization, page)
    return {
      guardrails,
      guardrail,
      second,
      home,
      organization,
      assign,
      assignKeys,
      list,
      listAll,
      listKeys,
      ofKey,
      unassign
    }
  })

  promise("lists the keys of a guardrail and of all guardrails newest first, with their present names and labels", () =>
    Effect.gen(function* () {
      const { assignKeys, guardrail, home, list, listAll, listKeys, organization, second, unassign } = yield* stored
      const keys = yield* KeyStore
      const own = yield* manyKeys(home, 4)
      const [one, two, three, four] = own
      if (!one || !two || !three || !four) return expect.fail("four keys")
      const at = (to: Guardrail, seconds: number, ...some: ReadonlyArray<KeyRecord>) =>
        keyAssignments(to, ...some).map((assignment) => ({ ...assignment, created_at: after(seconds) }))
      const [kept, moved] = [at(guardrail, 1, two, three), at(guardrail, 3, one)]
      yield* assignKeys([...at(second, 0, one), ...kept, ...at(second, 2, four)])
      yield* assignKeys(moved)
      const next = yield* aSecret
      yield* keys.update(organization, two.hash, { name: "Renamed" }, after(4))
      yield* keys.rotate(organization, three.hash, { ...next, until: after(9) }, after(4))
      const now = new Map(own.map((key) => [key.hash, key]))
      now.set(two.hash, { ...two, name: "Renamed" }).set(three.hash, { ...three, label: next.label })
      const shown = (all: ReadonlyArray<KeyAssignmentRecord>) =>
        sorted(all).map((assignment) => showKeyAssignment(assignment, now.get(assignment.key_hash) ?? one))
      yield* expectInPages(list(guardrail), shown([...kept, ...moved]))
      yield* expectInPages(list(second), shown(at(second, 2, four)))
      yield* expectInPages(listAll, shown([...kept, ...moved, ...at(second, 2, four)]))
      yield* unassign(guardrail, two, one)
      yield* expectInPages(list(guardrail), shown(at(guardrail, 1, three)))
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* listKeys(other, guardrail.id, first))).toEqual([])
    })
  )

  promise("finds the guardrail of a key, and none for another organization", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, ofKey, organization, second, unassign } = yield* stored
      const [one, two] = yield* manyKeys(home, 2)
      if (!one || !two) return expect.fail("two keys")
      yield* assign(second, one)
      yield* assign(guardrail, one)
      const found = yield* guardrails.find(organization, guardrail.id)
      expect(Option.isSome(found)).toBe(true)
      const other = (yield* aHome("Other")).organization_id
      const of = (key: KeyRecord) => ofKey(organization, home.workspace_id, key.hash)
      expect(plain([yield* of(one), yield* of(two)])).toEqual(plain([found, Option.none()]))
      expect(plain(yield* ofKey(other, home.workspace_id, one.hash))).toEqual([])
      yield* unassign(guardrail, one)
      expect(plain(yield* of(one))).toEqual([])
    })
  )

  promise("counts only keys that it assigns and removes, duplicates once", () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, unassign } = yield* stored
      const [one, two, three] = yield* manyKeys(home, 3)
      if (!one || !two || !three) return expect.fail("three keys")
      expect(yield* assign(guardrail)).toBe(0)
      expect(yield* assign(guardrail, one, two, one)).toBe(2)
      expect(yield* assign(guardrail, one, two)).toBe(0)
      expect(yield* assign(guardrail, two, three)).toBe(1)
      expect(yield* unassign(guardrail, one, one, yield* aKeyRecord(home))).toBe(1)
      expect(yield* unassign(guardrail, one)).toBe(0)
      expect(yield* unassign(guardrail, one, two, three)).toBe(2)
      expect(yield* unassign(guardrail)).toBe(0)
    })
  )

  promise("assigns and removes a thousand keys in one call", () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, unassign } = yield* stored
      const crowd = yield* manyKeys(home, 1000)
      expect(yield* assign(guardrail, ...crowd)).toBe(1000)
      expect(yield* unassign(guardrail, ...crowd)).toBe(1000)
    })
  )

  promise("moves a key from another guardrail, and unassigns nothing of another guardrail or organization", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, second, unassign } = yield* stored
      const [one, two] = yield* manyKeys(home, 2)
      if (!one || !two) return expect.fail("two keys")
      yield* assign(guardrail, one, two)
      expect(yield* assign(second, one)).toBe(1)
      expect(yield* unassign(guardrail, one)).toBe(0)
      const other = (yield* aHome("Other")).organization_id
      expect(plain(yield* methodsOf(guardrails).unassignKeys(other, second.id, [one.hash]))).toEqual([])
      expect(yield* unassign(second, one, two)).toBe(1)
      expect(yield* unassign(guardrail, two)).toBe(1)
    })
  )

  promise("deletes the assignments of a deleted key and of a deleted guardrail, and no others", () =>
    Effect.gen(function* () {
      const { assign, guardrail, guardrails, home, list, listAll, listKeys, organization, second } = yield* stored
      const [gone, kept, left] = yield* manyKeys(home, 3)
      if (!gone || !kept || !left) return expect.fail("three keys")
      yield* assign(guardrail, gone, kept)
      yield* assign(second, left)
      yield* Effect.flatMap(KeyStore, (keys) => keys.delete(organization, gone.hash))
      const shown = (to: Guardrail, key: KeyRecord) => keyAssignments(to, key).map((one) => showKeyAssignment(one, key))
      yield* expectInPages(list(guardrail), shown(guardrail, kept))
      yield* guardrails.delete(organization, guardrail.id)
      expect(plain(yield* listKeys(organization, guardrail.id, first))).toEqual([])
      yield* expectInPages(listAll, shown(second, left))
    })
  )

  promise("assigns a key to one guardrail, however many assign it at once", () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, listAll, second, unassign } = yield* stored
      const keys = yield* manyKeys(home, 8)
      const many = Array.from({ length: 12 }, (_, n) =>
        assign(n % 2 ? guardrail : second, ...(n % 3 ? keys : keys.toReversed()))
      )
      yield* Effect.all(many, { concurrency: "unbounded" })
      const { data, total_count } = yield* listAll({ limit: 100, offset: 0 })
      expect(data.map(({ key_hash }) => key_hash).toSorted()).toEqual(hashesOf(keys).toSorted())
      expect(total_count).toBe(8)
      const counts = yield* Effect.all(
        Array.from({ length: 12 }, (_, n) => unassign(n % 2 ? guardrail : second, ...keys)),
        { concurrency: "unbounded" }
      )
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(8)
      expect(yield* listAll(first)).toEqual({ data: [], total_count: 0 })
    })
  )

  promise("fails to assign a key to a guardrail of another workspace", () =>
    Effect.gen(function* () {
      const { assign, guardrail, home, listAll, organization } = yield* stored
      const elsewhere = yield* aWorkspaceRecord({ organization_id: organization, slug: "elsewhere" })
      yield* Effect.flatMap(WorkspaceStore, ({ insert }) => insert(elsewhere))
      const [far] = yield* manyKeys({ ...home, workspace_id: elsewhere.id }, 1)
      if (!far) return expect.fail("a key")
      const failure = yield* Effect.flip(assign(guardrail, far))
      expect(failure).toMatchObject({ _tag: "StorageFailure", outcome: "none" })
      expect(yield* listAll(first)).toEqual({ data: [], total_count: 0 })
    })
  )
}
