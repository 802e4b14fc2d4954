import * as Cause from "effect/Cause"
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

  /** Whether the server reported the error and keeps the connection open, with the statement undone. */
  get leavesConnection(): boolean {
    const { code = "" } = this
    // Codes of the system, such as EPIPE, are in no class of SQLSTATE. Others report a shutdown. Prepared statements that are
    // stale (0A000, 26000) need another connection.
    return /^[0-9FHPX][0-9A-Z]{4}$/.test(code) && !/^(08|57P|0A000$|26000$)/.test(code)
  }

  /** The error of the server that another one was caused by. */
  static find(error: unknown): ServerError | null {
    if (error instanceof ServerError) return error
    if (Cause.isCause(error)) return ServerError.find(Cause.squash(error))
    return Predicate.hasProperty(error, "cause") ? ServerError.find(error.cause) : null
  }

  static of(error: unknown): ServerError {
    const code = textOf(error, "code")
    // Errors of class 22 quote the value.
    const said = code?.startsWith("22") ? "A value was refused." : (textOf(error, "message") ?? "")
    return new ServerError({ code, said, table: textOf(error, "table"), constraint: textOf(error, "constraint") })
  }
}
