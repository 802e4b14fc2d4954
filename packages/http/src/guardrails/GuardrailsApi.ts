import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { Deleted, GuardrailIdInput, MemberIds, Unassigned } from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { ManagementKeyHidden } from "../middleware/ManagementKey.js"
import { refuses } from "../refuses.js"
import { UuidPath } from "../UuidPath.js"

/** A UUID; what is none is a bad request here, as the contract has no other word for it. */
const GuardrailPath = Schema.Struct({ id: Schema.compose(GuardrailIdInput, Schema.String) })

const unassignMembers = HttpApiEndpoint.post("unassignMembers", "/guardrails/:id/assignments/members/remove")
  .annotate(OpenApi.Identifier, "bulkUnassignMembersFromGuardrail")
  .annotate(OpenApi.Summary, "Remove members from a guardrail")
  .annotate(OpenApi.Description, "Removes members from a guardrail")
  .setPath(GuardrailPath)
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
