import { describe, expect, it } from "@effect/vitest"
import { KeyPatch, Memory } from "@tollgate/core"
import { type StorageFailure, type Stores, Transaction } from "@tollgate/core/storage"
import * as Arbitrary from "effect/Arbitrary"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as FastCheck from "effect/FastCheck"
import type * as Layer from "effect/Layer"
import { type Command, commands, type Draw } from "./commands.js"
import { plain } from "./plain.js"
import { type Universe, universe } from "./universe.js"

const small = (max: number) => FastCheck.nat({ max })

const draw: FastCheck.Arbitrary<Draw> = FastCheck.record({
  kind: small(9999),
  // Most calls are about the same few objects, so that they meet each other.
  owner: FastCheck.constantFrom(0, 0, 0, 1),
  // Three of four ask for what is their own.
  asker: FastCheck.constantFrom(0, 0, 0, 1),
  index: FastCheck.constantFrom(2, 2, 2, 0, 1),
  second: small(4),
  seconds: FastCheck.constantFrom(0, 1, 29, 30, 31, 600, 601),
  patch: Arbitrary.make(KeyPatch)
}).map((draw) => ({ ...draw, asker: (draw.owner + draw.asker) % 2 }))

/** Calls in turn, each alone or several in a transaction that is kept or put back, and has a part that is kept or put back. */
const step = FastCheck.oneof(
  { weight: 4, arbitrary: FastCheck.record({ draws: FastCheck.array(draw, { minLength: 1, maxLength: 1 }) }) },
  {
    weight: 1,
    arbitrary: FastCheck.record({
      draws: FastCheck.array(draw, { maxLength: 6 }),
      keep: FastCheck.boolean(),
      part: FastCheck.array(draw, { maxLength: 4 }),
      keepPart: FastCheck.boolean()
    })
  }
)

interface Step {
  readonly draws: ReadonlyArray<Draw>
  readonly keep?: boolean
  readonly part?: ReadonlyArray<Draw>
  readonly keepPart?: boolean
}

const allowed = (command: Command, there: ReadonlySet<string>) =>
  (command.needs ?? []).every((name) => there.has(name)) && (command.adds === undefined || !there.has(command.adds))

/** Does something in a transaction. Where it is not to be kept, the answer leaves as a failure, which puts everything back. */
const keeping = <A, R>(
  run: Context.Tag.Service<Transaction>["run"],
  keep: boolean,
  body: Effect.Effect<A, StorageFailure, R>
): Effect.Effect<A, StorageFailure, R> =>
  keep
    ? run(body)
    : Effect.catchAll(run(Effect.flatMap(body, (answer) => Effect.fail({ answer }))), (failure) =>
        "answer" in failure ? Effect.succeed(failure.answer) : Effect.fail(failure)
      )

/** What some calls answer, and which objects are there after them. */
const callAll = (all: Universe, draws: ReadonlyArray<Draw>, before: ReadonlySet<string>) =>
  Effect.gen(function* () {
    const there = new Set(before)
    const answers = yield* Effect.forEach(draws, (draw) => {
      const possible = commands(all, draw).filter((command) => allowed(command, there))
      const command = possible[draw.kind % possible.length]
      if (command === undefined) return Effect.dieMessage("no call is possible")
      if (command.adds !== undefined) there.add(command.adds)
      if (command.drops !== undefined) there.delete(command.drops)
      return Effect.map(command.run, (answer): unknown => [command.label, plain(answer)])
    })
    return { answers, there }
  })

/** What one step answers in one store, and which objects are there after it. */
const play = (all: Universe, { draws, keep, keepPart = true, part = [] }: Step, before: ReadonlySet<string>) =>
  Effect.gen(function* () {
    if (keep === undefined) return yield* callAll(all, draws, before)
    const { attempt, run } = yield* Transaction
    const body = Effect.gen(function* () {
      const first = yield* callAll(all, draws, before)
      const second = yield* keeping(attempt, keepPart, callAll(all, part, first.there))
      const last = yield* callAll(all, draws.slice(0, 2), keepPart ? second.there : first.there)
      return { answers: [first.answers, second.answers, last.answers], there: last.there }
    })
    const played = yield* keeping(run, keep, body)
    return keep ? played : { ...played, there: before }
  })

/** Puts in everything that the universe has room for. */
const stock = (all: Universe) =>
  Effect.gen(function* () {
    const there = new Set<string>()
    for (const owner of [0, 1]) {
      for (const index of [0, 1, 2]) {
        const draw = { kind: 0, owner, asker: owner, index, second: index, seconds: 0, patch: {} }
        for (const command of commands(all, draw)) {
          if (command.adds === undefined || !allowed(command, there)) continue
          yield* command.run
          there.add(command.adds)
        }
      }
    }
    return there
  })

const playAll = (stocked: boolean, steps: ReadonlyArray<Step>) =>
  Effect.gen(function* () {
    const all = yield* universe
    const answers: Array<unknown> = []
    let there: ReadonlySet<string> = stocked ? yield* stock(all) : new Set<string>()
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
      [FastCheck.boolean(), FastCheck.array(step, { minLength: 20, maxLength: 80, size: "max" })],
      ([stocked, steps]) =>
        Effect.gen(function* () {
          const model = yield* Effect.provide(playAll(stocked, steps), Memory.layer)
          const answers = yield* Effect.provide(playAll(stocked, steps), layer)
          expect(answers).toEqual(model)
        }),
      { timeout: 120_000, fastCheck: { numRuns, interruptAfterTimeLimit: 60_000 } }
    )
  })
}
