import type { Page } from "@tollgate/core"
import type { HoldList, HoldRecord } from "@tollgate/core/storage"
import * as HoldRows from "./holdRows.js"
import { isNamed, numbered, serverTime } from "./openHolds.js"
import type { Statement } from "./Statements.js"

/** An instant in milliseconds, or the server's time of the statement, on PostgreSQL. */
type Time = number | "server"

/** A text, and what it binds. */
type Part = readonly [text: string, params: ReadonlyArray<unknown>]

const timeOf = (time: Time, isPostgres: boolean): Part =>
  time === "server" ? [serverTime, []] : [isPostgres ? "?::bigint" : "?", [time]]

/**
 * The condition that a hold is in a state at an instant, or is stored so. Holds that have ended and are not given back are stored as
 * open, with a lease that has ended: each part of the condition states their state, so that the index of leases serves it.
 */
const isIn = (state: HoldRecord["state"], time: Time | undefined, isPostgres: boolean): Part => {
  const stored: Part = ["state = ?", [HoldRows.stateNumber(state)]]
  if (time === undefined) return stored
  const [now, params] = timeOf(time, isPostgres)
  switch (state) {
    case "open":
      return [`state = 0 AND lease_ends_at > ${now}`, params]
    case "expired":
      return [`(state = 1 OR (state = 0 AND lease_ends_at <= ${now} AND sent_at IS NULL))`, params]
    case "unknown":
      return [`(state = 3 OR (state = 0 AND lease_ends_at <= ${now} AND sent_at IS NOT NULL))`, params]
    default:
      return stored
  }
}

/** The statements that count a list and read a page of it. */
export interface HoldListing {
  /** Also reads the instant, or null if holds are listed as they are stored. */
  readonly count: Statement
  /** Reads the page at the instant of the count. */
  readonly page: (now: number | null) => Statement
}

/** Lists holds as they are at an instant, or as they are stored. */
export const listHolds = (
  { instance, key_hash, organization_id, state, workspace_id }: HoldList,
  { limit, offset }: Page,
  isPostgres: boolean,
  time: Time | undefined
): HoldListing => {
  const named = [
    ...isNamed("api_key", key_hash),
    ...isNamed("organization", organization_id),
    ...isNamed("workspace", workspace_id),
    ...isNamed("instance", instance)
  ].map(([text, value]): Part => [text, [value]])
  const statement = (columns: string, bound: ReadonlyArray<unknown>, at: Time | undefined, rest: Part): Statement => {
    const parts = state === null ? named : [...named, isIn(state, at, isPostgres)]
    const where = parts.length === 0 ? "TRUE" : parts.map(([text]) => text).join(" AND ")
    return {
      text: numbered(`SELECT ${columns} FROM spending_holds WHERE ${where}${rest[0]}`, isPostgres),
      params: [...bound, ...parts.flatMap(([, params]) => params), ...rest[1]]
    }
  }
  const [now, bound] = time === undefined ? ["NULL", []] : timeOf(time, isPostgres)
  return {
    count: statement(`count(*) AS size, ${now} AS now`, bound, time, ["", []]),
    page: (now) =>
      statement(HoldRows.columns(!isPostgres), [], now ?? undefined, [
        "\nORDER BY opened_at DESC, id LIMIT ? OFFSET ?",
        [limit, offset]
      ])
  }
}

/** Reads a hold and an instant. */
export const holdAt = (id: HoldRecord["id"], time: Time, isPostgres: boolean): Statement => {
  const [now, bound] = timeOf(time, isPostgres)
  return {
    text: numbered(
      `SELECT ${HoldRows.columns(!isPostgres)}, ${now} AS now FROM spending_holds WHERE id = ?`,
      isPostgres
    ),
    params: [...bound, isPostgres ? id : HoldRows.idBytes(id)]
  }
}
