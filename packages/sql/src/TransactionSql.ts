import { Transaction } from "@tollgate/core"
import { Effect, Layer } from "effect"
import { Database } from "./Database.js"

export const layer = Layer.effect(
  Transaction,
  Effect.map(Database, ({ atomically }) => Transaction.of({ run: atomically }))
)
