import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { AllRows, Rows } from "../../transaction/Connected.js"
import type { Compilable, Database } from "../../transaction/Database.js"
import type { Query, Steps } from "../../transaction/Executor.js"
import type { Statement } from "./Dialect.js"
import type { Row } from "./scopeRows.js"

/** Reading, judging and writing, as steps of statements. The runner decides whether it waits for their rows. */
export type Script<A> = Steps<A>

/** Reads rows by statements, in one step. */
export function* rowsOf(statements: ReadonlyArray<Statement>): Script<ReadonlyArray<Row>> {
  if (statements.length === 0) return []
  const rows: AllRows = yield { statements, isLast: false }
  // Rows are objects by column.
  return rows.flat() as ReadonlyArray<Row>
}

/** Runs a script at once, by a driver whose statements do not wait. */
export const runNow = <A>(query: Query, script: Script<A>): A => {
  let step = script.next([])
  while (step.done !== true) {
    step = script.next(step.value.statements.map(({ params, text }) => query(text, params)))
  }
  return step.value
}

/** Runs the steps of a script. `all` runs the statements of one. */
const runScript = <A>(
  all: (statements: ReadonlyArray<Statement>) => Effect.Effect<AllRows, StorageFailure>,
  script: () => Script<A>
): Effect.Effect<A, StorageFailure> =>
  Effect.gen(function* () {
    const running = script()
    let step = running.next([])
    while (step.done !== true) step = running.next(yield* all(step.value.statements))
    return step.value
  })

/** Runs a script that reads. */
export const runReads = <A>(query: (statement: Compilable) => Rows, script: () => Script<A>) => {
  const run = ({ params, text }: Statement) => query({ compile: () => [text, params] })
  return runScript(([first, ...others]) => {
    // A fiber for each statement costs more than the statement.
    const isOne = first !== undefined && others.length === 0
    if (isOne) return Effect.map(run(first), (rows) => [rows])
    return Effect.forEach(first === undefined ? [] : [first, ...others], run, { concurrency: "unbounded" })
  }, script)
}

/** Runs a script in a transaction. The statements that it yields together are sent together if the driver can. */
export const runWrites = <A>({ writeAll }: Pick<Context.Tag.Service<Database>, "writeAll">, script: () => Script<A>) =>
  runScript((statements) => writeAll(statements.map(({ params, text }) => [text, params])), script)
