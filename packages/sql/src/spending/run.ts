import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type { Compilable } from "../transaction/Database.js"
import type { Rows } from "../transaction/TransactionContext.js"
import type { Script } from "./Script.js"
import type { Statement } from "./Statements.js"

/** Runs the statements of a script. Those that it yields together are sent together. */
export const runEffect = <A>(
  query: (statement: Compilable) => Rows,
  script: () => Script<A>
): Effect.Effect<A, StorageFailure> =>
  Effect.gen(function* () {
    const running = script()
    const run = ({ params, text }: Statement) => query({ compile: () => [text, params] })
    let step = running.next([])
    while (step.done !== true) {
      const [first, ...others] = step.value
      // A fiber for each statement costs more than the statement.
      const isOne = first !== undefined && others.length === 0
      const rows = isOne ? [yield* run(first)] : yield* Effect.forEach(step.value, run, { concurrency: "unbounded" })
      step = running.next(rows)
    }
    return step.value
  })
