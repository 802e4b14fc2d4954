import type { SpendingStore, Transaction } from "@tollgate/core/storage"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { contract, type Promised } from "./contract.js"
import { admissionPromises } from "./spending/admission.js"
import { lifePromises } from "./spending/life.js"
import { randomPromises } from "./spending/random.js"
import { windowPromises } from "./spending/windows.js"

/**
 * Promises of every `SpendingStore`. The store under test must take the time from its arguments, also on PostgreSQL, where it
 * otherwise takes the server's.
 */
export const spendingStoreContract = contract<SpendingStore | Transaction>("SpendingStore", (loud) => {
  // A clock that goes back is logged as a warning.
  const promise: Promised = (name, body) => loud(name, () => Logger.withMinimumLogLevel(body(), LogLevel.Error))
  admissionPromises(promise)
  lifePromises(promise)
  windowPromises(promise)
  randomPromises(promise)
})
