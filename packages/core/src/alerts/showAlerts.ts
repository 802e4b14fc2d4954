import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { KeyStore } from "../keys/KeyStore.js"
import { OrganizationStore } from "../organizations/OrganizationStore.js"
import type { AlertRecord } from "../spending/model/AlertRecord.js"
import { runPath, type ScopeRef } from "../spending/model/Scope.js"
import { shownId } from "../spending/rules/judge.js"
import { type OrganizationId, WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import * as Usd from "../values/Usd.js"
import { UserId } from "../values/UserId.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import type { Alert } from "./Alert.js"
import { alertText } from "./alertText.js"

const distinct = <A>(values: ReadonlyArray<A | null>): ReadonlyArray<A> => [
  ...new Set(values.filter((value) => value !== null))
]

const keyOf = ({ kind, subject }: ScopeRef): KeyHash | null =>
  kind === "key" || kind === "guardrail_key" ? KeyHash.make(subject, true) : null

const userOf = ({ kind, subject }: ScopeRef): UserId | null =>
  kind === "guardrail_member" ? UserId.make(subject, true) : null

const workspaceOf = ({ kind, subject }: ScopeRef): WorkspaceId | null => {
  if (kind === "workspace") return WorkspaceId.make(subject, true)
  return kind === "run" ? WorkspaceId.make(subject.slice(0, subject.indexOf("/")), true) : null
}

/** The alert that the API returns for a record. */
const show = (record: AlertRecord, name: string | null): Alert => {
  const { at, held, id, kind, limit, ref, request, resets_at, spent, threshold, unknown, window } = record
  const user_id = userOf(ref)
  return {
    id,
    kind,
    at: DateTime.unsafeMake(at),
    scope: ref.kind,
    scope_id: shownId(ref),
    name,
    key_hash: keyOf(ref),
    user_id,
    workspace_id: workspaceOf(ref),
    window,
    threshold,
    limit,
    spent,
    held,
    unknown,
    share: limit === 0n ? null : Usd.toNumber(Usd.add(spent, unknown)) / Usd.toNumber(limit),
    resets_at: resets_at === null ? null : DateTime.unsafeMake(resets_at),
    request,
    text: alertText({ ...record, name, user_id })
  }
}

/** The alerts that the API returns for records of one organization, with the present names of their scopes: one read for each kind of them. */
export const showAlerts = Effect.fnUntraced(function* (
  organizationId: OrganizationId,
  records: ReadonlyArray<AlertRecord>
) {
  const [guardrails, keys, organizations, workspaces] = yield* Effect.all([
    GuardrailStore,
    KeyStore,
    OrganizationStore,
    WorkspaceStore
  ])
  const of = (...kinds: ReadonlyArray<ScopeRef["kind"]>) =>
    records.flatMap(({ ref }) => (kinds.includes(ref.kind) ? [ref] : []))
  const names = new Map<string, string>()
  const read = <A, E, R>(found: Effect.Effect<Iterable<A>, E, R>, entry: (one: A) => readonly [string, string]) =>
    Effect.map(found, (all) => {
      for (const one of all) names.set(...entry(one))
    })
  const guarded = distinct(of("guardrail_key", "guardrail_member").map(({ guardrail_id }) => guardrail_id))
  const hashes = distinct(of("key").map(keyOf))
  const places = distinct(of("workspace").map(workspaceOf))
  if (guarded.length > 0) yield* read(guardrails.findMany(organizationId, guarded), ({ id, name }) => [id, name])
  if (hashes.length > 0) yield* read(keys.findMany(organizationId, hashes), ({ hash, name }) => [hash, name])
  if (places.length > 0) yield* read(workspaces.findMany(organizationId, places), ({ id, name }) => [id, name])
  if (of("organization").length > 0)
    yield* read(Effect.map(organizations.find(organizationId), Option.toArray), ({ id, name }) => [id, name])
  return records.map((record) => {
    const { ref } = record
    return show(record, ref.kind === "run" ? runPath(ref) : (names.get(shownId(ref)) ?? null))
  })
})
