import * as Option from "effect/Option"
import { guardrailRecords, keyAssignmentRecords, memberAssignmentRecords } from "../../guardrails/guardrailRecords.js"
import type { KeyRecord } from "../../keys/KeyRecord.js"
import { keyRecords } from "../../keys/keyRecords.js"
import type { State } from "../../memory/Slice.js"
import { findOrganization } from "../../organizations/OrganizationStoreMemory.js"
import { memoryRecords } from "../../records/memoryRecords.js"
import type { OrganizationId } from "../../values/Id.js"
import { workspaceRecords } from "../../workspaces/workspaceRecords.js"
import * as Day from "../model/Day.js"
import { stateOfRun } from "../model/RunTerms.js"
import {
  emptyScope,
  guardedKeyScope,
  guardrailTerms,
  keyScope,
  keyTerms,
  memberScope,
  organizationScope,
  runPath,
  type Scope,
  type ScopeRef,
  type ScopeTerms,
  unlimited,
  workspaceScope
} from "../model/Scope.js"
import { asAt, type BudgetInForce, byShare, shareOf } from "../rules/shares.js"
import { MemoryRows } from "./memoryRows.js"
import type { BudgetList } from "./SpendingStore.js"

const keys = memoryRecords(keyRecords)
const guardrails = memoryRecords(guardrailRecords)
const assignedKeys = memoryRecords(keyAssignmentRecords)
const members = memoryRecords(memberAssignmentRecords)
const workspaces = memoryRecords(workspaceRecords)

/** What has budgets: its scope as it is stored, and how it is shown. */
type Owner = Omit<BudgetInForce, "window">

type ScopeAt = (ref: ScopeRef, terms: ScopeTerms) => Scope

const isPresent = ({ expires_at }: KeyRecord, now: number) => expires_at === null || expires_at.epochMillis > now

const ofKeys = (state: State, id: OrganizationId, scopeAt: ScopeAt, now: number): ReadonlyArray<Owner> =>
  keys
    .filtered(keys.slice.read(state), id, {})
    .filter((key) => isPresent(key, now))
    .map((key) => ({
      scope: scopeAt(keyScope(key), keyTerms(key)),
      workspace_id: key.workspace_id,
      name: key.name
    }))

const ofGuardrails = (state: State, id: OrganizationId, scopeAt: ScopeAt, now: number): ReadonlyArray<Owner> => {
  const find = guardrails.slice.read(state)
  const forKeys = assignedKeys.filtered(assignedKeys.slice.read(state), id, {}).flatMap((assigned) => {
    const key = Option.getOrUndefined(keys.slice.read(state).find(id, assigned.key_hash))
    const guardrail = Option.getOrUndefined(find.find(id, assigned.guardrail_id))
    if (key === undefined || guardrail === undefined || !isPresent(key, now)) return []
    const scope = scopeAt(guardedKeyScope(key, guardrail), guardrailTerms(guardrail))
    return [{ scope, workspace_id: assigned.workspace_id, name: guardrail.name }]
  })
  const forMembers = members.filtered(members.slice.read(state), id, {}).flatMap((assigned) => {
    const guardrail = Option.getOrUndefined(find.find(id, assigned.guardrail_id))
    if (guardrail === undefined) return []
    const scope = scopeAt(memberScope(assigned, guardrail, assigned.user_id), guardrailTerms(guardrail))
    return [{ scope, workspace_id: assigned.workspace_id, name: guardrail.name }]
  })
  return [...forKeys, ...forMembers]
}

const ofRuns = (state: State, id: OrganizationId, now: number): ReadonlyArray<Owner> => {
  const places = new Map(workspacesOf(state, id).map((workspace) => [String(workspace.id), workspace.id]))
  return [...new MemoryRows(state).version.tables.scopes.values()].flatMap((scope) => {
    const { ref, run } = scope
    if (run === null || ref.organization_id !== id || stateOfRun(run, now) !== "open") return []
    const workspace_id = places.get(ref.subject.slice(0, ref.subject.indexOf("/")))
    return workspace_id === undefined ? [] : [{ scope, workspace_id, name: runPath(ref) }]
  })
}

const workspacesOf = (state: State, id: OrganizationId) => workspaces.filtered(workspaces.slice.read(state), id, {})

const ofPools = (state: State, organization_id: OrganizationId, scopeAt: ScopeAt): ReadonlyArray<Owner> => [
  ...workspacesOf(state, organization_id).map(({ id, name }) => ({
    scope: scopeAt(workspaceScope({ organization_id, workspace_id: id }), unlimited),
    workspace_id: id,
    name
  })),
  ...Option.toArray(findOrganization(state, organization_id)).map(({ name }) => ({
    scope: scopeAt(organizationScope(organization_id), unlimited),
    workspace_id: null,
    name
  }))
]

/** The budgets in force of a list, in its order. */
export const budgetsIn = (state: State, list: BudgetList, now: number): ReadonlyArray<BudgetInForce> => {
  const { above, kind, organization_id, workspace_id } = list
  const rows = new MemoryRows(state)
  const scopeAt: ScopeAt = (ref, terms) => rows.findScope(ref) ?? emptyScope(0, ref, terms, Day.of(now))
  const owners = [
    ...ofKeys(state, organization_id, scopeAt, now),
    ...ofGuardrails(state, organization_id, scopeAt, now),
    ...ofRuns(state, organization_id, now),
    ...ofPools(state, organization_id, scopeAt)
  ]
  return owners
    .filter(({ scope }) => kind === null || scope.ref.kind === kind)
    .filter((owner) => workspace_id === null || owner.workspace_id === workspace_id)
    .flatMap((owner) => {
      const scope = asAt(owner.scope, now)
      return Day.kinds.flatMap((window) => (scope.limits[window] === null ? [] : [{ ...owner, scope, window }]))
    })
    .filter(({ scope, window }) => above === null || shareOf(scope, window) >= above)
    .sort(byShare)
}
