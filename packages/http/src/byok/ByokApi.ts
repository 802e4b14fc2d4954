import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ByokCredential } from "@tollgate/core/models"
import { Data } from "../Data.js"
import { ManagementKeyHidden } from "../middleware/ManagementKey.js"
import { refuses } from "../refuses.js"
import { UuidPath } from "../UuidPath.js"

const getByokCredential = HttpApiEndpoint.get("getByokCredential", "/byok/:id")
  .annotate(OpenApi.Identifier, "getBYOKKey")
  .annotate(OpenApi.Summary, "Read a provider credential")
  .annotate(OpenApi.Description, "One provider credential, without its secret")
  .setPath(UuidPath)
  .addSuccess(Data(ByokCredential))
  .pipe(refuses("ByokNotFound"))
  .middleware(ManagementKeyHidden)

export class ByokApi extends HttpApiGroup.make("byok")
  .annotate(OpenApi.Title, "BYOK")
  .annotate(OpenApi.Description, "Provider credentials of the account's own (bring your own key).")
  .add(getByokCredential) {}
