import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ApiKey, KeyPatch } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { Data } from "../Data.js"
import { ManagementKey, ManagementKeyHidden } from "../middleware/ManagementKey.js"
import { perMinute } from "../middleware/PerMinute.js"
import { refuses } from "../refuses.js"

const KeyPath = Schema.Struct({
  hash: Schema.String.annotations({
    description: "The key's hash, 64 lower-case hex digits",
    examples: ["9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"]
  })
})

const getKey = HttpApiEndpoint.get("getKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Get an API key")
  .annotate(OpenApi.Description, "Reads a key with its limit and what it has used")
  .setPath(KeyPath)
  .addSuccess(Data(ApiKey))
  .pipe(refuses("KeyNotFound"), perMinute(600))
  .middleware(ManagementKey)

const updateKey = HttpApiEndpoint.patch("updateKey", "/keys/:hash")
  .annotate(OpenApi.Summary, "Update an API key")
  .annotate(OpenApi.Description, "Changes a key's name, its limit and how that counts, or disables it")
  .setPath(KeyPath)
  .setPayload(KeyPatch)
  .addSuccess(Data(ApiKey))
  .pipe(refuses("InvalidInput", "KeyNotFound", "LastManagementKey"), perMinute(600))
  .middleware(ManagementKeyHidden)

export class KeysApi extends HttpApiGroup.make("keys")
  .annotate(OpenApi.Title, "API Keys")
  .annotate(OpenApi.Description, "Keys with their limits and what they have used.")
  .add(getKey)
  .add(updateKey) {}
