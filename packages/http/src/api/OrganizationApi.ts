import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { NewOrganizationMember, OrganizationMember, Paged, PageQuery } from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { rateLimit } from "./RateLimit.js"

const listOrganizationMembers = HttpApiEndpoint.get("listOrganizationMembers", "/organization/members")
  .annotate(OpenApi.Summary, "List organization members")
  .annotate(OpenApi.Description, "Returns one page of the organization's members, newest first.")
  .setUrlParams(PageQuery)
  .addSuccess(Paged(OrganizationMember))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const addOrganizationMember = HttpApiEndpoint.post("addOrganizationMember", "/organization/members")
  .annotate(OpenApi.Summary, "Add an organization member")
  .annotate(OpenApi.Description, "Adds a user to the organization and to its default workspace.")
  .setPayload(NewOrganizationMember)
  .addSuccess(DataEnvelope(OrganizationMember), { status: 201 })
  .pipe(declareErrors("AlreadyMember", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

export class OrganizationApi extends HttpApiGroup.make("organization")
  .annotate(OpenApi.Title, "Organization")
  .annotate(OpenApi.Description, "The caller's organization and its members.")
  .add(listOrganizationMembers)
  .add(addOrganizationMember) {}
