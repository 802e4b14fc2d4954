import {
  type Gateway,
  getRun,
  LedgerCaller,
  listRuns,
  ManagementCaller,
  type ManagingPrincipal,
  NewRun,
  openRun,
  RunPage,
  RunPatch,
  type RunPlace,
  RunStop,
  resumeRun,
  stopRun,
  updateRun
} from "@tollgate/core"
import { Effect, Redacted } from "effect"
import { gateway } from "../../spending/support/spender.js"
import { openAccount, read } from "../../support/account.js"

const readPage = read(RunPage)
const readTerms = read(NewRun)
const readPatch = read(RunPatch)
const readStop = read(RunStop)

/** The operations on runs of a manager. */
export const manages = (manager: ManagingPrincipal) => {
  const as = Effect.provideService(ManagementCaller, manager)
  return {
    open: (path: string, terms: typeof NewRun.Encoded = {}) => as(openRun(path, readTerms(terms))),
    update: (path: string, patch: typeof RunPatch.Encoded) => as(updateRun(path, readPatch(patch)))
  }
}

/** The operations on runs of anybody who may read the ledger. */
export const watches = (caller: Gateway | ManagingPrincipal) => {
  const as = Effect.provideService(LedgerCaller, caller)
  return {
    get: (path: string, place: RunPlace = {}) => as(getRun(path, place)),
    list: (page: typeof RunPage.Encoded = {}) => as(listRuns(readPage(page))),
    stop: (path: string, input: typeof RunStop.Encoded = {}) => as(stopRun(path, readStop(input))),
    resume: (path: string, input: typeof RunStop.Encoded = {}) => as(resumeRun(path, readStop(input)))
  }
}

/** The steps of a path. */
export const steps = (path: string) => path.split("/").map((id) => ({ id }))

/** An account with runs: the acts of its manager, and requests of its ordinary key. */
export const openRunner = (name?: string) =>
  Effect.map(openAccount(name), (account) => {
    const host = gateway()
    return {
      ...account,
      ...host,
      ...manages(account.manager),
      ...watches(account.manager),
      /** A request of 1 USD in a run. */
      ask: (path: string, amount = 1) => host.hold(Redacted.value(account.ordinaryKey), { amount, run: steps(path) })
    }
  })
