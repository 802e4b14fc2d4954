import { expect } from "@effect/vitest"
import type { Page, Paged, StorageFailure } from "@tollgate/core"
import * as Effect from "effect/Effect"
import { plain } from "./plain.js"

/** Expects the pages of a list to contain exactly these records in this order, and each page the total count. */
export const expectInPages = <A>(
  list: (page: Page) => Effect.Effect<Paged<A>, StorageFailure>,
  expected: ReadonlyArray<A>
) =>
  Effect.gen(function* () {
    const size = Math.max(1, Math.ceil(expected.length / 4))
    const offsets = [0, 1, 2, 3, 4].map((page) => page * size)
    const pages = yield* Effect.forEach([...offsets, 10_000], (offset) => list({ limit: size, offset }))
    expect(pages.map(({ total_count }) => total_count)).toEqual(pages.map(() => expected.length))
    expect(plain(pages.flatMap(({ data }) => data))).toEqual(plain(expected))
  })

/** Sorts newest first, then by id, as lists do. */
export const newestFirst =
  <A extends { readonly created_at: { readonly epochMillis: number } }>(idOf: (record: A) => string) =>
  (records: ReadonlyArray<A>): ReadonlyArray<A> =>
    records.toSorted((a, b) => b.created_at.epochMillis - a.created_at.epochMillis || (idOf(a) < idOf(b) ? -1 : 1))
