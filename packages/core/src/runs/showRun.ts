import * as DateTime from "effect/DateTime"
import { stateOfRun } from "../spending/model/RunTerms.js"
import { runPath } from "../spending/model/Scope.js"
import { budgetOf } from "../spending/rules/budgets.js"
import type { StoredRun } from "../spending/store/SpendingStore.js"
import { WorkspaceId } from "../values/Id.js"
import * as Usd from "../values/Usd.js"
import type { Run } from "./Run.js"

const instant = (millis: number | null) => (millis === null ? null : DateTime.unsafeMake(millis))

/** Converts a stored run to the one that the API returns. */
export const showRun = ({ children, scope }: StoredRun, now: number): Run => {
  const { charged_at, holds, limits, max_in_flight, ref, requests, run } = scope
  if (run === null) throw new Error("The scope of a run has no terms of a run.")
  const { held, remaining, spent, unknown } = budgetOf(scope, "lifetime", limits.lifetime ?? Usd.zero)
  return {
    path: runPath(ref),
    workspace_id: WorkspaceId.make(ref.subject.slice(0, ref.subject.indexOf("/"))),
    state: stateOfRun(run, now),
    limit_usd: limits.lifetime,
    max_in_flight,
    max_requests: run.max_requests,
    spent,
    held,
    unknown,
    remaining: limits.lifetime === null ? null : remaining,
    in_flight: holds,
    requests,
    created_at: DateTime.unsafeMake(run.created_at),
    last_charged_at: instant(charged_at),
    ends_at: instant(run.ends_at),
    children
  }
}
