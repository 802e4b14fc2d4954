import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ByokCredential } from "@tollgate/core"
import * as Schema from "effect/Schema"
import { ManagementKeyHidden } from "../auth/ManagementKey.js"
import { UuidPath } from "../UuidPath.js"
import { NotFound } from "../WireError.js"

const getByokKey = HttpApiEndpoint.get("getByokKey", "/byok/:id")
  .annotate(OpenApi.Identifier, "getBYOKKey")
  .annotate(OpenApi.Summary, "Read a provider credential")
  .setPath(UuidPath)
  .addSuccess(Schema.Struct({ data: ByokCredential }))
  .addError(NotFound)
  .middleware(ManagementKeyHidden)

export class ByokApi extends HttpApiGroup.make("byok").annotate(OpenApi.Title, "BYOK").add(getByokKey) {}
