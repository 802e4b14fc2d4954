import type { Page } from "@tollgate/core"
import type { HoldList, HoldRecord } from "@tollgate/core/storage"
import { type Dialect, isNamed, openInOrder, type Part, type Statement, serverTime } from "../rows/Dialect.js"
import * as HoldRows from "../rows/holdRows.js"

/** An instant in milliseconds, or the server's time of the statement, on PostgreSQL. */
type Time = number | "server"

const timeOf = (time: Time, { instant }: Dialect): Part => (time === "server" ? [serverTime, []] : [instant, [time]])

const OPEN = "state = 0"

/**
 * The conditions of which holds in a state at an instant, or stored so, meet one. Holds that have ended and are not given back are stored
 * as open, with a lease that has ended. States are literals, so that the indexes of leases and of ended holds serve the conditions.
 */
const statesOf = (state: HoldRecord["state"], time: Time | undefined, dialect: Dialect): ReadonlyArray<Part> => {
  const stored: Part = [state === "open" ? openInOrder : `state = ${HoldRows.stateNumber(state)}`, []]
  if (time === undefined) return [stored]
  const [now, params] = timeOf(time, dialect)
  const ended = (isSent: string): Part => [`${OPEN} AND lease_ends_at <= ${now} AND sent_at ${isSent}`, params]
  switch (state) {
    case "open":
      return [[`${OPEN} AND lease_ends_at > ${now}`, params]]
    case "expired":
      return [stored, ended("IS NULL")]
    case "unknown":
      return [stored, ended("IS NOT NULL")]
    default:
      return [stored]
  }
}

/** The condition on holds that have a flag, as the index of that flag has it. */
const flagged = (flag: HoldRecord["flags"][number]): Part => [
  `flags <> 0 AND flags & ${HoldRows.bitsOf([flag])} <> 0`,
  []
]

/** The statements that count a list and read a page of it. */
export interface HoldListing {
  /** Also reads the instant, or null if holds are listed as they are stored. */
  readonly count: Statement
  /** Reads the page at the instant of the count. */
  readonly page: (now: number | null) => Statement
}

/** Lists holds as they are at an instant, or as they are stored. */
export const listHolds = (
  { flag, instance, key_hash, organization_id, state, workspace_id }: HoldList,
  { limit, offset }: Page,
  dialect: Dialect,
  time: Time | undefined
): HoldListing => {
  const namedBy = (organization: string) => [
    ...isNamed("api_key", key_hash),
    ...isNamed(organization, organization_id),
    ...isNamed("workspace", workspace_id),
    ...isNamed("instance", instance)
  ]
  /** Selects from the holds of the list, by a statement for each condition on their state. */
  const selects = (columns: string, at: Time | undefined, state: HoldList["state"]): ReadonlyArray<Part> =>
    (state === null ? [null] : statesOf(state, at, dialect)).map((inState) => {
      // Few holds are open: those of all organizations are fewer than all of one.
      const isOpen = inState?.[0].startsWith(OPEN) === true
      const parts = [
        ...namedBy(isOpen ? "+organization" : "organization"),
        ...(inState === null ? [] : [inState]),
        ...(flag === null ? [] : [flagged(flag)])
      ]
      const where = parts.length === 0 ? "TRUE" : parts.map(([text]) => text).join(" AND ")
      return [`SELECT ${columns} FROM spending_holds WHERE ${where}`, parts.flatMap(([, params]) => params)]
    })
  const paramsOf = (parts: ReadonlyArray<Part>) => parts.flatMap(([, params]) => params)
  // Most holds of an organization are settled. To count all, and the few that are not, reads no rows, but their indexes.
  const isRest = state === "settled" && flag === null && key_hash === null && workspace_id === null && instance === null
  const [now, bound] = time === undefined ? ["NULL", []] : timeOf(time, dialect)
  const counts = isRest
    ? ([null, "open", "expired", "released", "unknown"] as const).flatMap((state) =>
        selects("count(*)", undefined, state)
      )
    : selects("count(*)", time, state)
  const size = counts.map(([text]) => `(${text})`).join(isRest ? " - " : " + ")
  return {
    count: {
      text: dialect.numbered(`SELECT ${now} AS now, ${size} AS size`),
      params: [...bound, ...paramsOf(counts)]
    },
    page: (now) => {
      const pages = selects(HoldRows.columns(dialect), now ?? undefined, state)
      const all = pages.map(([text]) => text).join("\nUNION ALL ")
      return {
        text: dialect.numbered(`${all}\nORDER BY opened_at DESC, id LIMIT ? OFFSET ?`),
        params: [...paramsOf(pages), limit, offset]
      }
    }
  }
}

/** Reads a hold and an instant. */
export const holdAt = (id: HoldRecord["id"], time: Time, dialect: Dialect): Statement => {
  const [now, bound] = timeOf(time, dialect)
  return {
    text: dialect.numbered(`SELECT ${HoldRows.columns(dialect)}, ${now} AS now FROM spending_holds WHERE id = ?`),
    params: [...bound, dialect.idOf(id)]
  }
}
