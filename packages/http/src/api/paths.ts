import {
  BoostId,
  BudgetInterval,
  BudgetRequestId,
  ByokId,
  HoldId,
  ImageModelSlug,
  ImageModelVendor,
  InvalidInput,
  KeyHash,
  RunPath,
  Slug,
  UserId,
  unchecked,
  VersionNumber,
  WebhookDeliveryId,
  WorkspaceId,
  WorkspaceIdInput,
  WorkspaceRef
} from "@tollgate/core/models"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

export { BASE_PATH } from "./basePath.js"

/** A path parameter in the form of `schema`. Other text identifies nothing, so the program answers 404 and not 400. */
const parameter = (schema: Schema.Schema.AnyNoContext, description: string, example?: string) =>
  unchecked(schema, { description, ...(example === undefined ? {} : { examples: [example] }) })

export const UuidPath = Schema.Struct({ id: parameter(WorkspaceId, "UUID of the resource.") })

export const KeyPath = Schema.Struct({
  hash: parameter(
    KeyHash,
    "Hash of the key, 64 lowercase hexadecimal digits.",
    "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
  )
})

export const HoldPath = Schema.Struct({
  id: parameter(HoldId, "UUID of the hold.", "01a19467-e800-7cc3-98c4-dc0c0c07398f")
})

export const HoldCredentialPath = Schema.Struct({
  ...HoldPath.fields,
  credential_id: parameter(ByokId, "UUID of the credential.")
})

export const RunPathParameter = Schema.Struct({
  path: parameter(
    RunPath,
    "Path of the run: names from the outermost run to this one, joined by slashes. In a URL, a slash of the path is `%2F`.",
    "job-7/researcher"
  )
})

export const MemberPath = Schema.Struct({
  user_id: parameter(UserId, "Id of the user, as the host assigned it.", "ada")
})

export const PresetPath = Schema.Struct({ slug: parameter(Slug, "Slug of the preset.", "support-answers") })

export const PresetVersionPath = Schema.Struct({
  ...PresetPath.fields,
  version: parameter(Schema.encodedBoundSchema(VersionNumber), "Number of the version, in decimal digits.", "2")
})

export const ImageModelPath = Schema.Struct({
  author: parameter(ImageModelVendor, "The part of the model id before the slash.", "acme"),
  slug: parameter(ImageModelSlug, "The part of the model id after the slash.", "painter")
})

export const WebhookDeliveryPath = Schema.Struct({
  ...UuidPath.fields,
  delivery_id: parameter(WebhookDeliveryId, "UUID of the delivery.")
})

export const WorkspacePath = Schema.Struct({
  id: parameter(WorkspaceRef, "UUID or slug of the workspace.", "default")
})

export const BoostPath = Schema.Struct({ id: parameter(BoostId, "UUID of the boost.") })

export const BudgetRequestPath = Schema.Struct({ id: parameter(BudgetRequestId, "UUID of the request for more.") })

export const BudgetPath = Schema.Struct({
  ...WorkspacePath.fields,
  interval: parameter(BudgetInterval, "Interval of the budget: daily, weekly, monthly or lifetime.", "monthly")
})

const readUuid = Schema.decodeUnknownOption(WorkspaceIdInput)

/** The parameters of a path, with a UUID of a resource in lowercase, as programs read it. */
export const normalizedPath = (path: object): ReadonlyArray<unknown> =>
  Object.entries(path).map(([name, value]) => (name === "id" ? Option.getOrElse(readUuid(value), () => value) : value))

/**
 * Decodes path parameters whose form is validated. The program does this, and not the endpoint: the framework decodes an
 * endpoint's path before the body, but the body's media type and size are checked first.
 */
export const readPath = <Fields extends Schema.Struct.Fields>(fields: Fields) => {
  const decode = Schema.decodeUnknown(Schema.Struct(fields))
  return (path: unknown) => Effect.mapError(decode(path), InvalidInput.fromParseError)
}
