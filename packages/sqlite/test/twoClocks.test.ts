import { SpendingStore } from "@tollgate/core/storage"
import { Context, Effect, Layer } from "effect"
import { twoClocks } from "../../sql/test/support/twoClocks.js"
import { emptyFile, inFile } from "./support/files.js"

twoClocks("an SQLite file", (count) =>
  Effect.gen(function* () {
    const file = yield* emptyFile
    const open = Effect.map(Layer.build(Layer.fresh(inFile(file))), (context) => Context.get(context, SpendingStore))
    return yield* Effect.replicateEffect(open, count)
  })
)
