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
  KeyRotation,
  NamedBudget,
  NewApiKey,
  Paged,
  UpdatedApiKey
} from "@tollgate/core/models"
import * as Schema from "effect/Schema"
import { AnyApiKey } from "./AnyKey.js"
import { DataEnvelope } from "./DataEnvelope.js"
import { declareErrors } from "./declareErrors.js"
import { ManagementKey, ManagementKeyHidden, ReadOnlyRefused } from "./ManagementKey.js"
import { OptionalBody } from "./OptionalBody.js"
import { KeyPath } from "./paths.js"
import { rateLimit } from "./RateLimit.js"

const getCurrentKey = HttpApiEndpoint.get("getCurrentKey", "/key")
  .annotate(OpenApi.Summary, "Get the current API key")
  .annotate(
    OpenApi.Description,
    "Returns the API key used to authenticate this request, with its limit, its usage and the budgets that limit it."
  )
  .addSuccess(DataEnvelope(CurrentApiKey))
  .pipe(declareErrors("InvalidCredential"), rateLimit(600))
  .middleware(AnyApiKey)

const listKeys = HttpApiEndpoint.get("listKeys", "/keys")
  .annotate(OpenApi.Summary, "List API keys")
  .annotate(
    OpenApi.Description,
    "Returns one page of the organization's API keys, newest first by default. `q` searches names, labels and external ids; `hash_prefix` and " +
      "`name` find a key by the beginning of its hash or its whole name."
  )
  .setUrlParams(ApiKeyQuery)
  .addSuccess(Paged(ApiKey))
  .pipe(declareErrors("InvalidInput"), rateLimit(600))
  .middleware(ManagementKey)

const createKey = HttpApiEndpoint.post("createKey", "/keys")
  .annotate(OpenApi.Summary, "Create an API key")
  .annotate(OpenApi.Description, "Creates an API key. The secret is returned only in this response.")
  .setPayload(NewApiKey)
  .addSuccess(CreatedApiKey, { status: 201 })
  .pipe(
    declareErrors("ExpiryInThePast", "ExternalIdTaken", "InvalidInput", "UserNotInOrganization", "WorkspaceNotFound"),
    rateLimit(600)
  )
  .middleware(ManagementKey)

const getKey = HttpApiEndpoint.get("getKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Get an API key")
  .annotate(OpenApi.Description, "Returns an API key with its limit and usage.")
  .setPath(KeyPath)
  .addSuccess(DataEnvelope(ApiKey))
  .pipe(declareErrors("KeyNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const listKeyBudgets = HttpApiEndpoint.get("listKeyBudgets", "/keys/:hash/budgets")
  .annotate(OpenApi.Summary, "List the budgets of an API key")
  .annotate(
    OpenApi.Description,
    "Returns every budget that limits what an API key spends, from the narrowest to the widest: its own, those of its guardrail, of the guardrail of its user, of its workspace and of its organization. Amounts of a shared budget are those of all who spend from it."
  )
  .setPath(KeyPath)
  .addSuccess(DataEnvelope(Schema.Array(NamedBudget)))
  .pipe(declareErrors("KeyNotFound"), rateLimit(600))
  .middleware(ManagementKey)

const updateKey = HttpApiEndpoint.patch("updateKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Update an API key")
  .annotate(
    OpenApi.Description,
    "Changes an API key. Omitted fields keep their values. A disabled key is enabled only while its user is a member of its workspace."
  )
  .setPath(KeyPath)
  .setPayload(ApiKeyPatch)
  .addSuccess(DataEnvelope(UpdatedApiKey))
  .pipe(
    declareErrors(
      "CreatorLeft",
      "ExpiryInThePast",
      "ExternalIdTaken",
      "InvalidInput",
      "KeyNotFound",
      "LastManagementKey"
    ),
    rateLimit(600)
  )
  .middleware(ManagementKeyHidden)
  .middleware(ReadOnlyRefused)

const rotateKey = HttpApiEndpoint.post("rotateKey", "/keys/:hash/rotate")
  .annotate(OpenApi.Summary, "Rotate an API key")
  .annotate(
    OpenApi.Description,
    "Gives an API key a new secret, which is returned only in this response. The old secret keeps working for `grace_seconds`. By default it stops at once. The hash, limits, usage, assignments and holds stay. The user of the key must be a member of its workspace."
  )
  .setPath(KeyPath)
  .setPayload(KeyRotation)
  .addSuccess(CreatedApiKey, { status: 201 })
  .pipe(declareErrors("CreatorLeft", "InvalidInput", "KeyNotFound"), rateLimit(600))
  .annotate(OptionalBody, true)
  .middleware(ManagementKey)

const deleteKey = HttpApiEndpoint.del("deleteKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Delete an API key")
  .annotate(
    OpenApi.Description,
    "Deletes an API key. It is rejected from the next request on. The organization's last management key cannot be deleted."
  )
  .setPath(KeyPath)
  .addSuccess(Deleted)
  .pipe(declareErrors("KeyNotFound", "LastManagementKey"), rateLimit(600))
  .middleware(ManagementKey)

export class KeysApi extends HttpApiGroup.make("keys")
  .annotate(OpenApi.Title, "API Keys")
  .annotate(OpenApi.Description, "API keys with their limits and usage.")
  .add(getCurrentKey)
  .add(listKeys)
  .add(createKey)
  .add(getKey)
  .add(listKeyBudgets)
  .add(updateKey)
  .add(rotateKey)
  .add(deleteKey) {}
