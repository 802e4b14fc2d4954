// What the schema of a field says of it in words: for the types of the Promise API and for the help of the command.

/** A text as a sentence. */
export const sentence = (text) => (/[.!?]$/.test(text) ? text : `${text}.`)

/** Whether a text names a number already, with or without separators. */
const names = (text, number) => text.replaceAll(",", "").includes(String(number))

const shown = (number) => number.toLocaleString("en-US")

const range = (low, high, unit) => {
  if (low === high) return `${shown(low)}${unit}`
  if (low > 0 && high !== undefined) return `${shown(low)} to ${shown(high)}${unit}`
  return high === undefined ? `At least ${shown(low)}${unit}` : `At most ${shown(high)}${unit}`
}

/** What a field's schema says beside its type, unless the description says it too. */
export const boundsOf = ({ format, maxItems, maximum, maxLength, minItems, minimum, minLength }, text) => {
  const bounds = []
  const add = (low, high, unit) => {
    const limit = high ?? low
    if (limit !== undefined && limit !== 0 && !names(text, limit)) bounds.push(range(low ?? 0, high, unit))
  }
  if (maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && !names(text, maximum)) {
    bounds.push(`${shown(minimum ?? 0)} to ${shown(maximum)}`)
  } else if (minimum !== undefined && maximum === undefined && !names(text, minimum))
    bounds.push(`At least ${shown(minimum)}`)
  if (format === undefined) add(minLength, maxLength, " characters")
  add(minItems, maxItems, " items")
  if (format === "date-time") bounds.push("ISO 8601 date and time")
  if (format === "uuid" && !text.includes("UUID")) bounds.push("UUID")
  return bounds.map(sentence)
}

/** Gives the default of a field that may be left out, as a caller would write it. Effect comes from the caller: it may not be installed yet. */
export const defaultsBy =
  ({ AST, Option, Schema }) =>
  (ast, name) => {
    if (!AST.isTransformation(ast)) return undefined
    const change = ast.transformation.propertySignatureTransformations?.find(({ from }) => from === name)
    const value = change && Option.getOrUndefined(change.decode(Option.none()))
    if (value === undefined) return undefined
    const { type } = ast.from.propertySignatures.find((field) => field.name === name)
    return JSON.stringify(Schema.encodeSync(Schema.make(type))(value))
  }
