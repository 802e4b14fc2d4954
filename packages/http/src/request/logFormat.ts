import * as Cause from "effect/Cause"
import * as Inspectable from "effect/Inspectable"
import * as Logger from "effect/Logger"

type Field = readonly [name: string, value: unknown]

const textOf = (value: unknown): string => (typeof value === "string" ? value : Inspectable.toStringUnknown(value, 0))

/** The fields of a line in their order: time, level, message, and then whatever annotates the line. */
const fieldsOf = ({ annotations, cause, date, logLevel, message }: Logger.Logger.Options<unknown>): Array<Field> => [
  ["timestamp", date.toISOString()],
  ["level", logLevel.label],
  ["message", (Array.isArray(message) ? message : [message]).map(textOf).join(" ")],
  ...annotations,
  ...(Cause.isEmpty(cause) ? [] : [["cause", Cause.pretty(cause, { renderErrorCause: true })] as const])
]

const pair = ([name, value]: Field): string => {
  const text = value === null || value === undefined ? "-" : textOf(value)
  return `${name}=${text !== "" && /^[^\s"=\p{Cc}]+$/u.test(text) ? text : JSON.stringify(text)}`
}

const jsonValue = (value: unknown): unknown =>
  value === null || typeof value === "number" || typeof value === "boolean" ? value : textOf(value)

/** Log lines as `name=value` pairs. A value that is not known is `-`. */
export const logfmtLogger: Logger.Logger<unknown, string> = Logger.make((line) => fieldsOf(line).map(pair).join(" "))

/** Log lines as JSON objects, one in a line. A value that is not known is null. */
export const jsonLogger: Logger.Logger<unknown, string> = Logger.make((line) =>
  JSON.stringify(Object.fromEntries(fieldsOf(line).map(([name, value]) => [name, jsonValue(value)])))
)
