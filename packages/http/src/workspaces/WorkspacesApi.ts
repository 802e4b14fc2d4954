import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Paged, PageQuery, WorkspaceMember } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { ManagementKey } from "../middleware/ManagementKey.js"
import { refuses } from "../refuses.js"

const WorkspacePath = Schema.Struct({
  id: Schema.String.annotations({
    jsonSchema: { type: "string", minLength: 1, description: "The workspace's UUID or slug", examples: ["default"] }
  })
})

const listWorkspaceMembers = HttpApiEndpoint.get("listWorkspaceMembers", "/workspaces/:id/members")
  .annotate(OpenApi.Summary, "List a workspace's members")
  .annotate(OpenApi.Description, "One page of a workspace's members, by UUID or slug")
  .setPath(WorkspacePath)
  .setUrlParams(PageQuery)
  .addSuccess(Paged(WorkspaceMember))
  .pipe(refuses("InvalidInput", "WorkspaceNotFound"))
  .middleware(ManagementKey)

export class WorkspacesApi extends HttpApiGroup.make("workspaces")
  .annotate(OpenApi.Title, "Workspaces")
  .annotate(OpenApi.Description, "Where an organization keeps what belongs together.")
  .add(listWorkspaceMembers) {}
