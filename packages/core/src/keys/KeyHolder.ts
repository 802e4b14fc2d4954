import * as Schema from "effect/Schema"
import { OrganizationId, WorkspaceId } from "../values/Id.js"
import { UserId } from "../values/UserId.js"
import { CurrentApiKey } from "./ApiKey.js"

/** Who presents a key, and the key as it stands then: with its limit, and what that leaves. */
export const KeyHolder = Schema.Struct({
  kind: Schema.Literal("management", "ordinary"),
  organization_id: OrganizationId,
  workspace_id: WorkspaceId,
  user_id: UserId,
  key: CurrentApiKey
}).annotations({ identifier: "KeyHolder" })
export interface KeyHolder extends Schema.Schema.Type<typeof KeyHolder> {}
