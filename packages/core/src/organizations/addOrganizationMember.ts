import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { organizationScope } from "../spending/model/Scope.js"
import { joinOrganization } from "./joinOrganization.js"
import type { NewOrganizationMember } from "./OrganizationMember.js"
import { OrganizationStore } from "./OrganizationStore.js"
import { requireOrganization } from "./requireOrganization.js"

/** Adds a user to the caller's organization and to its default workspace. Fails with `AlreadyMember`. */
export const addOrganizationMember = Effect.fnUntraced(function* (input: NewOrganizationMember) {
  const { organizationId } = yield* ManagementCaller
  yield* about({ object: input.user_id })
  const organizations = yield* OrganizationStore
  const transaction = yield* Transaction
  const now = yield* DateTime.now
  const join = yield* joinOrganization(input, now)
  // No organization is ever deleted: the caller's is there.
  const own = Effect.catchTag(
    requireOrganization(organizationId, organizations.find),
    "OrganizationNotFound",
    Effect.die
  )
  // After the member, whom a removal locks before scopes.
  const bump = bumpVersions([organizationScope(organizationId)], now)
  return yield* transaction.run(Effect.zipLeft(Effect.flatMap(own, join), bump))
}, change("organizations.addOrganizationMember"))
