import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import {
  ApiKey,
  ApiKeyPatch,
  ApiKeyQuery,
  CreatedApiKey,
  CurrentApiKey,
  Deleted,
  NewApiKey,
  Paged
} from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { AnyKey } from "./AnyKey.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey, ManagementKeyHidden } from "./ManagementKey.js"
import { rateLimit } from "./RateLimit.js"

const KeyPath = Schema.Struct({
  hash: Schema.String.annotations({
    description: "The key's hash, 64 lower-case hex digits",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
  })
})

const getCurrentKey = HttpApiEndpoint.get("getCurrentKey", "/key")
  .annotate(OpenApi.Summary, "Get the current API key")
  .annotate(OpenApi.Description, "Reads the key that asks, with its limit and what it has used")
  .addSuccess(DataEnvelope(CurrentApiKey))
  .pipe(declareErrors("InvalidCredential"), rateLimit(600))
  .middleware(AnyKey)

const listKeys = HttpApiEndpoint.get("listKeys", "/keys")
  .annotate(OpenApi.Summary, "List API keys")
  .annotate(OpenApi.Description, "One page of the organization's keys, newest first")
  .setUrlParams(ApiKeyQuery)
  .addSuccess(Paged(ApiKey))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createKey = HttpApiEndpoint.post("createKey", "/keys")
  .annotate(OpenApi.Summary, "Create an API key")
  .annotate(OpenApi.Description, "Creates a key; its secret stands in this answer and is never shown again")
  .setPayload(NewApiKey)
  .addSuccess(CreatedApiKey, { status: 201 })
  .pipe(declareErrors("ExpiryInThePast", "InvalidInput", "UserNotInOrganization", "WorkspaceNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const getKey = HttpApiEndpoint.get("getKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Get an API key")
  .annotate(OpenApi.Description, "Reads a key with its limit and what it has used")
  .setPath(KeyPath)
  .addSuccess(DataEnvelope(ApiKey))
  .pipe(declareErrors("KeyNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const updateKey = HttpApiEndpoint.patch("updateKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Update an API key")
  .annotate(OpenApi.Description, "Changes a key's name, its limit and how that counts, or disables it")
  .setPath(KeyPath)
  .setPayload(ApiKeyPatch)
  .addSuccess(DataEnvelope(ApiKey))
  .pipe(declareErrors("InvalidInput", "KeyNotFound", "LastManagementKey"), rateLimit(600))
  .middleware(ManagementKeyHidden)

const deleteKey = HttpApiEndpoint.del("deleteKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Delete an API key")
  .annotate(
    OpenApi.Description,
    "Deletes a key, which opens nothing from the next request on; the last management key stays"
  )
  .setPath(KeyPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("KeyNotFound", "LastManagementKey"), rateLimit(600))
  .middleware(ManagementKey)

export class KeysApi extends HttpApiGroup.make("keys")
  .annotate(OpenApi.Title, "API Keys")
  .annotate(OpenApi.Description, "Keys with their limits and what they have used.")
  .add(getCurrentKey)
  .add(listKeys)
  .add(createKey)
  .add(getKey)
  .add(updateKey)
  .add(deleteKey) {}
