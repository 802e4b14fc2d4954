import type { SpendingStore, Transaction } from "@tollgate/core/storage"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { contract, type Promised } from "./contract.js"
import { activityPromises } from "./spending/activity.js"
import { admissionPromises } from "./spending/admission.js"
import { budgetPromises } from "./spending/budgets.js"
import { extensionPromises } from "./spending/extension.js"
import { lapsePromises } from "./spending/lapse.js"
import { lifePromises } from "./spending/life.js"
import { lockPromises } from "./spending/lock.js"
import { randomPromises } from "./spending/random.js"
import { upkeepPromises } from "./spending/upkeep.js"
import { windowPromises } from "./spending/windows.js"

/** Every promise of a `SpendingStore`, for `promise` to register or to run. */
export const spendingPromises = (promise: Promised): void => {
  admissionPromises(promise)
  budgetPromises(promise)
  lifePromises(promise)
  lapsePromises(promise)
  lockPromises(promise)
  extensionPromises(promise)
  windowPromises(promise)
  activityPromises(promise)
  upkeepPromises(promise)
  randomPromises(promise)
}

/**
 * Promises of every `SpendingStore`. The store under test must take the time from its arguments, also on PostgreSQL, where it
 * otherwise takes the server's.
 */
export const spendingStoreContract = contract<SpendingStore | Transaction>("SpendingStore", (promise) => {
  // A clock that goes back is logged as a warning.
  spendingPromises((name, body) => promise(name, () => Logger.withMinimumLogLevel(body(), LogLevel.Error)))
})
