import * as HttpApi from "@effect/platform/HttpApi"
import * as HttpApiEndpoint from "@effect/platform/HttpApiEndpoint"
import * as HttpApiGroup from "@effect/platform/HttpApiGroup"
import * as OpenApi from "@effect/platform/OpenApi"
import { ImportedKeys, NewImportedKeys } from "@tollgate/core/models"
import { BodyLimit, MIB } from "./BodyLimit.js"
import { declareErrors } from "./declareErrors.js"
import { describeDocument } from "./document/describeDocument.js"
import { KeysApi } from "./KeysApi.js"
import { ManagementKey } from "./ManagementKey.js"
import { nothingCreated } from "./NothingCreated.js"
import { type Operation, reflectOperations } from "./Operation.js"
import { BASE_PATH } from "./paths.js"
import { rateLimit } from "./RateLimit.js"
import { TollgateApi } from "./TollgateApi.js"
import { InternalError } from "./WireError.js"

const importKeys = HttpApiEndpoint.post("importKeys", "/keys/import")
  .annotate(OpenApi.Summary, "Import API keys")
  .annotate(
    OpenApi.Description,
    "Imports API keys of another service by the SHA-256 of their secrets: all of them, or none. Each gets a random hash. A server offers this only if its operator allows it."
  )
  .setPayload(NewImportedKeys)
  // Keys with long metadata go into several requests.
  .annotate(BodyLimit, 4 * MIB)
  .addSuccess(ImportedKeys, { status: 201 })
  .pipe(
    declareErrors("HashTaken", "InvalidInput", "WorkspaceNotFound"),
    rateLimit(600),
    nothingCreated((_, { dry_run }) => dry_run)
  )
  .middleware(ManagementKey)

const alone = HttpApi.make("import")
  .add(HttpApiGroup.make("keys").add(importKeys))
  .addError(InternalError)
  .prefix(BASE_PATH)

const [operation] = reflectOperations(alone)
if (operation === undefined) throw new Error("The import has no operation.")

/** The operation that imports keys. It is not part of the contract: a server has it only if it is allowed. */
export const importOperation: Operation = operation

/** The contract with the import, for the document of a server that allows it. */
export const contractWithImport = () => {
  const contract = TollgateApi.add(KeysApi.add(importKeys).prefix(BASE_PATH))
  return contract.annotate(OpenApi.Transform, (document) => describeDocument(document, reflectOperations(contract)))
}
