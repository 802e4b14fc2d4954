import { operations } from "@tollgate/http"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { type Case, groupOf } from "./Case.js"

const isOperation = (only: string) => operations.some(({ id }) => id === only)

/** `only` selects no case. */
export class NothingSelected extends Data.TaggedError("NothingSelected")<{ readonly only: string }> {
  override get message(): string {
    if (this.only === "")
      return "Nothing is selected by an empty name: name an operation by its id, or a part of a case's name."
    if (isOperation(this.only)) return `The contract has the operation ${this.only}, but no case is about it yet.`
    return `No case is about "${this.only}": name an operation by its id, as in updateKey, or a part of a case's name.`
  }
}

/** The cases of an operation, by its id, or those whose name contains the text; all cases without `only`. */
export const selectCases = (
  cases: ReadonlyArray<Case>,
  only?: string
): Effect.Effect<ReadonlyArray<Case>, NothingSelected> => {
  if (only === undefined) return Effect.succeed(cases)
  const ofOperation = cases.filter((one) => groupOf(one) === only)
  if (only === "") return new NothingSelected({ only })
  // The id of an operation never selects the cases of another operation by their names.
  const selected =
    ofOperation.length > 0 || isOperation(only) ? ofOperation : cases.filter(({ name }) => name.includes(only))
  return selected.length > 0 ? Effect.succeed(selected) : Effect.fail(new NothingSelected({ only }))
}
