import { runInNewContext } from "node:vm"
import { describe, expect, it } from "@effect/vitest"
import {
  authenticate,
  Caller,
  createKey,
  createPreset,
  createWorkspace,
  InvalidInput,
  listPresets,
  NewPreset,
  NewWorkspace,
  PageInWorkspace,
  SlugTaken,
  WorkspaceNotFound
} from "@tollgate/core"
import { aKey } from "@tollgate/testing/accounts"
import { DateTime, Effect, Either, Option, Schema, TestClock } from "effect"
import { inMemory, openAccount, read, uuid } from "../support/account.js"

const preset = (slug: string, rest: Partial<typeof NewPreset.Encoded> = {}) =>
  read(NewPreset)({ slug, name: "A preset", ...rest })
const page = read(PageInWorkspace)
const all = page({ limit: 100 })
const slugs = ({ data }: { readonly data: ReadonlyArray<{ readonly slug: string }> }) => data.map(({ slug }) => slug)

describe("createPreset", () => {
  inMemory("creates an active preset and answers with its first version; without that it is listed later", () =>
    Effect.gen(function* () {
      const { asManager, workspace } = yield* openAccount()
      const created = yield* asManager(createPreset(preset("sum", { system_prompt: "Sum up.", config: { top_k: 1 } })))
      const { designated_version, ...shown } = created
      expect(designated_version).toEqual({
        id: shown.designated_version_id,
        preset_id: shown.id,
        creator_id: "Acme-owner",
        version: 1,
        system_prompt: "Sum up.",
        config: { top_k: 1 },
        created_at: shown.created_at
      })
      expect(shown).toEqual({
        id: uuid,
        name: "A preset",
        slug: "sum",
        description: null,
        designated_version_id: uuid,
        status: "active",
        status_updated_at: null,
        workspace_id: workspace.id,
        creator_user_id: "Acme-owner",
        created_at: yield* DateTime.now,
        updated_at: yield* DateTime.now
      })
      expect(yield* asManager(listPresets(all))).toEqual({ data: [shown], total_count: 1 })
    })
  )

  inMemory("gives a slug once in an organization, also at the same moment, and again in another", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const create = asManager(createPreset(preset("sum")))
      const rivals = yield* Effect.replicateEffect(Effect.either(create), 50, { concurrency: "unbounded" })
      expect(rivals.filter(Either.isRight).length).toBe(1)
      expect(yield* Effect.flip(create)).toEqual(new SlugTaken({ resource: "preset", slug: "sum" }))
      const stranger = yield* openAccount("Stranger")
      expect((yield* stranger.asManager(createPreset(preset("sum")))).slug).toBe("sum")
    })
  )

  inMemory("refuses another organization's workspace", () =>
    Effect.gen(function* () {
      const { asManager } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const foreign = createPreset(preset("sum", { workspace_id: stranger.workspace.id }))
      expect(yield* Effect.flip(asManager(foreign))).toEqual(WorkspaceNotFound.of(stranger.workspace.id))
    })
  )

  it("takes settings of at most 32 KiB", () => {
    const decode = Schema.decodeUnknownEither(NewPreset)
    const of = (length: number) => decode({ slug: "a", name: "A", config: { a: "x".repeat(length) } })
    expect([Either.isRight(of(32_760)), Either.isRight(of(32_761))]).toEqual([true, false])
  })

  it("takes a system prompt of at most 32 KiB, in bytes", () => {
    const decode = Schema.decodeUnknownEither(NewPreset)
    const taken = ["x".repeat(32_768), "é".repeat(16_384), "x".repeat(32_769), `${"é".repeat(16_384)}x`]
    expect(taken.map((system_prompt) => Either.isRight(decode({ slug: "a", name: "A", system_prompt })))).toEqual([
      true,
      true,
      false,
      false
    ])
  })

  it("keeps of its settings what they are as JSON, and refuses what is no object then", () => {
    const decode = Schema.decodeUnknownEither(NewPreset)
    const kept = (config: unknown) =>
      Either.getOrNull(Either.map(decode({ slug: "a", name: "A", config }), (preset) => preset.config))
    const elsewhere: unknown = runInNewContext("({ a: { b: [1] } })")
    expect(kept({ at: new Date(0), none: undefined, list: [undefined] })).toStrictEqual({
      at: "1970-01-01T00:00:00.000Z",
      list: [null]
    })
    expect(kept({ toJSON: () => ({ top_k: 1 }) })).toStrictEqual({ top_k: 1 })
    expect(kept(elsewhere)).toStrictEqual({ a: { b: [1] } })
    let counted = 0
    expect(kept({ toJSON: () => ({ long: "x".repeat(counted++ * 40_000) }) })).toStrictEqual({ long: "" })
    const none = [undefined, null, 1, "str", [], () => ({}), 1n].map((value) => ({ toJSON: () => value }))
    const lossy = [new Map([["a", 1]]), { deep: [new Set([1])] }, { big: 1n }]
    for (const config of [...none, ...lossy]) expect([config, kept(config)]).toEqual([config, null])
    for (const value of [Number.POSITIVE_INFINITY, Number.NaN, () => 1]) expect(kept({ deep: [value] })).toBe(null)
  })

  it("takes settings as deep as a body may be, and refuses deeper ones however deep they are", () => {
    const decode = Schema.decodeUnknownEither(NewPreset)
    const nested = (levels: number) => {
      let value: unknown = 1
      for (let i = 1; i < levels; i++) value = [value]
      return decode({ slug: "a", name: "A", config: { deep: value } })
    }
    expect(Either.isRight(nested(31))).toBe(true)
    for (const levels of [32, 3_000, 12_000]) {
      const refused = Either.mapLeft(nested(levels), InvalidInput.fromParseError)
      expect(Option.getOrNull(Either.getLeft(refused))).toBeInstanceOf(InvalidInput)
    }
  })

  it("takes a prompt with line breaks, and none with a NUL, which not every database keeps", () => {
    const decode = Schema.decodeUnknownEither(NewPreset)
    const prompted = (system_prompt: string) => decode({ slug: "a", name: "A", system_prompt })
    expect(Either.isRight(prompted("Sum up.\n\tBriefly.\r\n"))).toBe(true)
    expect(Either.isLeft(prompted("a\0b"))).toBe(true)
  })
})

