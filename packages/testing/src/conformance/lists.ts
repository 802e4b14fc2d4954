import type { Draft } from "./Case.js"
import type { Target } from "./Change.js"
import type { Expectation } from "./Expectation.js"
import { general } from "./families/general.js"
import { ids } from "./families/ids.js"
import { paging } from "./families/paging.js"
import { rateLimit } from "./families/rateLimit.js"
import type { Way } from "./Given.js"
import { about, type Cases } from "./Subject.js"

interface List<T extends Target> extends Pick<Way<T>, "given" | "ids"> {
  /** A page of at most so many records. */
  readonly page: (most: number, account?: Parameters<Way<T>["expect"]>[1]) => Expectation
  /** The default limit. @default 50 */
  readonly standard?: number
}

/** The cases of an operation that lists records: those of every list, and more. */
export const lists = <T extends Target = Target>(
  operationId: string,
  { page, standard = 50, ...way }: List<T>,
  ...more: ReadonlyArray<Cases<T>>
): ReadonlyArray<Draft> =>
  about<T>(
    operationId,
    { ...way, expect: (_, account) => page(standard, account), invalid: { query: "?limit=0" } },
    general,
    ...(way.ids === undefined ? [] : [ids]),
    paging(page, standard),
    rateLimit,
    ...more
  )
