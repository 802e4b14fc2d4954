const WITHHELD = "(message withheld because it repeats part of the request)"

/** The longest chain of causes that is copied. */
const MAX_DEPTH = 5

/** Shorter texts are words of a message rather than secrets. */
const MIN_LENGTH = 6

const parseJson = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}

const stringsIn = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : []
}

/** The header values and the texts of the body that an error must not repeat. */
export const sentTexts = (headers: Readonly<Record<string, string>>, body: string | null): ReadonlyArray<string> => {
  const values = Object.values(headers).flatMap((value) => [value, value.replace(/^Bearer /, "")])
  const sent = body === null ? [] : stringsIn(parseJson(body))
  return [...values, ...sent].filter(({ length }) => length >= MIN_LENGTH)
}

const textOf = (value: object, name: "code" | "name" | "message" | "stack"): string => {
  const text: unknown = Reflect.get(value, name)
  return typeof text === "string" ? text : ""
}

const framesOf = (stack: string): string => {
  const start = stack.indexOf("\n    at ")
  return start === -1 ? "" : stack.slice(start)
}

/** A copy of an error and its causes: name, code, message and stack frames, and no other property. */
export const copyError = (failure: unknown, sent: ReadonlyArray<string>, depth = 0): Error | undefined => {
  if (failure === undefined || failure === null || depth === MAX_DEPTH) return undefined
  const source: object =
    typeof failure === "object" || typeof failure === "function" ? failure : new Error(String(failure))
  const nested: unknown = "cause" in source ? source.cause : "errors" in source ? Object(source.errors)[0] : undefined
  const code = /^[A-Z][A-Z0-9_]{0,60}$/.exec(textOf(source, "code"))?.[0]
  const written = textOf(source, "message") || code || ""
  const repeats = /Bearer |tg_[a-z]+_/.test(written) || sent.some((text) => written.includes(text))
  const message = repeats ? WITHHELD : written
  const cause = copyError(nested, sent, depth + 1)
  const copy = new Error(message, cause === undefined ? {} : { cause })
  copy.name = /^[A-Za-z]{1,60}$/.exec(textOf(source, "name"))?.[0] ?? "Error"
  copy.stack = `${copy.name}: ${message}${framesOf(textOf(source, "stack"))}`
  return code === undefined ? copy : Object.assign(copy, { code })
}
