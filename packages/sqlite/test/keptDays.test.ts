import { SpendingStore } from "@tollgate/core/storage"
import { Context, Effect, Layer } from "effect"
import { keptDays } from "../../sql/test/support/keptDays.js"
import { connect, emptyFile, inFile } from "./support/files.js"

keptDays(
  "an SQLite file",
  Effect.gen(function* () {
    const file = yield* emptyFile
    const store = Context.get(yield* Layer.build(inFile(file)), SpendingStore)
    const other = yield* connect(file)
    return { store, kept: Effect.sync(() => other.values("SELECT day FROM spending_days ORDER BY day").map(Number)) }
  })
)
