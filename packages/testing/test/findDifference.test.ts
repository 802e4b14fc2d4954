import { describe, expect, it } from "@effect/vitest"
import type { NewImageModel, OrganizationId } from "@tollgate/core"
import { ImageModelCatalog, StorageFailure } from "@tollgate/core/storage"
import { anImageModel } from "@tollgate/testing"
import { Effect, Layer, Option } from "effect"
import { runs } from "../../../test/runs.js"
import { findDifference } from "../src/contracts/findDifference.js"

type Catalog = typeof ImageModelCatalog.Service

/** A catalogue in a map, with a mistake. */
const catalogWith = (mistake: (right: Catalog) => Partial<Catalog>) =>
  Layer.sync(ImageModelCatalog, () => {
    const catalogs = new Map<OrganizationId, ReadonlyArray<NewImageModel>>()
    const right: Catalog = {
      replace: (organization, models) => Effect.sync(() => void catalogs.set(organization, models)),
      list: (organization) => Effect.sync(() => catalogs.get(organization) ?? []),
      find: (organization, id) =>
        Effect.sync(() => Option.fromNullable(catalogs.get(organization)?.find((model) => model.id === id)))
    }
    return { ...right, ...mistake(right) }
  })

const neverEmpty = catalogWith(() => ({ list: () => Effect.succeed([anImageModel()]) }))

const fewest =
  /^At first, listing the image models of (First|Second) \(ImageModelCatalog\.list\) differs: a map answered \[ .+, the stores in memory answered \[\]\. /

const settings = { seed: 19, numRuns: 10 }

describe("findDifference", () => {
  it.live("finds none between stores that answer alike", () =>
    Effect.gen(function* () {
      expect(
        yield* findDifference(
          "a map",
          catalogWith(() => ({})),
          settings
        )
      ).toBeUndefined()
    })
  )

  it.live("says that the calls are not the fewest when there was no time to shrink them, and goes on from there", () =>
    Effect.gen(function* () {
      const unfinished = (yield* findDifference("a map", neverEmpty, { ...settings, shrinkFor: 0 })) ?? ""
      const stopped =
        /, the stores in memory answered .+\. The calls were not shrunk, so fewer may be enough: \{ seed: 19, path: "(\d+)" \} continues it\.$/
      expect(unfinished).toMatch(stopped)
      expect(unfinished).not.toMatch(fewest)
      const [, path = ""] = stopped.exec(unfinished) ?? []
      const finished = yield* findDifference("a map", neverEmpty, { seed: 19, path, shrinkFor: "1 hour" })
      expect(finished).toMatch(fewest)
      expect(finished).toMatch(/\. To repeat it: \{ seed: 19, path: "[\d:]+" \}\.$/)
    })
  )

  it.live("names the call that failed, wherever it stands", () =>
    Effect.gen(function* () {
      const failing = catalogWith(() => ({ list: () => new StorageFailure({ cause: "the disk is gone" }) }))
      // Another test shrinks by day.
      expect(yield* findDifference("a map", failing, { ...settings, shrinkFor: runs(0, 3_600_000) })).toMatch(
        / listing the image models of .+ \(ImageModelCatalog\.list\) differs: a map answered 'failed: .+, the stores in memory answered \[/s
      )
    })
  )

  it.live("blames no call of a layer that answers otherwise when it is built again", () =>
    Effect.gen(function* () {
      let wrong = true
      const once = catalogWith(({ list }) => ({
        list: (organization) => {
          if (!wrong) return list(organization)
          wrong = false
          return Effect.succeed([{ id: "left over" } as NewImageModel])
        }
      }))
      expect(yield* findDifference("a map", once, settings)).toMatch(
        / The same calls, repeated, were answered alike: the layer must be empty each time it is built\. \(Seed 19\.\)$/
      )
    })
  )
})
