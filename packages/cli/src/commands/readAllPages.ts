import * as Effect from "effect/Effect"
import { isPage, type Page } from "../account/Page.js"

/** Records of one request. */
const PAGE_SIZE = 100

/** Asks for a whole list, from the `offset` of the input on, page by page. `limit` is the size of a page. */
export const readAllPages = <E>(
  ask: (input: Readonly<Record<string, unknown>>) => Effect.Effect<unknown, E>,
  input: Readonly<Record<string, unknown>>
): Effect.Effect<unknown, E> =>
  Effect.gen(function* () {
    const { limit = PAGE_SIZE, offset = 0 } = input
    const first = yield* ask({ ...input, limit, offset })
    if (!isPage(first)) return first
    const rows = [...first.data]
    let last: Page = first
    // The first answer has shown that both are numbers.
    while (last.data.length === Number(limit)) {
      const next = yield* ask({ ...input, limit, offset: Number(offset) + rows.length })
      if (!isPage(next)) return next
      rows.push(...next.data)
      last = next
    }
    return { ...last, data: rows }
  })
