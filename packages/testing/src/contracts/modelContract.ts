import { describe, expect, it } from "@effect/vitest"
import { KeyPatch, Memory, type Stores, Transaction } from "@tollgate/core"
import { Arbitrary, Effect, FastCheck, type Layer } from "effect"
import { type Command, commands, type Draw } from "./commands.js"
import { plain } from "./plain.js"
import { type Universe, universe } from "./universe.js"

const small = (max: number) => FastCheck.nat({ max })

const draw: FastCheck.Arbitrary<Draw> = FastCheck.record({
  kind: small(9999),
  owner: small(1),
  // Three of four ask for what is their own.
  asker: FastCheck.constantFrom(0, 0, 0, 1),
  index: small(2),
  second: small(4),
  seconds: FastCheck.constantFrom(0, 1, 29, 30, 31, 600, 601),
  patch: Arbitrary.make(KeyPatch)
}).map((draw) => ({ ...draw, asker: (draw.owner + draw.asker) % 2 }))

/** Calls in turn, each alone or several in a transaction that is kept or put back. */
const step = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.record({ draws: FastCheck.array(draw, { minLength: 1, maxLength: 1 }) }) },
  {
    weight: 1,
    arbitrary: FastCheck.record({ draws: FastCheck.array(draw, { maxLength: 6 }), keep: FastCheck.boolean() })
  }
)
type Step = { readonly draws: ReadonlyArray<Draw>; readonly keep?: boolean }

const allowed = (command: Command, there: ReadonlySet<string>) =>
  (command.needs ?? []).every((name) => there.has(name)) && (command.adds === undefined || !there.has(command.adds))

/** What one step answers in one store, and which objects are there after it. */
const play = (all: Universe, { draws, keep }: Step, before: ReadonlySet<string>) =>
  Effect.gen(function* () {
    const there = new Set(before)
    const calls = Effect.forEach(draws, (draw) => {
      const every = commands(all, draw)
      const command = every[draw.kind % every.length]
      if (command === undefined || !allowed(command, there)) return Effect.succeed<unknown>("skipped")
      if (command.adds !== undefined) there.add(command.adds)
      if (command.drops !== undefined) there.delete(command.drops)
      return Effect.map(command.run, (answer) => [command.label, plain(answer)])
    })
    if (keep === undefined) return { answers: yield* calls, there }
    const { run } = yield* Transaction
    if (keep) return { answers: yield* run(calls), there }
    // The answers leave as a failure, which puts everything back.
    return { answers: yield* Effect.flip(run(Effect.flatMap(calls, Effect.fail))), there: before }
  })

const playAll = (steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const all = yield* universe
    const answers: Array<unknown> = []
    let there: ReadonlySet<string> = new Set<string>()
    for (const step of steps) {
      const played = yield* play(all, step, there)
      answers.push(played.answers)
      there = played.there
    }
    return answers
  })

/** Whatever ports are asked, in whatever order, alone or in transactions, the answers are those of the stores in memory. */
export const modelContract = <E>(name: string, layer: Layer.Layer<Stores, E>, numRuns = 60): void => {
  describe(`Stores in ${name}`, () => {
    it.live.prop(
      "answer every sequence of calls as the stores in memory do",
      [FastCheck.array(step, { minLength: 20, maxLength: 80, size: "max" })],
      ([steps]) =>
        Effect.gen(function* () {
          const model = yield* Effect.provide(playAll(steps), Memory.layer)
          const answers = yield* Effect.provide(playAll(steps), layer)
          expect(answers).toEqual(model)
        }),
      { timeout: 120_000, fastCheck: { numRuns } }
    )
  })
}
