import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { requireWorkspace } from "../workspaces/requireWorkspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { newOrganization } from "./newOrganization.js"
import type { FoundOrganization, NewOrganization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Finds an organization by the name it was created with, or creates it. A host that starts again, or two that start at once, use
 * the same organization. Names that organizations got later find none. The result contains the first key only if this call created
 * the organization. The host calls it without a caller.
 */
export const findOrCreateOrganization = Effect.fnUntraced(function* (input: NewOrganization) {
  const organizations = yield* OrganizationStore
  const workspaces = yield* WorkspaceStore
  const transaction = yield* Transaction
  const create = yield* newOrganization(input)
  return yield* transaction.run(
    Effect.gen(function* () {
      const found = yield* organizations.findByName(input.name)
      if (Option.isNone(found)) return yield* create
      const { value: organization } = found
      const { default_workspace_id, id } = organization
      const workspace = yield* requireWorkspace(default_workspace_id, (ref) => workspaces.find(id, ref))
      const existing: FoundOrganization = { organization, workspace, data: null, key: null }
      return existing
    })
  )
}, change("organizations.findOrCreateOrganization"))
