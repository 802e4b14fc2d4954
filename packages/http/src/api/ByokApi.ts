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
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"
import { rateLimit } from "./RateLimit.js"
import { UuidPath } from "./UuidPath.js"

const listByokCredentials = HttpApiEndpoint.get("listByokCredentials", "/byok")
  .annotate(OpenApi.Summary, "List provider credentials")
  .annotate(OpenApi.Description, "One page of the organization's credentials, by provider and then in their order")
  .setUrlParams(ByokCredentialQuery)
  .addSuccess(Paged(ByokCredential))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createByokCredential = HttpApiEndpoint.post("createByokCredential", "/byok")
  .annotate(OpenApi.Summary, "Store a provider credential")
  .annotate(OpenApi.Description, "Stores a provider's secret, sealed; no answer ever shows it")
  .setPayload(NewByokCredential)
  .addSuccess(DataEnvelope(ByokCredential), { status: 201 })
  .pipe(declareErrors("InvalidInput", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getByokCredential = HttpApiEndpoint.get("getByokCredential", "/byok/:id")
  .annotate(OpenApi.Identifier, "getBYOKKey")
  .annotate(OpenApi.Summary, "Read a provider credential")
  .annotate(OpenApi.Description, "One provider credential, without its secret")
  .setPath(UuidPath)
  .addSuccess(DataEnvelope(ByokCredential))
  .pipe(declareErrors("ByokNotFound"))
  .middleware(ManagementKeyHidden)

const updateByokCredential = HttpApiEndpoint.patch("updateByokCredential", "/byok/:id")
  .annotate(OpenApi.Summary, "Update a provider credential")
  .annotate(OpenApi.Description, "Changes a credential; a new secret takes the place of the old one, which is gone")
  .setPath(UuidPath)
  .setPayload(ByokCredentialPatch)
  .addSuccess(DataEnvelope(ByokCredential))
  .pipe(declareErrors("ByokNotFound", "InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const deleteByokCredential = HttpApiEndpoint.del("deleteByokCredential", "/byok/:id")
  .annotate(OpenApi.Summary, "Delete a provider credential")
  .annotate(OpenApi.Description, "Deletes a credential and wipes its sealed secret")
  .setPath(UuidPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("ByokNotFound"), rateLimit(600))
  .middleware(ManagementKey)

export class ByokApi extends HttpApiGroup.make("byok")
  .annotate(OpenApi.Title, "BYOK")
  .annotate(OpenApi.Description, "Provider credentials of the account's own (bring your own key).")
  .add(listByokCredentials)
  .add(createByokCredential)
  .add(getByokCredential)
  .add(updateByokCredential)
  .add(deleteByokCredential) {}
