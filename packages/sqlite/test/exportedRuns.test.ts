import { exportAccounts, importAccounts } from "@tollgate/sqlite"
import { Effect } from "effect"
import { exportedRuns } from "../../sql/test/support/exportedRuns.js"
import { bytesOf, textOf } from "../../sql/test/support/exports.js"
import { emptyFile, inFile } from "./support/files.js"

exportedRuns(
  "an SQLite file",
  Effect.map(emptyFile, (file) => ({
    stores: inFile(file),
    exported: (ledger) => textOf((options) => exportAccounts(file, { ...options, ledger })),
    imported: (text) => importAccounts(file, { read: bytesOf(text) })
  }))
)
