import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  AssignedKeys,
  AssignedMembers,
  Deleted,
  Guardrail,
  GuardrailPatch,
  KeyAssignment,
  KeyHashes,
  MemberAssignment,
  MemberIds,
  NewGuardrail,
  Paged,
  PageInWorkspaceQuery,
  PageQuery,
  UnassignedKeys,
  UnassignedMembers
} from "@tollgate/core/models"
import { BodyLimit, KIB, MIB } from "./BodyLimit.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey, ManagementKeyHidden, ReadOnlyRefused } from "./ManagementKey.js"
import { UuidPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listGuardrails = HttpApiEndpoint.get("listGuardrails", "/guardrails")
  .annotate(OpenApi.Summary, "List guardrails")
  .annotate(OpenApi.Description, "Returns one page of the organization's guardrails, newest first.")
  .setUrlParams(PageInWorkspaceQuery)
  .addSuccess(Paged(Guardrail))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createGuardrail = HttpApiEndpoint.post("createGuardrail", "/guardrails")
  .annotate(OpenApi.Summary, "Create a guardrail")
  .annotate(OpenApi.Description, "Creates a guardrail without members. limit_usd requires reset_interval.")
  .setPayload(NewGuardrail)
  .annotate(BodyLimit, 2.5 * MIB)
  .addSuccess(DataEnvelope(Guardrail), { status: 201 })
  .pipe(declareErrors("IntervalRequired", "InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getGuardrail = HttpApiEndpoint.get("getGuardrail", "/guardrails/:id")
  .annotate(OpenApi.Summary, "Get a guardrail")
  .annotate(OpenApi.Description, "Returns a guardrail.")
  .setPath(UuidPath)
  .addSuccess(DataEnvelope(Guardrail))
  .pipe(declareErrors("GuardrailNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const updateGuardrail = HttpApiEndpoint.patch("updateGuardrail", "/guardrails/:id")
  .annotate(OpenApi.Summary, "Update a guardrail")
  .annotate(OpenApi.Description, "Changes the name, the limit or the rules of a guardrail.")
  .setPath(UuidPath)
  .setPayload(GuardrailPatch)
  .annotate(BodyLimit, 2.5 * MIB)
  .addSuccess(DataEnvelope(Guardrail))
  .pipe(declareErrors("GuardrailNotFound", "IntervalRequired", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const listMemberAssignments = HttpApiEndpoint.get("listMemberAssignments", "/guardrails/:id/assignments/members")
  .annotate(OpenApi.Summary, "List the members of a guardrail")
  .annotate(OpenApi.Description, "Returns one page of the member assignments of a guardrail, newest first.")
  .setPath(UuidPath)
  .setUrlParams(PageQuery)
  .addSuccess(Paged(MemberAssignment))
  .pipe(declareErrors("GuardrailNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const assignMembers = HttpApiEndpoint.post("assignMembers", "/guardrails/:id/assignments/members")
  .annotate(OpenApi.Summary, "Assign members to a guardrail")
  .annotate(
    OpenApi.Description,
    "Assigns members of the organization to a guardrail. A member has at most one guardrail in each workspace, so an earlier assignment is replaced."
  )
  .setPath(UuidPath)
  .setPayload(MemberIds)
  .annotate(BodyLimit, MIB)
  .addSuccess(AssignedMembers)
  .pipe(declareErrors("GuardrailNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const unassignMembers = HttpApiEndpoint.post("unassignMembers", "/guardrails/:id/assignments/members/remove")
  .annotate(OpenApi.Summary, "Bulk unassign members from a guardrail")
  .annotate(OpenApi.Description, "Removes members from a guardrail.")
  .setPath(UuidPath)
  .setPayload(MemberIds)
  .annotate(BodyLimit, MIB)
  .addSuccess(UnassignedMembers)
  .pipe(declareErrors("InvalidInput", "GuardrailNotFound"))
  .middleware(ManagementKeyHidden)
  .middleware(ReadOnlyRefused)

const listKeyAssignments = HttpApiEndpoint.get("listKeyAssignments", "/guardrails/:id/assignments/keys")
  .annotate(OpenApi.Summary, "List the keys of a guardrail")
  .annotate(OpenApi.Description, "Returns one page of the key assignments of a guardrail, newest first.")
  .setPath(UuidPath)
  .setUrlParams(PageQuery)
  .addSuccess(Paged(KeyAssignment))
  .pipe(declareErrors("GuardrailNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const assignKeys = HttpApiEndpoint.post("assignKeys", "/guardrails/:id/assignments/keys")
  .annotate(OpenApi.Summary, "Assign keys to a guardrail")
  .annotate(
    OpenApi.Description,
    "Assigns API keys of the guardrail's workspace to a guardrail. A key has at most one guardrail, so an earlier assignment is replaced. Management keys, keys of other workspaces and unknown keys are skipped."
  )
  .setPath(UuidPath)
  .setPayload(KeyHashes)
  .annotate(BodyLimit, 72 * KIB)
  .addSuccess(AssignedKeys)
  .pipe(declareErrors("GuardrailNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const unassignKeys = HttpApiEndpoint.post("unassignKeys", "/guardrails/:id/assignments/keys/remove")
  .annotate(OpenApi.Summary, "Bulk unassign keys from a guardrail")
  .annotate(OpenApi.Description, "Removes API keys from a guardrail. Keys that are not assigned to it are skipped.")
  .setPath(UuidPath)
  .setPayload(KeyHashes)
  .annotate(BodyLimit, 72 * KIB)
  .addSuccess(UnassignedKeys)
  .pipe(declareErrors("GuardrailNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const listAllMemberAssignments = HttpApiEndpoint.get("listAllMemberAssignments", "/guardrails/assignments/members")
  .annotate(OpenApi.Summary, "List the member assignments of all guardrails")
  .annotate(OpenApi.Description, "Returns one page of the member assignments of all guardrails, newest first.")
  .setUrlParams(PageQuery)
  .addSuccess(Paged(MemberAssignment))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const listAllKeyAssignments = HttpApiEndpoint.get("listAllKeyAssignments", "/guardrails/assignments/keys")
  .annotate(OpenApi.Summary, "List the key assignments of all guardrails")
  .annotate(OpenApi.Description, "Returns one page of the key assignments of all guardrails, newest first.")
  .setUrlParams(PageQuery)
  .addSuccess(Paged(KeyAssignment))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const deleteGuardrail = HttpApiEndpoint.del("deleteGuardrail", "/guardrails/:id")
  .annotate(OpenApi.Summary, "Delete a guardrail")
  .annotate(OpenApi.Description, "Deletes a guardrail and its assignments.")
  .setPath(UuidPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("GuardrailNotFound"))
  .middleware(ManagementKeyHidden)
  .middleware(ReadOnlyRefused)

export class GuardrailsApi extends HttpApiGroup.make("guardrails")
  .annotate(OpenApi.Title, "Guardrails")
  .annotate(OpenApi.Description, "Policies that apply to the members assigned to them.")
  .add(listGuardrails)
  .add(createGuardrail)
  .add(getGuardrail)
  .add(updateGuardrail)
  .add(listMemberAssignments)
  .add(assignMembers)
  .add(unassignMembers)
  .add(listKeyAssignments)
  .add(assignKeys)
  .add(unassignKeys)
  .add(listAllMemberAssignments)
  .add(listAllKeyAssignments)
  .add(deleteGuardrail) {}
