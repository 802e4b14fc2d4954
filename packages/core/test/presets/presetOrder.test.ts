import { describe, expect, it } from "@effect/vitest"
import {
  Caller,
  createOrganization,
  createPreset,
  hostCaller,
  listPresets,
  ManagementCaller,
  Memory,
  UserId
} from "@tollgate/core"
import { Effect, TestClock } from "effect"

describe("presets", () => {
  it.effect("stand newest first, though only a millisecond lies between them", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(Date.UTC(2026, 10, 21, 1, 44, 30, 742))
      const { organization } = yield* createOrganization({ name: "Acme", owner_user_id: UserId.make("u1") })
      const caller = yield* hostCaller(organization.id)
      const slugs = ["a", "b", "c", "d", "e", "f"]
      yield* Effect.gen(function* () {
        for (const slug of slugs) {
          yield* createPreset({ slug, name: slug, description: null, system_prompt: null, config: {} })
          yield* TestClock.adjust(1)
        }
        const { data } = yield* listPresets({ limit: 50, offset: 0 })
        expect(data.map((preset) => preset.slug)).toEqual(slugs.toReversed())
      }).pipe(Effect.provideService(ManagementCaller, caller), Effect.provideService(Caller, caller))
    }).pipe(Effect.provide(Memory.layer))
  )
})
