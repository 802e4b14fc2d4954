import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Deleted, MemberIds, Unassigned } from "@tollgate/core"
import { ManagementKeyHidden } from "../middleware/ManagementKey.js"
import { refuses } from "../refuses.js"
import { UuidPath } from "../UuidPath.js"

const unassignMembers = HttpApiEndpoint.post("unassignMembers", "/guardrails/:id/assignments/members/remove")
  .annotate(OpenApi.Identifier, "bulkUnassignMembersFromGuardrail")
  .annotate(OpenApi.Summary, "Remove members from a guardrail")
  .annotate(OpenApi.Description, "Removes members from a guardrail")
  .setPath(UuidPath)
  .setPayload(MemberIds)
  .addSuccess(Unassigned)
  .pipe(refuses("InvalidInput", "GuardrailNotFound"))
  .middleware(ManagementKeyHidden)

const deleteGuardrail = HttpApiEndpoint.del("deleteGuardrail", "/guardrails/:id")
  .annotate(OpenApi.Summary, "Delete a guardrail")
  .annotate(OpenApi.Description, "Deletes a guardrail with its assignments")
  .setPath(UuidPath)
  .addSuccess(Deleted)
  .pipe(refuses("GuardrailNotFound"))
  .middleware(ManagementKeyHidden)

export class GuardrailsApi extends HttpApiGroup.make("guardrails")
  .annotate(OpenApi.Title, "Guardrails")
  .annotate(OpenApi.Description, "Policies that members are under.")
  .add(unassignMembers)
  .add(deleteGuardrail) {}
