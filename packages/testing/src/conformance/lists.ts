import { about, type Way } from "./about.js"
import type { Expectation } from "./Case.js"
import type { Draft } from "./Draft.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { paging } from "./families/paging.js"
import { rateLimit } from "./families/rateLimit.js"
import type { Family } from "./Subject.js"

interface List extends Pick<Way, "ids"> {
  /** A page of at most so many records. */
  readonly page: (most: number) => Expectation
  /** The default limit. @default 50 */
  readonly standard?: number
}

/** The cases of an operation that lists records: those of every list, and more. */
export const lists = (
  operationId: string,
  { page, standard = 50, ...way }: List,
  ...more: ReadonlyArray<Family>
): ReadonlyArray<Draft> =>
  about(
    operationId,
    { ...way, success: { expect: page(standard) }, invalid: { query: "?limit=0" } },
    general,
    ...(way.ids === undefined ? [] : [ids]),
    paging(page, standard),
    rateLimit,
    ...more
  )
