import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { manager } from "../Caller.js"
import { Transaction } from "../Transaction.js"
import { joinOrganization } from "./joinOrganization.js"
import { type NewOrganizationMember, OrganizationNotFound } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/** Adds a user to the caller's organization, and so to its default workspace. */
export const addOrganizationMember = Effect.fn("organizations.addOrganizationMember")(function* (
  input: NewOrganizationMember
) {
  const { organizationId } = yield* manager
  const organizations = yield* OrganizationStore
  const { run } = yield* Transaction
  const found = yield* organizations.find(organizationId)
  const organization = yield* Effect.mapError(found, () => new OrganizationNotFound())
  return yield* run(joinOrganization(organization, input, yield* DateTime.now))
})
