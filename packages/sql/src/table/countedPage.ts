import type { OrganizationId, Page, Paged } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Database } from "../transaction/Database.js"
import { ListSize } from "./ListSize.js"
import { rowReader } from "./rowReader.js"
import { toPage } from "./toPage.js"

/** Reads pages of lists whose sizes the database maintains, under the names that the migrations give them. */
export const countedPage = ({ read, snapshot, sql }: Context.Tag.Service<Database>) => {
  const sizes = rowReader(sql, ListSize)
  /** A page of a list and the size of the list, from one state of the data. */
  return <A>(
    organization_id: OrganizationId,
    list: string,
    page: Page,
    rows: Effect.Effect<ReadonlyArray<A>, StorageFailure>
  ): Effect.Effect<Paged<A>, StorageFailure> => {
    const size = sizes.first(
      read(sql`SELECT ${sizes.columns} FROM list_sizes WHERE organization_id = ${organization_id} AND list = ${list}`)
    )
    return snapshot(
      Effect.flatMap(size, (found) =>
        toPage(page, Option.match(found, { onNone: () => 0, onSome: ({ size }) => size }), rows)
      )
    )
  }
}
