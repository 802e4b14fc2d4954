import * as Schema from "effect/Schema"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { CurrentApiKey } from "./ApiKey.js"

/** The holder of a key, and the key with its current limit, remaining spend and usage. */
export const KeyHolder = Schema.Struct({
  kind: Schema.Literal("management", "ordinary"),
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  user_id: UserId,
  key: CurrentApiKey
}).annotations({ identifier: "KeyHolder" })
export interface KeyHolder extends Schema.Schema.Type<typeof KeyHolder> {}
