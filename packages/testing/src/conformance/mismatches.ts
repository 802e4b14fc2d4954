import { shapes } from "./shapes.js"

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const show = (value: unknown) => (value === undefined ? "nothing" : JSON.stringify(value).slice(0, 200))

const kind = (value: unknown): string => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  return Number.isInteger(value) ? "integer" : typeof value
}

const hasKind = (value: unknown, name: unknown) =>
  kind(value) === name || (name === "number" && kind(value) === "integer")

const compare = (a: unknown, b: unknown): number => {
  if (a === b) return 0
  if (typeof a === "number" && typeof b === "number") return a - b
  return String(a) < String(b) ? -1 : 1
}

/** Whether the rows are sorted by these fields. A leading `-` means descending. */
const inOrder = (rows: ReadonlyArray<unknown>, fields: ReadonlyArray<unknown>) =>
  rows.every((row, i) => {
    const before = rows[i - 1]
    if (!isRecord(row) || !isRecord(before)) return true
    for (const field of fields.map(String)) {
      const name = field.replace(/^-/, "")
      const order = compare(before[name], row[name])
      if (order !== 0) return field.startsWith("-") ? order > 0 : order < 0
    }
    return true
  })

const patterns = new Map<string, RegExp>()

const patternOf = (source: string): RegExp => {
  const known = patterns.get(source) ?? new RegExp(source)
  patterns.set(source, known)
  return known
}

const matchers: Record<string, (wanted: unknown, actual: unknown, at: string) => ReadonlyArray<string>> = {
  $any: (_, actual, at) => (actual === undefined ? [`${at} is missing`] : []),
  $type: (wanted, actual, at) => (hasKind(actual, wanted) ? [] : [`${at} = ${show(actual)}, expected a ${wanted}`]),
  $uuid: (_, actual, at) =>
    typeof actual === "string" && uuid.test(actual) ? [] : [`${at} = ${show(actual)}, expected a UUID`],
  $time: (_, actual, at) =>
    typeof actual === "string" && time.test(actual) ? [] : [`${at} = ${show(actual)}, expected an ISO time`],
  $matches: (wanted, actual, at) =>
    typeof actual === "string" && patternOf(String(wanted)).test(actual)
      ? []
      : [`${at} = ${show(actual)}, expected /${wanted}/`],
  $number: (wanted, actual, at) => (actual === Number(wanted) ? [] : [`${at} = ${show(actual)}, expected ${wanted}`]),
  $nullOr: (wanted, actual, at) => (actual === null ? [] : mismatches(wanted, actual, at)),
  $missingOr: (wanted, actual, at) => (actual === undefined ? [] : mismatches(wanted, actual, at)),
  $not: (wanted, actual, at) =>
    mismatches(wanted, actual, at).length > 0 ? [] : [`${at} = ${show(actual)}, which it must not be`],
  $includes: (wanted, actual, at) =>
    (typeof actual === "string" || Array.isArray(actual)) && actual.includes(String(wanted))
      ? []
      : [`${at} = ${show(actual)}, expected it to include ${show(wanted)}`],
  $oneOf: (wanted, actual, at) =>
    Array.isArray(wanted) && wanted.some((item) => mismatches(item, actual, at).length === 0)
      ? []
      : [`${at} = ${show(actual)}, expected one of ${show(wanted)}`],
  $each: (wanted, actual, at) =>
    Array.isArray(actual)
      ? actual.flatMap((item, i) => mismatches(wanted, item, `${at}.${i}`))
      : [`${at} = ${show(actual)}, expected a list`],
  $min: (wanted, actual, at) =>
    Array.isArray(actual) && actual.length >= Number(wanted) ? [] : [`${at} has fewer than ${wanted} items`],
  $max: (wanted, actual, at) =>
    Array.isArray(actual) && actual.length <= Number(wanted) ? [] : [`${at} has more than ${wanted} items`],
  $order: (wanted, actual, at) =>
    Array.isArray(actual) && Array.isArray(wanted) && inOrder(actual, wanted)
      ? []
      : [`${at} is not by ${show(wanted)}`],
  $shape: (wanted, actual, at) => {
    const shape = shapes[String(wanted)]
    return shape === undefined ? [`no shape is called ${wanted}`] : mismatches(shape, actual, at)
  },
  $with: (wanted, actual, at) =>
    Object.entries(isRecord(wanted) ? wanted : {}).flatMap(([name, item]) =>
      mismatches(item, isRecord(actual) ? actual[name] : undefined, `${at}.${name}`)
    )
}

/**
 * The places where a JSON value differs from what was expected. An object whose names all start with `$` is a
 * matcher: `$any`, `$type`, `$uuid`, `$time`, `$matches`, `$number`, `$nullOr`, `$missingOr`, `$not`, `$includes`, `$oneOf`,
 * for lists `$each`, `$min`, `$max`, `$order`, and `$shape` with `$with` for records of the contract. All else is exact.
 */
export const mismatches = (expected: unknown, actual: unknown, at = "body"): ReadonlyArray<string> => {
  if (isRecord(expected)) {
    const entries = Object.entries(expected)
    if (entries.length > 0 && entries.every(([name]) => name.startsWith("$"))) {
      return entries.flatMap(([name, wanted]) => matchers[name]?.(wanted, actual, at) ?? [`no matcher ${name}`])
    }
    if (!isRecord(actual)) return [`${at} = ${show(actual)}, expected an object`]
    const extra = Object.keys(actual).filter((name) => !Object.hasOwn(expected, name))
    return [
      ...extra.map((name) => `${at}.${name} is not in the contract`),
      ...entries.flatMap(([name, item]) => mismatches(item, actual[name], `${at}.${name}`))
    ]
  }
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [`${at} = ${show(actual)}, expected a list`]
    if (actual.length !== expected.length) return [`${at} has ${actual.length} items, expected ${expected.length}`]
    return expected.flatMap((item, i) => mismatches(item, actual[i], `${at}.${i}`))
  }
  return Object.is(expected, actual) ? [] : [`${at} = ${show(actual)}, expected ${show(expected)}`]
}
