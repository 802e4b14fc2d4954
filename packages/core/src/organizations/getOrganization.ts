import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { present } from "../records/changeRecord.js"
import { withSpan } from "../runtime/withSpan.js"
import { OrganizationStore } from "./OrganizationStore.js"

/** The caller's organization, as part of another program. */
export const ownOrganization = Effect.gen(function* () {
  const { organizationId } = yield* ManagementCaller
  const organizations = yield* OrganizationStore
  return yield* Effect.flatMap(organizations.find(organizationId), present)
})

/** Returns the caller's organization. */
export const getOrganization = () => ownOrganization.pipe(withSpan("organizations.getOrganization"))
