import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { GuardrailId } from "../../guardrails/Guardrail.js"
import { GuardrailStore } from "../../guardrails/GuardrailStore.js"
import { KeyStore } from "../../keys/KeyStore.js"
import { OrganizationStore } from "../../organizations/OrganizationStore.js"
import type { AlertRecord } from "../../spending/model/AlertRecord.js"
import { runPath, type ScopeRef } from "../../spending/model/Scope.js"
import { type OrganizationId, WorkspaceId } from "../../values/Id.js"
import { KeyHash } from "../../values/KeyHash.js"
import { WorkspaceStore } from "../../workspaces/WorkspaceStore.js"
import type { AlertMessage } from "./AlertMessage.js"
import { alertText } from "./alertText.js"

type Facts = AlertMessage["data"]
type ScopeFacts = Facts["scope"]

const nameOf: (found: Option.Option<{ readonly name: string | null }>) => string | null = Option.match({
  onNone: () => null,
  onSome: ({ name }) => name
})

const workspaceFacts = Effect.fnUntraced(function* (organizationId: OrganizationId, id: WorkspaceId) {
  const workspaces = yield* WorkspaceStore
  return { workspace_id: id, workspace_name: nameOf(yield* workspaces.find(organizationId, id)) }
})

const keyFacts = Effect.fnUntraced(function* ({ organization_id, subject }: ScopeRef) {
  const keys = yield* KeyStore
  const hash = KeyHash.make(subject, true)
  const found = yield* keys.find(organization_id, hash)
  if (Option.isNone(found)) return { key_hash: hash }
  const workspace = yield* workspaceFacts(organization_id, found.value.workspace_id)
  return { key_hash: hash, key_name: found.value.name, ...workspace }
})

const guardrailFacts = Effect.fnUntraced(function* ({ guardrail_id, organization_id }: ScopeRef) {
  if (guardrail_id === null) return {}
  const guardrails = yield* GuardrailStore
  const found = yield* guardrails.find(organization_id, GuardrailId.make(guardrail_id, true))
  return { guardrail_id, guardrail_name: nameOf(found) }
})

/** What a scope has beside its kind, by the names of now. */
const factsOf = Effect.fnUntraced(function* (ref: ScopeRef) {
  switch (ref.kind) {
    case "key":
      return yield* keyFacts(ref)
    case "guardrail_key":
      return { ...(yield* guardrailFacts(ref)), ...(yield* keyFacts(ref)) }
    case "guardrail_member":
      return { ...(yield* guardrailFacts(ref)), user_id: ref.subject }
    case "run": {
      const workspace = WorkspaceId.make(ref.subject.slice(0, ref.subject.indexOf("/")), true)
      return { ...(yield* workspaceFacts(ref.organization_id, workspace)), run: runPath(ref) }
    }
    case "workspace":
      return yield* workspaceFacts(ref.organization_id, WorkspaceId.make(ref.subject, true))
    case "organization":
      return {}
  }
})

const none: Omit<ScopeFacts, "kind"> = {
  key_hash: null,
  key_name: null,
  guardrail_id: null,
  guardrail_name: null,
  user_id: null,
  workspace_id: null,
  workspace_name: null,
  run: null
}

/** The body of the messages about an alert. The amounts are those of then, and the names those of now. */
export const messageOf = Effect.fnUntraced(function* (alert: AlertRecord) {
  const { at, held, id, kind, limit, ref, request, resets_at, spent, threshold, unknown, window } = alert
  const organizations = yield* OrganizationStore
  const scope: ScopeFacts = { kind: ref.kind, ...none, ...(yield* factsOf(ref)) }
  const data: Facts = {
    alert_id: id,
    organization_id: ref.organization_id,
    organization_name: nameOf(yield* organizations.find(ref.organization_id)),
    kind,
    scope,
    window,
    threshold,
    limit,
    spent,
    held,
    unknown,
    resets_at: resets_at === null ? null : DateTime.unsafeMake(resets_at),
    request
  }
  const message: AlertMessage = {
    type: `alert.${kind}`,
    timestamp: DateTime.unsafeMake(at),
    text: alertText(data),
    data
  }
  return message
})
