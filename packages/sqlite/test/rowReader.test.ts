import { describe, expect, it } from "@effect/vitest"
import { StorageFailure, Usd } from "@tollgate/core"
import { Effect, Schema } from "effect"
import { rowReader } from "../../sql/src/table/rowReader.js"
import { hasHostClient, hostClient } from "./support/clients.js"
import { temporaryFile } from "./support/files.js"

describe.skipIf(!hasHostClient)("A row that cannot be mapped", () => {
  it.scoped("is a storage failure that changed nothing, unless a statement that writes returned it", () =>
    Effect.gen(function* () {
      const client = yield* hostClient(yield* temporaryFile)
      const { all, allWritten, first, firstWritten } = rowReader(client, Schema.Struct({ spent: Usd.Usd }))
      const rows = Effect.succeed([{ spent: "much" }])
      const failure = (outcome: "none" | "unknown") =>
        new StorageFailure({ cause: new SyntaxError("Cannot convert much to a BigInt"), outcome })
      const failures = [
        Effect.flip(all(rows)),
        Effect.flip(first(rows)),
        Effect.flip(allWritten(rows)),
        Effect.flip(firstWritten(rows))
      ]
      expect(yield* Effect.all(failures)).toEqual((["none", "none", "unknown", "unknown"] as const).map(failure))
    })
  )
})
