import { AsyncLocalStorage } from "node:async_hooks"
import type { NewHold, RunStep, Spending } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import { runsBelow } from "@tollgate/core/storage"
import * as Either from "effect/Either"
import * as Predicate from "effect/Predicate"

type Path = ReadonlyArray<RunStep>

/** Where a `spending` has its `CurrentRun`. A property, so that copies of the object and objects that inherit from it have it, too. */
const CURRENT = Symbol("@tollgate/node/CurrentRun")

/** The run that the code of a gate is in, as AsyncLocalStorage follows it. Each gate has its own: gates of one process do not see each other's. */
export class CurrentRun {
  readonly #paths = new AsyncLocalStorage<Path>()

  /** That of the gate of a `spending`. Throws `TypeError` for another object. */
  static of(spending: Pick<Spending, "authorize">): CurrentRun {
    if (Predicate.hasProperty(spending, CURRENT) && spending[CURRENT] instanceof CurrentRun) return spending[CURRENT]
    throw new TypeError(
      "withRun needs the spending of a gate of @tollgate/node, or of a connection that its Tollgate.connect made."
    )
  }

  /** Input of a request in the current run: the run that it states itself is below. */
  add<A extends Pick<NewHold, "run">>(input: A): A {
    const path = this.#path
    if (path.length === 0 || input == null) return input
    const { run = [] } = input
    // What is no list is refused with the rest of the input.
    return Array.isArray(run) ? { ...input, run: [...path, ...run] } : input
  }

  /** Does work in a run directly below the current one. Throws `InvalidInput` for the step, or if the path is too long. */
  below<A>(step: RunStep, work: () => A): A {
    Either.getOrThrowWith(Codec.decode(Core.RunStep, step), Core.InvalidInput.fromParseError)
    const path = runsBelow(this.#path, [{ ...step }])
    if (path instanceof Core.InvalidInput) throw path
    return this.#paths.run(path, work)
  }

  /**
   * Does work in a run that exists, by its whole path. Throws `InvalidInput` unless it is the current run or below it: no request leaves the
   * run around it.
   */
  at<A>(path: string, work: () => A): A {
    const names = path.split("/")
    const isWithin = this.#path.every(({ id }, depth) => names[depth] === id)
    if (!isWithin) {
      throw new Core.InvalidInput({ issues: [{ path: ["run"], expected: "the run around it, or one below" }] })
    }
    return this.#paths.run([...this.#path, ...names.slice(this.#path.length).map((id) => ({ id }))], work)
  }

  /** A spending whose requests are in the current run. */
  within(spending: Spending): Spending {
    return {
      ...spending,
      // A field that the type does not show.
      ...{ [CURRENT]: this },
      authorize: (input, options) => spending.authorize(this.add(input), options),
      recordUsage: (input, options) => spending.recordUsage(this.add(input), options)
    }
  }

  get #path(): Path {
    return this.#paths.getStore() ?? []
  }
}
