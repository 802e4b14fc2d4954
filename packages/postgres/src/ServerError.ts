import * as Data from "effect/Data"
import * as Predicate from "effect/Predicate"

const textOf = (error: unknown, name: string): string | undefined =>
  Predicate.hasProperty(error, name) && Predicate.isString(error[name]) ? error[name] : undefined

/**
 * An error of PostgreSQL or of the connection, without the values that it concerns. `code` is the SQLSTATE
 * (PostgreSQL, appendix A) or the system's error code.
 */
export class ServerError extends Data.TaggedError("ServerError")<{
  readonly code: string | undefined
  readonly said: string
  readonly table: string | undefined
  readonly constraint: string | undefined
}> {
  override get message(): string {
    return this.said
  }

  static of(error: unknown): ServerError {
    const code = textOf(error, "code")
    // Errors of class 22 quote the value.
    const said = code?.startsWith("22") ? "A value was refused." : (textOf(error, "message") ?? "")
    return new ServerError({ code, said, table: textOf(error, "table"), constraint: textOf(error, "constraint") })
  }
}
