import { GatewayKey } from "@tollgate/core"
import { GatewayKeyStore } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ListSize } from "../table/ListSize.js"
import { rowReader } from "../table/rowReader.js"
import { table } from "../table/table.js"
import { toPage } from "../table/toPage.js"
import { contextOf } from "../transaction/contextOf.js"
import { Database } from "../transaction/Database.js"

export const make = contextOf(
  GatewayKeyStore,
  Effect.map(Database, (database) => {
    const { read, snapshot, sql } = database
    const keys = table(database, "gateway_keys", GatewayKey)
    const sizes = rowReader(sql, ListSize)
    const find = keys.find("hash")
    const remove = keys.delete(["hash"], "hash")
    // The host has few gateway keys, so they are counted when they are listed.
    const size = sizes.first(read(sql`SELECT COUNT(*) AS size FROM gateway_keys`))
    return GatewayKeyStore.of({
      insert: keys.insert,
      find: (hash) => find({ hash }),
      list: (page) => {
        const rows = keys.all(
          read(sql`SELECT ${keys.columns} FROM gateway_keys
ORDER BY created_at DESC, hash LIMIT ${page.limit} OFFSET ${page.offset}`)
        )
        return snapshot(
          Effect.flatMap(size, (found) =>
            toPage(page, Option.match(found, { onNone: () => 0, onSome: ({ size }) => size }), rows)
          )
        )
      },
      delete: (hash) => Effect.map(remove({ hash }), (deleted) => Option.map(deleted, ({ hash }) => hash))
    })
  })
)
