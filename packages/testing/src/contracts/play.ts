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

/** A call and its answer. */
export interface Played {
  readonly doing: () => string
  /** The port and its method; empty for the failure that ended the script. */
  readonly method: string
  readonly answer: unknown
}

/** The objects that are stored, by name. */
export type Stored = ReadonlySet<string>

const nothing: Stored = new Set()

/** Which commands are played. */
export type Selected = (command: Command) => boolean

const allowed = ({ adds, needs = [] }: Command, stored: Stored) =>
  needs.every((name) => stored.has(name)) && (adds === undefined || !stored.has(adds))

/** Runs a body as a transaction. To roll it back, its answer is raised as a failure. */
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

/** Plays scripts in one universe, and logs each call when it is answered. */
export const player = (all: Universe, selected: Selected, log: Array<Played>) => {
  const call = (command: Command, before: Stored, where: string) =>
    Effect.map(command.run, (answer): Stored => {
      log.push({ doing: () => command.doing() + where, method: command.method, answer: plain(answer) })
      const stored = new Set(before)
      if (command.adds !== undefined) stored.add(command.adds)
      if (typeof command.drops === "string") stored.delete(command.drops)
      return stored
    })

  /** A draw selects the same command whatever is stored, so that shrinking may omit the calls before it. */
  const callOne = (draw: Draw, before: Stored, where: string) => {
    const possible = commands(all, draw).filter(selected)
    const command = possible[draw.kind % possible.length]
    return command === undefined || !allowed(command, before) ? Effect.succeed(before) : call(command, before, where)
  }

  const callAll = (draws: ReadonlyArray<Draw>, before: Stored, where: string) =>
    Effect.reduce(draws, before, (stored, draw) => callOne(draw, stored, where))

  const playStep = ({ draws, keep, keepPart = true, part = [] }: Step, before: Stored) =>
    Effect.gen(function* () {
      if (keep === undefined) return yield* callAll(draws, before, "")
      const { attempt, run } = yield* Transaction
      const start = log.length
      const where = ` in a transaction${undone(keep)}`
      const body = Effect.gen(function* () {
        // A store may run a transaction again. Only the last run counts.
        log.length = start
        const first = yield* callAll(draws, before, where)
        const within = ` in a part${undone(keepPart)} of a transaction${undone(keep)}`
        const second = yield* keeping(attempt, keepPart, callAll(part, first, within))
        return yield* callAll(draws.slice(0, 2), keepPart ? second : first, where)
      })
      const after = yield* keeping(run, keep, body)
      log.push({ doing: () => `ending a transaction${undone(keep)}`, method: "Transaction.run", answer: "done" })
      return keep ? after : before
    })

  /** Every call that stores something. */
  const makePuts = () =>
    [0, 1].flatMap((owner) =>
      [0, 1, 2].flatMap((index) =>
        commands(all, { kind: 0, owner, asker: owner, index, second: index, seconds: 0, patch: {} }).filter(
          ({ adds }) => adds !== undefined
        )
      )
    )

  const put = (puts: ReadonlyArray<Command>) =>
    Effect.reduce(puts, nothing, (stored, command) =>
      allowed(command, stored) ? call(command, stored, "") : Effect.succeed(stored)
    )
  /** Stores what is at these places among everything that can be stored. Most scripts that are shrunk store nothing. */
  const stock = (places: ReadonlyArray<number>) => {
    const puts = places.length === 0 ? [] : makePuts()
    return put(places.flatMap((place) => puts.slice(place, place + 1)))
  }
  return { playStep, stock, stockAll: Effect.suspend(() => put(makePuts())) }
}

/** The answers of the stores to a script. A failure is the last answer, in place of the call that failed. */
export const play = (
  { steps, stock: places }: Script,
  selected: Selected
): Effect.Effect<ReadonlyArray<Played>, StorageFailure, Stores> =>
  Effect.gen(function* () {
    const log: Array<Played> = []
    const { playStep, stock } = player(yield* universe, selected, log)
    const playAll = Effect.flatMap(stock(places), (stored) =>
      Effect.reduce(steps, stored, (before, step) => playStep(step, before))
    )
    const exit = yield* Effect.exit(playAll)
    if (exit._tag === "Failure") {
      log.push({ doing: () => "", method: "", answer: `failed: ${Cause.pretty(exit.cause)}` })
    }
    return log
  })
