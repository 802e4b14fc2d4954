import type { OrganizationId, Page, Paged } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { Database } from "../transaction/Database.js"
import { readListSize } from "./readListSize.js"
import { toPage } from "./toPage.js"

/** The most rows in front of a page that is read while others wait: each is stepped over in an index. */
const FAR = 10_000

/** Reads pages of lists whose sizes the database maintains, under the names that the migrations give them. */
export const countedPage = (database: Context.Tag.Service<Database>) => {
  const { snapshot, snapshotUnlimited } = database
  const sizeOf = readListSize(database)
  /** A page of a list and the size of the list, from one state of the data. `isLong` says whether to read it may take 50 ms or more. */
  return <A>(
    organization_id: OrganizationId,
    list: string,
    page: Page,
    rows: Effect.Effect<ReadonlyArray<A>, StorageFailure>,
    isLong = page.offset > FAR
  ): Effect.Effect<Paged<A>, StorageFailure> =>
    (isLong ? snapshotUnlimited : snapshot)(
      Effect.flatMap(sizeOf(organization_id, list), (size) => toPage(page, size, rows))
    )
}
