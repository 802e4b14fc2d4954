import * as Effect from "effect/Effect"
import { type Change, changeRecord } from "../records/changeRecord.js"
import { LastAdmin, type OrganizationMember, type OrganizationMemberPatch } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganizationMember } from "./requireOrganizationMember.js"

const members = Effect.map(OrganizationStore, ({ findMember, updateMember }) => ({
  find: findMember,
  update: updateMember
}))

const rules = Effect.fnUntraced(function* (change: Change<OrganizationMember, OrganizationMemberPatch>) {
  const { before, organizationId, patch } = change
  if (before.role === "admin" && patch.role === "member") {
    const { hasOtherAdmin } = yield* OrganizationStore
    const { user_id } = before
    if (!(yield* hasOtherAdmin(organizationId, user_id))) return yield* new LastAdmin({ user_id, change: "demote" })
  }
  return patch
})

/**
 * Changes the role of a member of the organization, in all workspaces at once.
 *
 * Fails with `OrganizationMemberNotFound`, or with `LastAdmin` if no other admin would remain.
 */
export const updateOrganizationMember = changeRecord(
  "organizations.updateOrganizationMember",
  members,
  requireOrganizationMember,
  rules
)
