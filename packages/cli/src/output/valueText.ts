import { Usd } from "@tollgate/core"
import type { Column } from "../operations/Operation.js"
import { barOf } from "./bar.js"
import { dollars } from "./dollars.js"
import { visible } from "./visible.js"

/** A record of an answer, as the Promise API returns it. */
export type Row = Readonly<Record<string, unknown>>

/** What stands for a value that is null or absent. */
export const NOTHING = "-"

/** What stands for an empty list. */
export const EMPTY = "none"

/** The length of a bar, in characters. */
const BAR = 10

const amountOf = (value: unknown) => Usd.fromNumber(Number(value))

/** The name of a field in words. */
export const titleOf = ({ name }: Column): string => name.replaceAll("_", " ")

/** A value as one line of text. Times are in UTC, to the minute. */
export const valueText = ({ kind }: Column, value: unknown): string => {
  if (value === null || value === undefined) return NOTHING
  switch (kind) {
    case "dollars":
      return dollars(amountOf(value))
    case "time":
      return String(value).replace("T", " ").slice(0, 16)
    case "flag":
      return value === true ? "yes" : "no"
    case "list":
      return Array.isArray(value) && value.length > 0 ? visible(value.join(", ")) : EMPTY
    case "json":
    case "record":
    case "table":
      return visible(JSON.stringify(value))
    default:
      return visible(String(value))
  }
}

/** The limit in a field with what boosts in force add to it, or null if there is no limit. */
export const boostedLimit = (row: Row, name: string): bigint | null => {
  const limit = row[name]
  const boost = row[name.replace("limit", "boost")] ?? 0
  return typeof limit === "number" ? amountOf(limit) + amountOf(boost) : null
}

/** A bar for what is left of a limit, or nothing if there is no limit. */
export const leftOf = ({ limit, name }: Column, row: Row): string => {
  const [most, left] = [limit === undefined ? null : boostedLimit(row, limit), row[name]]
  return most !== null && typeof left === "number" ? barOf(amountOf(left), most, BAR).padEnd(BAR, "░") : ""
}
