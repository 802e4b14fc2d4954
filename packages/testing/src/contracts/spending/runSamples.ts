import type { RunStep } from "@tollgate/core"
import {
  type AdmissionAnswer,
  type RunList,
  type RunTerms,
  runPath,
  runScope,
  type Scope,
  SpendingStore,
  type StorageFailure,
  withRuns
} from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import { anAdmission, evening, organization, usd, workspace } from "./samples.js"

const place = { organization_id: organization, workspace_id: workspace }

/** The scope of a run of the workspace. */
export const runRef = (path: string) => runScope(place, path)

/** The steps of a path, the last of which states limits: amounts are in USD. */
export const path = (
  text: string,
  { limit_usd, ...stated }: Omit<RunStep, "id" | "limit_usd"> & { readonly limit_usd?: number | null } = {}
): ReadonlyArray<RunStep> => {
  const ids = text.split("/")
  const limit = limit_usd === undefined ? {} : { limit_usd: limit_usd === null ? null : usd(limit_usd) }
  return ids.map((id, at) => (at === ids.length - 1 ? { id, ...stated, ...limit } : { id }))
}

/** The scopes of a request to the key in a run. */
export const scopesIn = (steps: ReadonlyArray<RunStep>) => withRuns(anAdmission(0, 0).scopes, place, steps)

/** Admits an amount in USD in a run. */
export const admitIn = (
  number: number,
  asked: number,
  steps: ReadonlyArray<RunStep>,
  options?: Parameters<typeof anAdmission>[2]
) =>
  Effect.flatMap(SpendingStore, (store) =>
    store.admit({ ...anAdmission(number, asked, options), scopes: scopesIn(steps) })
  )

/** Why an answer refuses, and the run that does; the tag of one that does not refuse. */
export const refusedBy = (answer: AdmissionAnswer): ReadonlyArray<string> => {
  if (answer._tag !== "Refused") return [answer._tag]
  const { refusal } = answer
  if (refusal._tag === "RunRefused") return [refusal.reason, refusal.run]
  return refusal._tag === "BudgetExceeded"
    ? [refusal.reason, ...refusal.budgets.map(({ id }) => id)]
    : ["too_many_in_flight", ...refusal.scopes.map(({ id }) => id)]
}

/** A run that must exist. */
export const runAt = (
  text: string,
  now = evening
): Effect.Effect<Scope & { readonly run: RunTerms }, StorageFailure, SpendingStore> =>
  Effect.flatMap(SpendingStore, (store) =>
    Effect.map(store.scopes([runRef(text)], now), ([scope]) => {
      if (scope === undefined || scope.run === null) throw new Error(`There is no run ${text}.`)
      return { ...scope, run: scope.run }
    })
  )

/** Changes what a run has beside its limits. */
export const changeRun = (text: string, change: Partial<RunTerms>, now = evening) =>
  Effect.gen(function* () {
    const store = yield* SpendingStore
    const scope = yield* runAt(text, now)
    const terms = { ...scope, run: { ...scope.run, ...change } }
    yield* store.setTerms({ ref: runRef(text) }, terms, now)
  })

const everything: RunList = { organization_id: organization, workspace_id: null, run: null, parent: null, state: null }

/** Runs of a list, newest first. */
export const listed = (list: Partial<RunList> = {}, now = evening, page = { limit: 100, offset: 0 }) =>
  Effect.flatMap(SpendingStore, (store) => store.runs({ ...everything, ...list }, page, now))

/** The paths of a list. */
export const paths = (...args: Parameters<typeof listed>) =>
  Effect.map(listed(...args), ({ data }) => data.map(({ scope }) => runPath(scope.ref)))

/** What counts toward the limit of a run. */
export const countedIn = ({ byok, own }: Pick<Scope, "byok" | "own">): bigint =>
  [own, byok].reduce<bigint>(
    (sum, { held, spent, unknown }) => sum + held.lifetime + spent.lifetime + unknown.lifetime,
    0n
  )
