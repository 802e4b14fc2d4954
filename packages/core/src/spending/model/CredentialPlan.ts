import * as Schema from "effect/Schema"
import { ByokId } from "../../byok/ByokCredential.js"
import { documented } from "../../schema/fields.js"
import { unchecked } from "../../schema/unchecked.js"
import { Name } from "../../values/Name.js"
import { ProviderSlug } from "../../values/ProviderSlug.js"

const slot = documented(Schema.NullOr(ByokId), "UUID of the credential. Null for the gateway's own.", null)

/** Why a credential is not in a plan. */
export const LeftOutReason = Schema.Literal("disabled", "model", "key", "user", "provider", "budget")

/** The credentials that a request may use, in the order to try them. It contains no secret. */
export const CredentialPlan = Schema.Struct({
  credentials: documented(
    Schema.Array(
      Schema.Struct({
        id: slot,
        provider: documented(
          Schema.NullOr(unchecked(ProviderSlug)),
          "Slug of the provider. Null for any.",
          "anthropic"
        ),
        name: documented(Schema.NullOr(unchecked(Name)), "Display name. Null if it has none.", null),
        label: documented(Schema.NullOr(Schema.String), "Masked secret. Null for the gateway's own.", null)
      })
    ),
    "Credentials in order: primary, the gateway's own, fallbacks."
  ),
  left_out: documented(
    Schema.Array(
      Schema.Struct({
        id: slot,
        reason: documented(LeftOutReason, "What excludes the credential.", "disabled")
      })
    ),
    "Credentials of the workspace that the request may not use."
  )
}).annotations({ identifier: "CredentialPlan", description: "The credentials of a request, in the order to try them." })
export interface CredentialPlan extends Schema.Schema.Type<typeof CredentialPlan> {}