describe("listPresets", () => {
  inMemory("shows a management key its organization's presets, and an ordinary key its workspace's", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      yield* stranger.asManager(createPreset(preset("theirs")))
      const second = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "second", name: "Second" })))
      yield* asManager(createPreset(preset("here")))
      yield* TestClock.adjust("1 millis")
      yield* asManager(createPreset(preset("there", { workspace_id: second.id })))
      const { key } = yield* asManager(createKey(aKey({ workspace_id: second.id })))
      const neighbour = yield* authenticate(key)
      expect(yield* asManager(listPresets(all))).toMatchObject({
        data: [{ slug: "there" }, { slug: "here" }],
        total_count: 2
      })
      expect(slugs(yield* asOrdinary(listPresets(all)))).toEqual(["here"])
      expect(slugs(yield* Effect.provideService(listPresets(all), Caller, neighbour))).toEqual(["there"])
      expect(slugs(yield* stranger.asManager(listPresets(all)))).toEqual(["theirs"])
    })
  )

  inMemory("shows only those of a workspace that the key may see; any other workspace reads like an absent one", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      const stranger = yield* openAccount("Stranger")
      const theirs = yield* stranger.asManager(createPreset(preset("theirs")))
      const second = yield* asManager(createWorkspace(read(NewWorkspace)({ slug: "second", name: "Second" })))
      const here = yield* asManager(createPreset(preset("here")))
      yield* asManager(createPreset(preset("there", { workspace_id: second.id })))
      const of = (workspace_id: string) => listPresets(page({ workspace_id, limit: 1 }))
      expect(slugs(yield* asManager(of(second.id)))).toEqual(["there"])
      expect(slugs(yield* asManager(of(here.workspace_id)))).toEqual(["here"])
      expect(yield* asOrdinary(of(here.workspace_id))).toMatchObject({ data: [{ slug: "here" }], total_count: 1 })
      const absent = "7f9c24e8-3b12-4fef-91d0-62f4a0a0b001"
      for (const id of [second.id, theirs.workspace_id, absent]) {
        expect(yield* asOrdinary(of(id))).toEqual({ data: [], total_count: 0 })
      }
      for (const id of [theirs.workspace_id, absent]) {
        expect(yield* asManager(of(id))).toEqual({ data: [], total_count: 0 })
      }
    })
  )

  inMemory("lists the newest first, those of an instant by id, in pages that miss and repeat nothing", () =>
    Effect.gen(function* () {
      const { asManager, asOrdinary } = yield* openAccount()
      yield* TestClock.setTime(Date.parse("2026-03-04T12:00:00.001Z"))
      const created = yield* Effect.forEach(
        Array.from({ length: 25 }, (_, n) => n),
        (n) => Effect.zipLeft(asManager(createPreset(preset(`p${n}`))), TestClock.adjust(n % 3 === 0 ? 1 : 0))
      )
      const rank = ({ id, updated_at }: (typeof created)[number]) => `${9e15 - updated_at.epochMillis} ${id}`
      const expected = created
        .toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1))
        .map(({ designated_version: _, ...preset }) => preset)
      for (const as of [asManager, asOrdinary]) {
        const pages = yield* Effect.forEach([0, 10, 20, 25, 1000], (offset) => as(listPresets({ limit: 10, offset })))
        expect(pages.map(({ total_count }) => total_count)).toEqual([25, 25, 25, 25, 25])
        expect(pages.map(({ data }) => data.length)).toEqual([10, 10, 5, 0, 0])
        expect(pages.flatMap(({ data }) => data)).toEqual(expected)
      }
    })
  )
})
