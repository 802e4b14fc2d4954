import type { InvalidInput } from "@tollgate/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"

/** A value of an argument or a flag is not what it must be. */
export class ValueRefused extends Data.TaggedError("ValueRefused")<{ readonly problems: ReadonlyArray<string> }> {
  override get message(): string {
    return this.problems.join(" ")
  }
}

/** Whether an error says that input has not the form that its schema demands. */
export const isInvalidInput = (error: unknown): error is InvalidInput =>
  typeof error === "object" && error !== null && "_tag" in error && error._tag === "InvalidInput"

/** Names a field of invalid input as the user wrote it: `--from` in place of `from`. */
export const withFlagNames =
  (names: Readonly<Record<string, string>>) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E | ValueRefused, R> =>
    Effect.mapError(effect, (error) => {
      if (!isInvalidInput(error)) return error
      const problems = error.issues.map(({ expected, path }) => {
        const field = String(path[0] ?? "")
        return `${names[field] ?? field} must be ${expected}.`
      })
      return new ValueRefused({ problems })
    })
