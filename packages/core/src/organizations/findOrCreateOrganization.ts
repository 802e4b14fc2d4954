import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { requireWorkspace } from "../workspaces/requireWorkspace.js"
import { WorkspaceStore } from "../workspaces/WorkspaceStore.js"
import { newOrganization } from "./newOrganization.js"
import type { FoundOrganization, NewOrganization } from "./Organization.js"
import { OrganizationStore } from "./OrganizationStore.js"

/**
 * Finds the organization of a name, and creates it where there is none: a host that starts again, or twice at a time, has
 * one all the same. Only who created it is shown the first key. The host calls it; no caller is needed.
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
}, withSpan("organizations.findOrCreateOrganization"))
