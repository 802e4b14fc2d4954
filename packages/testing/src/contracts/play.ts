import { type StorageFailure, type Stores, Transaction } from "@tollgate/core/storage"
import * as Cause from "effect/Cause"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Command } from "./commands/Command.js"
import type { Draw } from "./commands/picks.js"
import { commands } from "./commands.js"
import { plain } from "./plain.js"
import type { Script, Step } from "./script.js"
import { type Universe, universe } from "./universe.js"

/** What was done, and what the store answered. */
export interface Played {
  readonly doing: () => string
  readonly method: string
  readonly answer: unknown
}

/** What some calls answered, and which objects are there after them. */
interface After {
  readonly played: ReadonlyArray<Played>
  readonly there: ReadonlySet<string>
}

/** Which calls are made: those of some ports, and those that put in what the others are about. */
export type Asked = (command: Command) => boolean

const allowed = ({ adds, needs = [] }: Command, there: ReadonlySet<string>) =>
  needs.every((name) => there.has(name)) && (adds === undefined || !there.has(adds))

const nothing = (there: ReadonlySet<string>): After => ({ played: [], there })

const call = (command: Command, before: ReadonlySet<string>, where: string) =>
  Effect.map(command.run, (answer): After => {
    const there = new Set(before)
    if (command.adds !== undefined) there.add(command.adds)
    if (typeof command.drops === "string") there.delete(command.drops)
    return { played: [{ doing: () => command.doing() + where, method: command.method, answer: plain(answer) }], there }
  })

/** Does something in a transaction. Where it is not to be kept, the answer leaves as a failure, which undoes everything. */
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

const undone = (keep: boolean) => (keep ? "" : " that is undone")

/** Plays scripts in one universe. */
const player = (all: Universe, asked: Asked) => {
  /** Which call a draw means does not follow from what is there: it stays the same when those before it are left out. */
  const callOne = (draw: Draw, before: ReadonlySet<string>, where: string) => {
    const possible = commands(all, draw).filter(asked)
    const command = possible[draw.kind % possible.length]
    if (command === undefined || !allowed(command, before)) return Effect.succeed(nothing(before))
    return call(command, before, where)
  }

  const callAll = (draws: ReadonlyArray<Draw>, before: ReadonlySet<string>, where: string) =>
    Effect.reduce(draws, nothing(before), ({ played, there }, draw) =>
      Effect.map(callOne(draw, there, where), (next) => ({ ...next, played: [...played, ...next.played] }))
    )

  const playStep = ({ draws, keep, keepPart = true, part = [] }: Step, before: ReadonlySet<string>) =>
    Effect.gen(function* () {
      if (keep === undefined) return yield* callAll(draws, before, "")
      const { attempt, run } = yield* Transaction
      const where = ` in a transaction${undone(keep)}`
      const body = Effect.gen(function* () {
        const first = yield* callAll(draws, before, where)
        const within = ` in a part${undone(keepPart)} of a transaction${undone(keep)}`
        const second = yield* keeping(attempt, keepPart, callAll(part, first.there, within))
        const last = yield* callAll(draws.slice(0, 2), keepPart ? second.there : first.there, where)
        return { played: [first, second, last].flatMap(({ played }) => played), there: last.there }
      })
      const all = yield* keeping(run, keep, body)
      return keep ? all : { ...all, there: before }
    })

  /** Every call that puts something in. */
  const puts = [0, 1].flatMap((owner) =>
    [0, 1, 2].flatMap((index) =>
      commands(all, { kind: 0, owner, asker: owner, index, second: index, seconds: 0, patch: {} }).filter(
        ({ adds }) => adds !== undefined
      )
    )
  )

  const stock = (places: ReadonlyArray<number>) =>
    Effect.reduce(places, nothing(new Set()), ({ played, there }, place) => {
      const command = puts[place]
      if (command === undefined || !allowed(command, there)) return Effect.succeed({ played, there })
      return Effect.map(call(command, there, ""), (next) => ({ ...next, played: [...played, ...next.played] }))
    })
  return { playStep, stock }
}

/** What the stores answer to a script. One that fails instead answers with why, and is asked nothing more. */
export const play = (
  { steps, stock: places }: Script,
  asked: Asked
): Effect.Effect<ReadonlyArray<Played>, StorageFailure, Stores> =>
  Effect.gen(function* () {
    const { playStep, stock } = player(yield* universe, asked)
    let { played, there } = yield* stock(places)
    for (const step of steps) {
      const next = yield* Effect.exit(playStep(step, there))
      if (next._tag === "Failure") {
        return [...played, { doing: () => "", method: "", answer: `failed: ${Cause.pretty(next.cause)}` }]
      }
      played = [...played, ...next.value.played]
      there = next.value.there
    }
    return played
  })
