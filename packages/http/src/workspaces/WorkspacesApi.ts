import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { WorkspaceMember } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { ManagementKey } from "../auth/ManagementKey.js"
import { PageQuery } from "../PageQuery.js"
import { BadRequest, NotFound } from "../WireError.js"

const listWorkspaceMembers = HttpApiEndpoint.get("listWorkspaceMembers", "/workspaces/:id/members")
  .annotate(OpenApi.Identifier, "listWorkspaceMembers")
  .annotate(OpenApi.Summary, "List a workspace's members")
  .setPath(
    Schema.Struct({
      id: Schema.String.annotations({
        jsonSchema: { type: "string", minLength: 1 },
        description: "the workspace's UUID or slug"
      })
    })
  )
  .setUrlParams(PageQuery)
  .addSuccess(Schema.Struct({ data: Schema.Array(WorkspaceMember), total_count: Schema.Int }))
  .addError(BadRequest)
  .addError(NotFound)
  .middleware(ManagementKey)

export class WorkspacesApi extends HttpApiGroup.make("workspaces")
  .annotate(OpenApi.Title, "Workspaces")
  .add(listWorkspaceMembers) {}
