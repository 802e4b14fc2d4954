import * as Cause from "effect/Cause"
import * as Predicate from "effect/Predicate"

/** The longest message of a database that is shown: a check of SQLite is as long as its pattern. */
const MAX_MESSAGE_CHARACTERS = 160

/** The error of the driver: the one with a code, at any depth of the causes. */
const driverError = (error: unknown): { readonly code: string; readonly message: string } | null => {
  if (Cause.isCause(error)) return driverError(Cause.squash(error))
  if (Predicate.hasProperty(error, "code") && Predicate.isString(error.code)) {
    const message = Predicate.hasProperty(error, "message") ? String(error.message) : ""
    return { code: error.code, message }
  }
  return Predicate.hasProperty(error, "cause") ? driverError(error.cause) : null
}

/** The code of SQLite, of PostgreSQL or of the system; empty if there is none. */
export const codeOf = (failure: unknown): string => driverError(failure)?.code ?? ""

/** Why a database refuses a row; null if it failed for another reason. It names constraints, never values. */
export const refusedRow = (failure: unknown): string | null => {
  const error = driverError(failure)
  // Values and constraints: classes 22 and 23 of PostgreSQL.
  if (error === null || !/^(SQLITE_CONSTRAINT|2[23])/.test(error.code)) return null
  const { message } = error
  return message.length > MAX_MESSAGE_CHARACTERS
    ? `${message.slice(0, MAX_MESSAGE_CHARACTERS)}…`
    : `${message.replace(/\.$/, "")}.`
}
