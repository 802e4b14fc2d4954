import { describe, expect, it, vi } from "@effect/vitest"
import { createOrganization, type Services } from "@tollgate/core"
import { ImageModelCatalog, Transaction } from "@tollgate/core/storage"
import { aHome, anImageModel, anOrganization } from "@tollgate/testing"
import { Effect, Layer } from "effect"
import { emptyFile, inFile } from "./support/files.js"

const catalogOf = (name: string) => [anImageModel({ name }), anImageModel({ id: "acme/second", name })]

/** What an effect answers, and how many texts of JSON it decodes. */
const decoding = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => vi.spyOn(JSON, "parse")),
    (parse) => Effect.map(effect, (answer) => ({ answer, decoded: parse.mock.calls.length })),
    (parse) => Effect.sync(() => parse.mockRestore())
  )

const opened = Effect.gen(function* () {
  const file = yield* emptyFile
  const stores = Layer.build(inFile(file))
  // Each opens the file for itself, as another process would.
  const open = Effect.map(
    stores,
    (context) =>
      <A, E>(effect: Effect.Effect<A, E, Services>) =>
        Effect.provide(effect, context)
  )
  const here = yield* open
  // An account as it is in a file that is opened again: with its key.
  const { id: organization_id } = (yield* here(createOrganization(anOrganization()))).organization
  const replace = (name: string) =>
    Effect.flatMap(ImageModelCatalog, (_) => _.replace(organization_id, catalogOf(name)))
  const list = decoding(Effect.flatMap(ImageModelCatalog, (_) => _.list(organization_id)))
  return { here, list, open, replace }
})

describe("A catalogue of image models in an SQLite file", () => {
  it.scoped("is decoded once for each version of it", () =>
    Effect.gen(function* () {
      const { here, list, replace } = yield* opened
      yield* here(replace("One"))
      expect(yield* here(list)).toEqual({ answer: catalogOf("One"), decoded: 1 })
      expect(yield* here(list)).toEqual({ answer: catalogOf("One"), decoded: 0 })
      yield* here(replace("Two"))
      expect(yield* here(list)).toEqual({ answer: catalogOf("Two"), decoded: 1 })
      expect(yield* here(list)).toEqual({ answer: catalogOf("Two"), decoded: 0 })
    })
  )

  it.scoped("is the one that another process has stored since", () =>
    Effect.gen(function* () {
      const { here, list, open, replace } = yield* opened
      const there = yield* open
      yield* here(replace("One"))
      yield* here(list)
      yield* there(replace("Two"))
      expect(yield* here(list)).toEqual({ answer: catalogOf("Two"), decoded: 1 })
      yield* there(replace("Three"))
      expect((yield* there(list)).answer).toEqual(catalogOf("Three"))
      expect((yield* here(list)).answer).toEqual(catalogOf("Three"))
    })
  )

  it.scoped("is what it was before, where what was read of it has been undone", () =>
    Effect.gen(function* () {
      const { here, list, replace } = yield* opened
      yield* here(replace("One"))
      yield* here(list)
      const draft = Effect.zipRight(replace("Draft"), list)
      const undone = Effect.flatMap(Transaction, ({ run }) => run(Effect.flatMap(draft, Effect.fail)))
      expect(yield* Effect.flip(here(undone))).toEqual({ answer: catalogOf("Draft"), decoded: 1 })
      expect((yield* here(list)).answer).toEqual(catalogOf("One"))
      yield* here(replace("Two"))
      expect((yield* here(list)).answer).toEqual(catalogOf("Two"))
    })
  )

  it.scoped("is remembered of the hundred organizations that were asked for last", () =>
    Effect.gen(function* () {
      const { here, list, replace } = yield* opened
      yield* here(replace("One"))
      yield* here(list)
      const catalog = yield* here(ImageModelCatalog)
      const others = yield* here(Effect.replicateEffect(aHome(), 100))
      const ids = others.map(({ organization_id }) => organization_id)
      yield* Effect.forEach(ids, (id) => catalog.replace(id, catalogOf("Theirs")))
      yield* Effect.forEach(ids.slice(1), catalog.list)
      expect((yield* here(list)).decoded).toBe(0)
      yield* Effect.forEach(ids, catalog.list)
      expect((yield* here(list)).decoded).toBe(1)
    })
  )
})
