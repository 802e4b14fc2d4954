import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  NewOrganizationMember,
  Organization,
  OrganizationMember,
  OrganizationMemberPatch,
  OrganizationPatch,
  Paged,
  PageQuery,
  RemovedOrganizationMember
} from "@tollgate/core/models"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey } from "./ManagementKey.js"
import { MemberPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const getOrganization = HttpApiEndpoint.get("getOrganization", "/organization")
  .annotate(OpenApi.Summary, "Get the organization")
  .annotate(OpenApi.Description, "Returns the caller's organization.")
  .addSuccess(DataEnvelope(Organization))
  .pipe(rateLimit(600))
  .middleware(ManagementKey)

const updateOrganization = HttpApiEndpoint.patch("updateOrganization", "/organization")
  .annotate(OpenApi.Summary, "Update the organization")
  .annotate(OpenApi.Description, "Changes the name of the organization, or the default limit of new keys.")
  .setPayload(OrganizationPatch)
  .addSuccess(DataEnvelope(Organization))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

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

const updateOrganizationMember = HttpApiEndpoint.patch("updateOrganizationMember", "/organization/members/:user_id")
  .annotate(OpenApi.Summary, "Update an organization member")
  .annotate(OpenApi.Description, "Changes the role of a member. The last admin keeps it.")
  .setPath(MemberPath)
  .setPayload(OrganizationMemberPatch)
  .addSuccess(DataEnvelope(OrganizationMember))
  .pipe(declareErrors("InvalidInput", "LastAdmin", "OrganizationMemberNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const removeOrganizationMember = HttpApiEndpoint.del("removeOrganizationMember", "/organization/members/:user_id")
  .annotate(OpenApi.Summary, "Remove an organization member")
  .annotate(
    OpenApi.Description,
    "Removes a user from the organization, its workspaces and its guardrails, disables the user's keys and revokes authorization codes for such keys. The last admin and the last enabled management key that does not expire stay."
  )
  .setPath(MemberPath)
  .addSuccess(RemovedOrganizationMember)
  .pipe(declareErrors("LastAdmin", "MemberHasLastManagementKey", "OrganizationMemberNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class OrganizationApi extends HttpApiGroup.make("organization")
  .annotate(OpenApi.Title, "Organization")
  .annotate(OpenApi.Description, "The caller's organization and its members.")
  .add(getOrganization)
  .add(updateOrganization)
  .add(listOrganizationMembers)
  .add(addOrganizationMember)
  .add(updateOrganizationMember)
  .add(removeOrganizationMember) {}
