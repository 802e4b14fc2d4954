import * as Schema from "effect/Schema"
import { documented } from "../schema/fields.js"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { ApiKey } from "./ApiKey.js"

/** The holder of a key, and the key with its current limit, remaining spend and usage. */
export const KeyHolder = Schema.Struct({
  kind: documented(
    Schema.Literal("management", "ordinary"),
    "Kind of key. A management key manages the account and cannot spend; an ordinary key spends and cannot manage.",
    "ordinary"
  ),
  organization_id: documented(OrganizationId, "UUID of the key's organization."),
  workspace_id: documented(WorkspaceId, "UUID of the key's workspace."),
  user_id: documented(UserId, "User for whom the key was created.", UserId.make("ada")),
  key: documented(ApiKey, "The key, with its limit and usage.")
}).annotations({
  identifier: "KeyHolder",
  description: "The holder of an API key, and the key with its limit and usage."
})
export interface KeyHolder extends Schema.Schema.Type<typeof KeyHolder> {}
