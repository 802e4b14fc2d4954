import { expect, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import { ImageModelCatalog } from "@tollgate/core/storage"
import { Effect, type Layer } from "effect"
import type { Command } from "../packages/testing/dist/contracts/commands/Command.js"
import { commands } from "../packages/testing/dist/contracts/commands.js"
import { type Base, overMemory } from "../packages/testing/dist/contracts/contract.js"
import { play } from "../packages/testing/dist/contracts/play.js"
import { story } from "../packages/testing/dist/contracts/story.js"
import { universe } from "../packages/testing/dist/contracts/universe.js"

/** What the README of `testing` says that the search of `modelContract` ends with: a method, and how many models are given. */
const calls = [
  ["replace", 1],
  ["replace", 0],
  ["list", 0]
] as const

/**
 * A test that fails with what `modelContract` reports of a catalogue for these calls, without the search for them: it takes 10 seconds of a
 * processor, and its way depends on every schema that is drawn from.
 */
export const tellFewest = <E>(name: string, layer: Layer.Layer<never, E, Base>): void => {
  it.live("answer the fewest calls as the stores in memory do", () =>
    Effect.gen(function* () {
      const all = yield* Effect.provide(universe, Memory.layer)
      const isPlayed = ({ adds, port }: Command) => adds !== undefined || port === ImageModelCatalog.key
      const steps = calls.map(([method, second]) => {
        const draw = { owner: 1, asker: 1, index: 0, second, seconds: 0, patch: {}, kind: 0 }
        const played = commands(all, draw).filter(isPlayed)
        return {
          draws: [{ ...draw, kind: played.findIndex((one) => one.method === `ImageModelCatalog.${method}`) }]
        }
      })
      const playing = play({ stock: [], steps }, isPlayed)
      const expected = yield* Effect.provide(playing, Memory.layer)
      const sentence = story(name, yield* Effect.provide(playing, overMemory(layer)), expected)
      if (sentence !== undefined) expect.fail(sentence)
    })
  )
}
