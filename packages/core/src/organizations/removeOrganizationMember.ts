import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { GuardrailStore } from "../guardrails/GuardrailStore.js"
import { disableKeysOf } from "../keys/disableKeysOf.js"
import { AuthorizationCodeStore } from "../oauth/AuthorizationCodeStore.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { LastAdmin, type RemovedOrganizationMember } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganizationMember } from "./requireOrganizationMember.js"

/**
 * Removes a user from the caller's organization: from all its workspaces and guardrails, too. The keys of the user are disabled, and
 * authorization codes for keys of the user are revoked.
 *
 * Fails with `OrganizationMemberNotFound`, with `LastAdmin` if no other admin would remain, or with `MemberHasLastManagementKey` if
 * no enabled management key without an expiration time would remain.
 */
export const removeOrganizationMember = Effect.fnUntraced(function* (user: string) {
  const { organizationId } = yield* ManagementCaller
  const codes = yield* AuthorizationCodeStore
  const guardrails = yield* GuardrailStore
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  return yield* run(
    Effect.gen(function* () {
      const member = yield* requireOrganizationMember(user, (id) => organizations.lockMember(organizationId, id))
      const { role, user_id } = member
      const hasOther = yield* organizations.hasOtherAdmin(organizationId, user_id)
      if (role === "admin" && !hasOther) return yield* new LastAdmin({ user_id, change: "remove" })
      const left = yield* workspaces.removeMembers(organizationId, [user_id], null)
      const freed = yield* guardrails.releaseMembers(organizationId, [user_id], null)
      // From here on, no key can be created for the user.
      yield* organizations.deleteMember(organizationId, user_id)
      // Before the keys: an exchange that comes first has stored its key by then, and others find no code.
      yield* codes.revoke(organizationId, [user_id], null)
      const places = new Set([...left, ...freed].map(({ workspace_id }) => workspace_id))
      const removed: RemovedOrganizationMember = {
        deleted: true,
        disabled_keys: yield* disableKeysOf(organizationId, user_id, [...places], now)
      }
      yield* about({ fields: { disabled_keys: removed.disabled_keys } })
      return removed
    })
  )
}, change("organizations.removeOrganizationMember"))
