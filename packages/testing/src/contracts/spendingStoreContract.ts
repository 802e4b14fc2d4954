import type { AlertStore, SpendingStore, Transaction } from "@tollgate/core/storage"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { type Base, contract, type Promised } from "./contract.js"
import { activityPromises } from "./spending/activity.js"
import { activityFilterPromises } from "./spending/activityFilters.js"
import { admissionPromises } from "./spending/admission.js"
import { alertPromises } from "./spending/alerts.js"
import { boostPromises } from "./spending/boosts.js"
import { budgetPromises } from "./spending/budgets.js"
import { entryPromises } from "./spending/entries.js"
import { extensionPromises } from "./spending/extension.js"
import { idleRunPromises } from "./spending/idleRuns.js"
import { inFlightPromises } from "./spending/inFlight.js"
import { lapsePromises } from "./spending/lapse.js"
import { lifePromises } from "./spending/life.js"
import { lockPromises } from "./spending/lock.js"
import { noSpenderPromises } from "./spending/noSpender.js"
import { openingPromises } from "./spending/openings.js"
import { randomPromises } from "./spending/random.js"
import { rangePromises } from "./spending/range.js"
import { reconciliationPromises } from "./spending/reconciliation.js"
import { runRacePromises } from "./spending/runRaces.js"
import { runPromises } from "./spending/runs.js"
import { runTreePromises } from "./spending/runTrees.js"
import { sendingPromises } from "./spending/sending.js"
import { upkeepPromises } from "./spending/upkeep.js"
import { windowPromises } from "./spending/windows.js"

/** How often `spendingStoreContract` tries what is random. */
export interface SpendingOptions {
  /**
   * The number of random sequences of acts.
   * @default 8
   */
  readonly numRuns?: number
}

/** Every promise of a `SpendingStore`, for `promise` to register or to run. */
export const spendingPromises = (promise: Promised, { numRuns = 8 }: SpendingOptions = {}): void => {
  admissionPromises(promise)
  budgetPromises(promise)
  boostPromises(promise, numRuns)
  lifePromises(promise)
  sendingPromises(promise)
  lapsePromises(promise)
  lockPromises(promise)
  noSpenderPromises(promise)
  extensionPromises(promise)
  windowPromises(promise)
  openingPromises(promise, numRuns)
  activityPromises(promise)
  activityFilterPromises(promise)
  entryPromises(promise)
  reconciliationPromises(promise)
  alertPromises(promise, numRuns)
  upkeepPromises(promise)
  rangePromises(promise)
  inFlightPromises(promise)
  runPromises(promise)
  idleRunPromises(promise)
  runTreePromises(promise, numRuns)
  runRacePromises(promise, numRuns)
  randomPromises(promise, numRuns)
}

const contractOf = (options?: SpendingOptions) =>
  contract<AlertStore | SpendingStore | Transaction>("SpendingStore", (promise) => {
    // A clock that goes back is logged as a warning.
    spendingPromises((name, body) => promise(name, () => Logger.withMinimumLogLevel(body(), LogLevel.Error)), options)
  })

const { port, promises } = contractOf()

/**
 * Promises of every `SpendingStore`. The store under test must take the time from its arguments, also on PostgreSQL, where it
 * otherwise takes the server's.
 */
export const spendingStoreContract = Object.assign(
  <E>(
    name: string,
    layer: Layer.Layer<AlertStore | SpendingStore | Transaction, E, Base>,
    options?: SpendingOptions
  ): void => contractOf(options)(name, layer),
  { port, promises }
)
