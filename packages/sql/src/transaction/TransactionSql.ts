import { Transaction } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { contextOf } from "./contextOf.js"
import { Database } from "./Database.js"

export const make = contextOf(
  Transaction,
  Effect.map(Database, ({ attempt, isInTransaction, transact }) =>
    Transaction.of({ run: transact, attempt, isOpen: isInTransaction })
  )
)
