import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  AddedWorkspaceMembers,
  Deleted,
  NewPooledBudget,
  NewWorkspace,
  NewWorkspaceMembers,
  Paged,
  PageQuery,
  PooledBudget,
  RemovedWorkspaceMembers,
  Workspace,
  WorkspaceMember,
  WorkspacePatch,
  WorkspaceUsers
} from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { BodyLimit, KIB } from "./BodyLimit.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { BudgetPath, WorkspacePath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listWorkspaces = HttpApiEndpoint.get("listWorkspaces", "/workspaces")
  .annotate(OpenApi.Summary, "List workspaces")
  .annotate(OpenApi.Description, "Returns one page of the organization's workspaces, newest first.")
  .setUrlParams(PageQuery)
  .addSuccess(Paged(Workspace))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createWorkspace = HttpApiEndpoint.post("createWorkspace", "/workspaces")
  .annotate(OpenApi.Summary, "Create a workspace")
  .annotate(OpenApi.Description, "Creates a workspace without members. The slug must be unique in the organization.")
  .setPayload(NewWorkspace)
  .addSuccess(DataEnvelope(Workspace), { status: 201 })
  .pipe(declareErrors("InvalidInput", "SlugTaken"), rateLimit(600))
  .middleware(ManagementKey)

const getWorkspace = HttpApiEndpoint.get("getWorkspace", "/workspaces/:id")
  .annotate(OpenApi.Summary, "Get a workspace")
  .annotate(OpenApi.Description, "Returns a workspace.")
  .setPath(WorkspacePath)
  .addSuccess(DataEnvelope(Workspace))
  .pipe(declareErrors("WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const updateWorkspace = HttpApiEndpoint.patch("updateWorkspace", "/workspaces/:id")
  .annotate(OpenApi.Summary, "Update a workspace")
  .annotate(OpenApi.Description, "Changes the slug, the name or the description of a workspace.")
  .setPath(WorkspacePath)
  .setPayload(WorkspacePatch)
  .addSuccess(DataEnvelope(Workspace))
  .pipe(declareErrors("DefaultSlugFixed", "InvalidInput", "SlugTaken", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const deleteWorkspace = HttpApiEndpoint.del("deleteWorkspace", "/workspaces/:id")
  .annotate(OpenApi.Summary, "Delete a workspace")
  .annotate(
    OpenApi.Description,
    "Deletes a workspace with everything in it. The default workspace stays, and so does one with enabled keys, or with holds that are open or unknown."
  )
  .setPath(WorkspacePath)
  .addSuccess(Deleted)
  .pipe(declareErrors("DefaultWorkspaceFixed", "HoldsOpen", "WorkspaceHasKeys", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const addWorkspaceMembers = HttpApiEndpoint.post("addWorkspaceMembers", "/workspaces/:id/members/add")
  .annotate(OpenApi.Summary, "Add members to a workspace")
  .annotate(
    OpenApi.Description,
    "Adds users of the organization to a workspace. Their roles are those in the organization."
  )
  .setPath(WorkspacePath)
  .setPayload(NewWorkspaceMembers)
  .annotate(BodyLimit, 128 * KIB)
  .addSuccess(AddedWorkspaceMembers)
  .pipe(declareErrors("InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const removeWorkspaceMembers = HttpApiEndpoint.post("removeWorkspaceMembers", "/workspaces/:id/members/remove")
  .annotate(OpenApi.Summary, "Remove members from a workspace")
  .annotate(
    OpenApi.Description,
    "Removes users from a workspace and from its guardrails. Their keys in the workspace cannot spend until they are members again, and authorization codes for such keys are revoked."
  )
  .setPath(WorkspacePath)
  .setPayload(WorkspaceUsers)
  .annotate(BodyLimit, 128 * KIB)
  .addSuccess(RemovedWorkspaceMembers)
  .pipe(declareErrors("DefaultWorkspaceFixed", "InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const listWorkspaceMembers = HttpApiEndpoint.get("listWorkspaceMembers", "/workspaces/:id/members")
  .annotate(OpenApi.Summary, "List workspace members")
  .annotate(OpenApi.Description, "Returns one page of the members of a workspace, oldest first.")
  .setPath(WorkspacePath)
  .setUrlParams(PageQuery)
  .addSuccess(Paged(WorkspaceMember))
  .pipe(declareErrors("InvalidInput", "WorkspaceNotFound"))
  .middleware(ManagementKey)

const listWorkspaceBudgets = HttpApiEndpoint.get("listWorkspaceBudgets", "/workspaces/:id/budgets")
  .annotate(OpenApi.Summary, "List workspace budgets")
  .annotate(
    OpenApi.Description,
    "Returns the budgets of a workspace, from the shortest interval to the longest. A budget limits what all keys of the workspace spend together."
  )
  .setPath(WorkspacePath)
  .addSuccess(DataEnvelope(Schema.Array(PooledBudget)))
  .pipe(declareErrors("WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const setWorkspaceBudget = HttpApiEndpoint.put("setWorkspaceBudget", "/workspaces/:id/budgets/:interval")
  .annotate(OpenApi.Summary, "Set a workspace budget")
  .annotate(
    OpenApi.Description,
    "Sets what all keys of a workspace may spend together in an interval. What they have spent in the current interval counts. A shorter interval's limit must be below a longer one's."
  )
  .setPath(BudgetPath)
  .setPayload(NewPooledBudget)
  .addSuccess(DataEnvelope(PooledBudget))
  .pipe(declareErrors("BudgetOutOfOrder", "InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const deleteWorkspaceBudget = HttpApiEndpoint.del("deleteWorkspaceBudget", "/workspaces/:id/budgets/:interval")
  .annotate(OpenApi.Summary, "Delete a workspace budget")
  .annotate(OpenApi.Description, "Removes the budget of a workspace for an interval.")
  .setPath(BudgetPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("BudgetNotFound", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class WorkspacesApi extends HttpApiGroup.make("workspaces")
  .annotate(OpenApi.Title, "Workspaces")
  .annotate(OpenApi.Description, "Groups of keys, credentials, guardrails and presets in the organization.")
  .add(listWorkspaces)
  .add(createWorkspace)
  .add(getWorkspace)
  .add(updateWorkspace)
  .add(deleteWorkspace)
  .add(addWorkspaceMembers)
  .add(removeWorkspaceMembers)
  .add(listWorkspaceMembers)
  .add(listWorkspaceBudgets)
  .add(setWorkspaceBudget)
  .add(deleteWorkspaceBudget) {}
