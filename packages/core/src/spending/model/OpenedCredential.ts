import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { documented } from "../../schema/fields.js"
import { refusal } from "../../schema/refusal.js"

/** A provider credential that was opened for a hold: its secret alone. */
export const OpenedCredential = Schema.Struct({
  key: documented(
    Schema.Redacted(Schema.String),
    "The provider's secret. Keep it in memory, and only as long as the request needs it.",
    Redacted.make("sk-ant-not-a-real-secret")
  )
}).annotations({ identifier: "OpenedCredential", description: "The secret of a provider credential." })
export interface OpenedCredential extends Schema.Schema.Type<typeof OpenedCredential> {}

/** The server does not serve the secrets of provider credentials. */
export class CredentialsNotServed extends refusal<CredentialsNotServed>()("CredentialsNotServed", {}) {}
