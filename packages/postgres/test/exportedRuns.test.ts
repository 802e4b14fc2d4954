import { exportAccounts, importAccounts } from "@tollgate/postgres"
import { Effect, Layer } from "effect"
import { SpendingTime } from "../../sql/dist/spending/SpendingTime.js"
import { exportedRuns } from "../../sql/test/support/exportedRuns.js"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { emptyDatabase } from "./support/databases.js"
import { inDatabase } from "./support/stores.js"

exportedRuns(
  "a PostgreSQL database",
  Effect.map(emptyDatabase, (url) => ({
    stores: Layer.provide(inDatabase(url), Layer.succeed(SpendingTime, "arguments")),
    exported: (ledger) => textOf((options) => exportAccounts({ url }, { ...options, ledger })),
    imported: (text) => importAccounts({ url }, { read: bytesOf(text) })
  }))
)
