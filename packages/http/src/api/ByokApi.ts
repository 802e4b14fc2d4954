import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  ByokCredential,
  ByokCredentialPatch,
  ByokCredentialQuery,
  Deleted,
  NewByokCredential,
  Paged
} from "@tollgate/core/models"
import { BodyLimit, KIB } from "./BodyLimit.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"
import { UuidPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const listByokCredentials = HttpApiEndpoint.get("listByokCredentials", "/byok")
  .annotate(OpenApi.Summary, "List provider credentials")
  .annotate(
    OpenApi.Description,
    "Returns one page of the organization's credentials, by provider and then by sort_order."
  )
  .setUrlParams(ByokCredentialQuery)
  .addSuccess(Paged(ByokCredential))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createByokCredential = HttpApiEndpoint.post("createByokCredential", "/byok")
  .annotate(OpenApi.Summary, "Create a provider credential")
  .annotate(OpenApi.Description, "Stores a provider's secret, encrypted. It is never returned.")
  .setPayload(NewByokCredential)
  .annotate(BodyLimit, 320 * KIB)
  .addSuccess(DataEnvelope(ByokCredential), { status: 201 })
  .pipe(declareErrors("InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getByokCredential = HttpApiEndpoint.get("getByokCredential", "/byok/:id")
  .annotate(OpenApi.Identifier, "getBYOKKey")
  .annotate(OpenApi.Summary, "Get a provider credential")
  .annotate(OpenApi.Description, "Returns a provider credential, without its secret.")
  .setPath(UuidPath)
  .addSuccess(DataEnvelope(ByokCredential))
  .pipe(declareErrors("ByokNotFound"))
  .middleware(ManagementKeyHidden)

const updateByokCredential = HttpApiEndpoint.patch("updateByokCredential", "/byok/:id")
  .annotate(OpenApi.Summary, "Update a provider credential")
  .annotate(OpenApi.Description, "Changes a provider credential. A new secret replaces the old one, which is deleted.")
  .setPath(UuidPath)
  .setPayload(ByokCredentialPatch)
  .annotate(BodyLimit, 320 * KIB)
  .addSuccess(DataEnvelope(ByokCredential))
  .pipe(declareErrors("ByokNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const deleteByokCredential = HttpApiEndpoint.del("deleteByokCredential", "/byok/:id")
  .annotate(OpenApi.Summary, "Delete a provider credential")
  .annotate(OpenApi.Description, "Deletes a provider credential and its encrypted secret.")
  .setPath(UuidPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("ByokNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class ByokApi extends HttpApiGroup.make("byok")
  .annotate(OpenApi.Title, "BYOK")
  .annotate(OpenApi.Description, "Provider credentials of the account (bring your own key).")
  .add(listByokCredentials)
  .add(createByokCredential)
  .add(getByokCredential)
  .add(updateByokCredential)
  .add(deleteByokCredential) {}
