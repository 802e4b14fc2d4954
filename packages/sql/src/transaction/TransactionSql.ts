import { Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "./Database.js"

export const layer = Layer.effect(
  Transaction,
  Effect.map(Database, ({ attempt, isInTransaction, transact }) =>
    Transaction.of({ run: transact, attempt, isOpen: isInTransaction })
  )
)
