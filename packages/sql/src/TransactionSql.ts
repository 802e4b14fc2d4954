import { Transaction } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"

export const layer = Layer.effect(
  Transaction,
  Effect.map(Database, ({ atomically }) => Transaction.of({ run: atomically }))
)
