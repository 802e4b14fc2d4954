import type { OrganizationId } from "@tollgate/core"
import type { StorageFailure } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Database } from "../transaction/Database.js"
import { ListSize } from "./ListSize.js"
import { rowReader } from "./rowReader.js"

/** Reads the size of a list that the database maintains, under the name that the migrations give it. */
export const readListSize = ({ read, sql }: Context.Tag.Service<Database>) => {
  const sizes = rowReader(sql, ListSize)
  return (organization_id: OrganizationId, list: string): Effect.Effect<number, StorageFailure> =>
    Effect.map(
      sizes.first(
        read(sql`SELECT ${sizes.columns} FROM list_sizes WHERE organization_id = ${organization_id} AND list = ${list}`)
      ),
      Option.match({ onNone: () => 0, onSome: ({ size }) => size })
    )
}
