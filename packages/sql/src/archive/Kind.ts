/** How a value is stored and written. */
export type Kind = "text" | "json" | "integer" | "amount" | "flag" | "bytes" | "uuid"

/** A column of an export. */
export interface ArchivedColumn {
  readonly name: string
  readonly kind: Kind
  readonly isNullable: boolean
}

/** A value of a row in JSON. */
export type ArchivedValue = string | number | boolean | null

/** What a kind is on its way out of a database and into one. */
interface Handling {
  /** Whether a driver would round it, so that it is selected as text. */
  readonly asText?: true
  readonly read: (stored: unknown) => ArchivedValue
  /** What a value must be, if it is not that. */
  readonly refused: (value: unknown) => string | null
  /** Binds a value that was not refused. */
  readonly bind: (value: ArchivedValue, isPostgres: boolean) => unknown
}

const AMOUNT = /^(?:0|-?[1-9]\d{0,18})$/
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const [LEAST, GREATEST] = [-(2n ** 63n), 2n ** 63n - 1n]

const bytesOf = (stored: unknown) => (stored instanceof Uint8Array ? Buffer.from(stored) : Buffer.alloc(0))

const isText = (value: unknown): value is string =>
  typeof value === "string" && value.isWellFormed() && !value.includes("\u0000")

const isJson = (value: string) => {
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

const isAmount = (value: unknown) => {
  if (typeof value !== "string" || !AMOUNT.test(value)) return false
  const amount = BigInt(value)
  return amount >= LEAST && amount <= GREATEST
}

const isBase64 = (value: unknown) =>
  typeof value === "string" && Buffer.from(value, "base64").toString("base64") === value

/** As 8-4-4-4-12 hex digits. */
const uuidOf = (bytes: Buffer) => bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-")

const integerOf = (stored: unknown) => {
  const integer = Number(stored)
  if (Number.isSafeInteger(integer)) return integer
  throw new Error(`JSON would round the integer ${stored}: its column belongs to the amounts of archivedTables.`)
}

const unless = (isRight: boolean, expected: string) => (isRight ? null : expected)

const plain = (value: ArchivedValue) => value

const handlings: { readonly [K in Kind]: Handling } = {
  text: { read: String, refused: (value) => unless(isText(value), "text without NUL"), bind: plain },
  // It stays the text that it is, because another order of its fields would be another text.
  json: {
    read: String,
    refused: (value) => unless(isText(value) && isJson(value), "a text that is JSON"),
    bind: plain
  },
  integer: {
    asText: true,
    read: integerOf,
    refused: (value) => unless(Number.isSafeInteger(value), "an integer"),
    bind: plain
  },
  amount: {
    asText: true,
    read: String,
    refused: (value) => unless(isAmount(value), "an integer of 64 bits, as text"),
    bind: (value, isPostgres) => (isPostgres ? value : BigInt(String(value)))
  },
  flag: {
    read: Boolean,
    refused: (value) => unless(typeof value === "boolean", "true or false"),
    bind: (value, isPostgres) => (isPostgres ? value : Number(value))
  },
  bytes: {
    read: (stored) => bytesOf(stored).toString("base64"),
    refused: (value) => unless(isBase64(value), "bytes in base64"),
    bind: (value) => Buffer.from(String(value), "base64")
  },
  uuid: {
    read: (stored) => (typeof stored === "string" ? stored : uuidOf(bytesOf(stored))),
    refused: (value) => unless(typeof value === "string" && UUID.test(value), "a UUID in lower case"),
    bind: (value, isPostgres) => (isPostgres ? value : Buffer.from(String(value).replaceAll("-", ""), "hex"))
  }
}

/** How the values of a column are read, judged and bound. */
export const handlingOf = ({ isNullable, kind }: ArchivedColumn): Handling => {
  const handling = handlings[kind]
  if (!isNullable) return handling
  const { bind, read, refused } = handling
  return {
    ...handling,
    read: (stored) => (stored === null ? null : read(stored)),
    refused: (value) => {
      const expected = value === null ? null : refused(value)
      return expected === null ? null : `${expected}, or null`
    },
    bind: (value, isPostgres) => (value === null ? null : bind(value, isPostgres))
  }
}
