import * as Data from "effect/Data"
import * as Schema from "effect/Schema"
import { type OrganizationId, uuid, WorkspaceId, WorkspaceIdInput } from "../Id.js"
import { expected, strict } from "../Input.js"
import { KeyHash } from "../keys/KeyHash.js"
import { Name, UserId } from "../Text.js"
import { Provider } from "./Provider.js"

export const ByokId = uuid("ByokId")
export type ByokId = typeof ByokId.Type

const allowlist = <A, I>(item: Schema.Schema<A, I>) => Schema.NullOr(Schema.Array(item).pipe(Schema.maxItems(100)))

/**
 * A provider credential as it is shown: never the secret. In the allowlists `null` restricts nothing and an empty list
 * lets nobody through.
 */
export const ByokCredential = Schema.Struct({
  id: ByokId,
  provider: Provider,
  workspace_id: WorkspaceId,
  label: Schema.String,
  name: Schema.NullOr(Schema.String),
  disabled: Schema.Boolean,
  is_fallback: Schema.Boolean,
  allowed_models: allowlist(Schema.String),
  allowed_api_key_hashes: allowlist(KeyHash),
  allowed_user_ids: allowlist(UserId),
  sort_order: Schema.Int,
  created_at: Schema.DateTimeUtc
}).annotations({ identifier: "BYOKKey" })
export type ByokCredential = typeof ByokCredential.Type

/** A credential as it is kept: its secret only sealed. */
export interface ByokRecord extends ByokCredential {
  readonly organization_id: OrganizationId
  readonly sealed: Uint8Array
}

const flag = Schema.Boolean.pipe(expected("true or false"))
const allowlistInput = <A, I>(item: Schema.Schema<A, I>, phrase: string) =>
  Schema.optionalWith(allowlist(item).pipe(expected(`a list of at most 100 ${phrase}, or null`)), {
    default: () => null
  })

export const NewByokCredential = Schema.Struct({
  provider: Provider,
  key: Schema.Redacted(
    Schema.String.pipe(
      Schema.minLength(1),
      Schema.maxLength(16_384),
      // It is sealed as UTF-8, which could not give half a surrogate pair back.
      Schema.filter((secret) => secret.isWellFormed()),
      expected("a secret of 1 to 16384 characters")
    )
  ),
  name: Schema.optionalWith(Schema.NullOr(Name), { default: () => null }),
  disabled: Schema.optionalWith(flag, { default: () => false }),
  is_fallback: Schema.optionalWith(flag, { default: () => false }),
  allowed_models: allowlistInput(Name, "model slugs"),
  allowed_api_key_hashes: allowlistInput(KeyHash, "key hashes"),
  allowed_user_ids: allowlistInput(UserId, "user ids"),
  sort_order: Schema.optionalWith(
    Schema.Int.pipe(Schema.between(0, 1_000_000), expected("a whole number from 0 to 1000000")),
    { exact: true }
  ),
  workspace_id: Schema.optionalWith(WorkspaceIdInput, { exact: true })
}).annotations({ identifier: "NewByokCredential", ...strict })
export type NewByokCredential = typeof NewByokCredential.Type

/** No such credential in the caller's organization. */
export class ByokNotFound extends Data.TaggedError("ByokNotFound") {
  override get message(): string {
    return "The organization has no such credential."
  }
}
