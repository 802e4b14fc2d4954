import type { KeyOrder } from "./ApiKeyPage.js"
import type { KeyRecord } from "./KeyRecord.js"

/** Which keys of a list are meant, and in which order. */
export interface KeySearch {
  /** The beginning of the hash: 8 to 64 hexadecimal digits. */
  readonly hash_prefix?: string | undefined
  /** The whole name. */
  readonly name?: string | undefined
  /** A text that the name, the label or the external id contains. Letters A to Z match in either case. */
  readonly q?: string | undefined
  /** @default "-created_at" */
  readonly sort?: KeyOrder | undefined
}

/** The texts of a key that a search looks at. */
export const searchedFields = ["name", "label", "external_id"] as const

/** Changes the letters A to Z to lower case, and no others: databases differ in those. */
export const foldCase = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())

type SortField = "created_at" | "hash" | "last_used_at" | "name"
type Direction = "ASC" | "DESC"

/** The fields by which each order sorts. The hash makes it total. A null comes last in both directions. */
export const sortings: Readonly<Record<KeyOrder, ReadonlyArray<readonly [field: SortField, direction: Direction]>>> = {
  "-created_at": [
    ["created_at", "DESC"],
    ["hash", "ASC"]
  ],
  // Backward throughout, so that the index of the other direction serves it.
  created_at: [
    ["created_at", "ASC"],
    ["hash", "DESC"]
  ],
  name: [
    ["name", "ASC"],
    ["hash", "ASC"]
  ],
  "-name": [
    ["name", "DESC"],
    ["hash", "DESC"]
  ],
  last_used_at: [
    ["last_used_at", "ASC"],
    ["hash", "ASC"]
  ],
  "-last_used_at": [
    ["last_used_at", "DESC"],
    ["hash", "DESC"]
  ]
}

/** Whether a search is for all keys in the usual order. */
export const isUsual = ({ hash_prefix, name, q, sort = "-created_at" }: KeySearch): boolean =>
  hash_prefix === undefined && name === undefined && q === undefined && sort === "-created_at"

/** The rank of a UTF-16 code unit such that texts sort by their code points, as they do in databases. */
const rank = (unit: number) => (unit >= 0xe000 ? unit - 0x0800 : unit >= 0xd800 ? unit + 0x2000 : unit)

const compareTexts = (one: string, other: string): number => {
  const length = Math.min(one.length, other.length)
  for (let index = 0; index < length; index++) {
    const [left, right] = [one.charCodeAt(index), other.charCodeAt(index)]
    if (left !== right) return rank(left) - rank(right)
  }
  return one.length - other.length
}

const valueOf = (key: KeyRecord, field: SortField): string | number | null =>
  field === "created_at" || field === "last_used_at" ? (key[field]?.epochMillis ?? null) : key[field]

const compareValues = (one: string | number | null, other: string | number | null, direction: Direction): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const ascending = typeof one === "number" ? one - Number(other) : compareTexts(one, String(other))
  return direction === "ASC" ? ascending : -ascending
}

/** Selects the keys that a search finds, in its order. */
export const search = (
  keys: ReadonlyArray<KeyRecord>,
  { hash_prefix = "", name, q, sort = "-created_at" }: KeySearch
): ReadonlyArray<KeyRecord> => {
  const text = q === undefined ? "" : foldCase(q)
  const fields = sortings[sort]
  return keys
    .filter((key) => key.hash.startsWith(hash_prefix) && (name === undefined || key.name === name))
    .filter((key) => searchedFields.some((field) => foldCase(key[field] ?? "").includes(text)))
    .toSorted((one, other) => {
      for (const [field, direction] of fields) {
        const order = compareValues(valueOf(one, field), valueOf(other, field), direction)
        if (order !== 0) return order
      }
      return 0
    })
}
