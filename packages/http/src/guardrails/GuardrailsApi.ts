import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { anyCase, expected, GuardrailId, MemberIds } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { ManagementKeyHidden } from "../auth/ManagementKey.js"
import { UuidPath } from "../UuidPath.js"
import { BadRequest, NotFound } from "../WireError.js"

const unassignMembers = HttpApiEndpoint.post("unassignMembers", "/guardrails/:id/assignments/members/remove")
  .annotate(OpenApi.Identifier, "bulkUnassignMembersFromGuardrail")
  .annotate(OpenApi.Summary, "Remove members from a guardrail")
  .setPath(Schema.Struct({ id: anyCase(GuardrailId).pipe(expected("a UUID")) }))
  .setPayload(MemberIds)
  .addSuccess(Schema.Struct({ unassigned_count: Schema.Int }))
  .addError(BadRequest)
  .addError(NotFound)
  .middleware(ManagementKeyHidden)

const deleteGuardrail = HttpApiEndpoint.del("deleteGuardrail", "/guardrails/:id")
  .annotate(OpenApi.Identifier, "deleteGuardrail")
  .annotate(OpenApi.Summary, "Delete a guardrail")
  .setPath(UuidPath)
  .addSuccess(Schema.Struct({ deleted: Schema.Boolean }))
  .addError(NotFound)
  .middleware(ManagementKeyHidden)

export class GuardrailsApi extends HttpApiGroup.make("guardrails")
  .annotate(OpenApi.Title, "Guardrails")
  .add(unassignMembers)
  .add(deleteGuardrail) {}
