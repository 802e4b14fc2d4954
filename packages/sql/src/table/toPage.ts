import type { Page, Paged } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

/** One page of a list of known size. The rows are read only if the page has any. */
export const toPage = <A>(
  { offset }: Page,
  total_count: number,
  rows: Effect.Effect<ReadonlyArray<A>, StorageFailure>
): Effect.Effect<Paged<A>, StorageFailure> =>
  offset >= total_count
    ? Effect.succeed({ data: [], total_count })
    : Effect.map(rows, (data) => ({ data, total_count }))
