import { describe, expect } from "@effect/vitest"
import {
  assignKeys,
  createGuardrail,
  createKey,
  createWorkspace,
  deleteKey,
  GuardrailId,
  GuardrailNotFound,
  KeyHashes,
  listAllKeyAssignments,
  listKeyAssignments,
  Page,
  unassignKeys,
  updateKey
} from "@tollgate/core"
import { aGuardrail, aKey, aKeyPatch, aWorkspace, keyHashes } from "@tollgate/testing/accounts"
import { DateTime, Effect, Either, Option, Schema, TestClock } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const page = read(Page)
const unknown = "0".repeat(64)

const opened = Effect.gen(function* () {
  const account = yield* openAccount()
  const { asManager } = account
  const create = (input: Parameters<typeof aKey>[0] = {}) =>
    Effect.map(asManager(createKey(aKey(input))), ({ data }) => data)
  const guardrail = yield* asManager(createGuardrail(aGuardrail()))
  const assign = (id: string, ...hashes: ReadonlyArray<string>) =>
    Effect.map(asManager(assignKeys(id, keyHashes(...hashes))), (_) => _.assigned_count)
  const unassign = (id: string, ...hashes: ReadonlyArray<string>) =>
    Effect.map(asManager(unassignKeys(id, keyHashes(...hashes))), (_) => _.unassigned_count)
  return { ...account, assign, create, guardrail, unassign }
})

describe("assignKeys and unassignKeys", () => {
  inMemory("count each key once, skip unknown keys, and count only what this call changed", () =>
    Effect.gen(function* () {
      const { assign, create, guardrail, unassign } = yield* opened
      const [one, two, three] = [yield* create(), yield* create(), yield* create()]
      expect(yield* assign(guardrail.id, one.hash, one.hash, two.hash, unknown)).toBe(2)
      expect(yield* assign(guardrail.id, one.hash, three.hash)).toBe(1)
      expect(yield* unassign(guardrail.id, one.hash, one.hash, unknown)).toBe(1)
      expect(yield* unassign(guardrail.id, one.hash)).toBe(0)
      expect(yield* unassign(guardrail.id.toUpperCase(), one.hash, two.hash, three.hash)).toBe(2)
    })
  )

  inMemory("skip management keys, and keys of other workspaces and organizations", () =>
    Effect.gen(function* () {
      const { asManager, assign, create, guardrail } = yield* opened
      const stranger = yield* openAccount("Stranger")
      const { data: foreign } = yield* stranger.asManager(createKey(aKey()))
      const { id: workspace_id } = yield* asManager(createWorkspace(aWorkspace()))
      const [own, management, far] = [
        yield* create(),
        yield* create({ management: true }),
        yield* create({ workspace_id })
      ]
      expect(yield* assign(guardrail.id, management.hash, far.hash, foreign.hash)).toBe(0)
      expect(yield* assign(guardrail.id, management.hash, far.hash, foreign.hash, own.hash)).toBe(1)
      const { data, total_count } = yield* asManager(listAllKeyAssignments(page({})))
      expect([data.map(({ key_hash }) => key_hash), total_count]).toEqual([[own.hash], 1])
    })
  )

  inMemory("move a key to its one guardrail, and take nothing from another", () =>
    Effect.gen(function* () {
      const { asManager, assign, create, guardrail: first, unassign } = yield* opened
      const second = yield* asManager(createGuardrail(aGuardrail()))
      const { hash } = yield* create()
      expect([yield* assign(first.id, hash), yield* assign(second.id, hash)]).toEqual([1, 1])
      expect([yield* unassign(first.id, hash), yield* unassign(second.id, hash)]).toEqual([0, 1])
    })
  )

  inMemory("take 1 to 1,000 hashes", () =>
    Effect.sync(() => {
      const decode = Schema.decodeUnknownEither(KeyHashes)
      const of = (count: number) => decode({ key_hashes: Array.from({ length: count }, () => unknown) })
      expect([0, 1, 1000, 1001].map((count) => Either.isRight(of(count)))).toEqual([false, true, true, false])
      expect(Either.isLeft(decode({ key_hashes: ["F".repeat(64)] }))).toBe(true)
    })
  )

  inMemory("find no guardrail of another organization, absent or malformed", () =>
    Effect.gen(function* () {
      const { assign, create, guardrail, unassign } = yield* opened
      const { hash } = yield* create()
      yield* assign(guardrail.id, hash)
      const { asManager } = yield* openAccount("Stranger")
      for (const name of [guardrail.id, "01234567-89ab-4cde-8f01-23456789abcd", "nonsense", ""]) {
        const id = Option.getOrNull(Schema.decodeOption(GuardrailId)(name))
        const refusals = [
          yield* Effect.flip(asManager(assignKeys(name, keyHashes(hash)))),
          yield* Effect.flip(asManager(unassignKeys(name, keyHashes(hash)))),
          yield* Effect.flip(asManager(listKeyAssignments(name, page({}))))
        ]
        expect(refusals).toEqual(refusals.map(() => GuardrailNotFound.of(id)))
      }
      expect(yield* asManager(listAllKeyAssignments(page({})))).toEqual({ data: [], total_count: 0 })
      expect(yield* unassign(guardrail.id, hash)).toBe(1)
    })
  )
})

describe("listKeyAssignments and listAllKeyAssignments", () => {
  inMemory("show the keys newest first, with the present names of the keys, and none that is deleted", () =>
    Effect.gen(function* () {
      const { asManager, assign, create, guardrail } = yield* opened
      const second = yield* asManager(createGuardrail(aGuardrail()))
      const [old, middle, last] = [yield* create(), yield* create(), yield* create()]
      yield* assign(guardrail.id, old.hash)
      yield* TestClock.adjust("1 minute")
      yield* assign(second.id, middle.hash)
      yield* TestClock.adjust("1 minute")
      yield* assign(guardrail.id, last.hash)
      yield* asManager(updateKey(old.hash, aKeyPatch({ name: "Renamed" })))
      const row = ({ hash, label }: typeof old, guardrail_id: string, name: string, minutes: number) => ({
        id: uuid,
        key_hash: hash,
        key_name: name,
        key_label: label,
        guardrail_id,
        assigned_by: "Acme-owner",
        created_at: DateTime.unsafeMake(minutes * 60_000)
      })
      const rows = [
        row(last, guardrail.id, "A key", 2),
        row(middle, second.id, "A key", 1),
        row(old, guardrail.id, "Renamed", 0)
      ]
      const list = (fields: typeof Page.Encoded = {}) => asManager(listKeyAssignments(guardrail.id, page(fields)))
      const listAll = (fields: typeof Page.Encoded = {}) => asManager(listAllKeyAssignments(page(fields)))
      expect(yield* listAll()).toEqual({ data: rows, total_count: 3 })
      expect(yield* listAll({ limit: 1, offset: 1 })).toEqual({ data: rows.slice(1, 2), total_count: 3 })
      expect(yield* list()).toEqual({ data: [rows[0], rows[2]], total_count: 2 })
      yield* asManager(deleteKey(last.hash))
      expect(yield* list({ limit: 1 })).toEqual({ data: [rows[2]], total_count: 1 })
      expect(yield* listAll({ limit: 2 })).toEqual({ data: rows.slice(1), total_count: 2 })
    })
  )
})
