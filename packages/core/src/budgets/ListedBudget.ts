import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { Budget } from "../spending/model/Budget.js"
import { exampleHash } from "../spending/model/Hold.js"
import { WorkspaceId } from "../values/Id.js"
import { KeyHash } from "../values/KeyHash.js"
import { UserId } from "../values/UserId.js"

const exampleWorkspace = WorkspaceId.make("7c9e6679-7425-40de-944b-e07fc1f90ae7")

/** A budget in force, with its share and the name of what has it. Amounts are in USD. */
export const ListedBudget = Schema.Struct({
  ...Budget.fields,
  id: documented(
    Schema.String,
    "Hash of the key, id of the guardrail, workspace or organization, or path of the run that has the budget.",
    exampleHash
  ),
  name: documented(
    Schema.String,
    "Name of the key, guardrail, workspace or organization, or path of the run, that has the budget.",
    "Production"
  ),
  key_hash: documented(
    Schema.NullOr(KeyHash),
    "Hash of the key that the budget is about. Null for the scopes without a key: all but `key` and `guardrail_key`.",
    exampleHash
  ),
  user_id: documented(
    Schema.NullOr(UserId),
    "User that the budget is about. Null for scopes other than `guardrail_member`.",
    null
  ),
  workspace_id: documented(
    Schema.NullOr(WorkspaceId),
    "Workspace of the budget. Null for that of the organization.",
    exampleWorkspace
  ),
  share: documented(
    Schema.Finite,
    "Share of the limit, with its boosts, that is spent or unknown: 1 if the budget is used up, above 1 if it is overdrawn. 1 for a limit of 0. Open holds do not count.",
    0.5
  )
}).annotations({ identifier: "ListedBudget", description: "A budget in force, with its share." })
export interface ListedBudget extends Schema.Schema.Type<typeof ListedBudget> {}
