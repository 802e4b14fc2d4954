import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { notFoundById } from "../access/notFound.js"
import { AlertKind } from "../alerts/AlertKind.js"
import { expected } from "../schema/expected.js"
import { bool, changesTo, documented, nullable, optional, optionalFalse, required, strict } from "../schema/fields.js"
import { refusal } from "../schema/refusal.js"
import { unchecked } from "../schema/unchecked.js"
import { uuid } from "../schema/uuid.js"
import { ScopeKind } from "../spending/model/Scope.js"
import { Name } from "../values/Name.js"
import { MAX_WEBHOOK_URL, WEBHOOK_URL } from "./judgeWebhookUrl.js"

/** UUID of a webhook. */
export const WebhookId = uuid("WebhookId")
export type WebhookId = typeof WebhookId.Type

/** The most webhooks of an organization. */
export const MAX_WEBHOOKS = 20

const words = {
  url:
    "Address that messages are sent to: https, without a user, a password or a fragment, at most 2048 characters. Its path may be a secret, " +
    "so it is shown to management keys alone, and logs have its host.",
  name: "Display name. Null if it has none.",
  kinds: "Kinds of alerts that are sent: crossing, refused, unknown, request. Null means all.",
  scopes:
    "Kinds of scopes whose alerts are sent: key, guardrail_key, guardrail_member, run, workspace, organization. Null means all.",
  disabled: "Whether the webhook is disabled and gets no messages."
}

const kinds = Schema.NullOr(Schema.Array(AlertKind))
const scopes = Schema.NullOr(Schema.Array(ScopeKind))

/** A webhook, without its secret. Alerts of the organization are sent to it. */
export const Webhook = Schema.Struct({
  id: documented(WebhookId, "Unique identifier."),
  name: documented(Schema.NullOr(unchecked(Name)), words.name, "On call"),
  url: documented(Schema.String, words.url, "https://hooks.example.com/services/T01/B01"),
  label: documented(Schema.String, "Masked secret, to recognize it by.", "whsec_MfK...x0Hw"),
  kinds: documented(kinds, words.kinds, ["crossing", "request"]),
  scopes: documented(scopes, words.scopes, null),
  disabled: documented(Schema.Boolean, words.disabled),
  created_at: documented(Schema.DateTimeUtc, "Creation time (UTC).")
}).annotations({
  identifier: "Webhook",
  description: "An address that alerts of the organization are sent to, without the secret that signs them."
})
export interface Webhook extends Schema.Schema.Type<typeof Webhook> {}

/** Some of the values of a filter, each named once. */
const someOf = <A extends string>(values: Schema.Literal<[A, ...Array<A>]>) =>
  Schema.NullOr(
    Schema.Array(values).pipe(
      Schema.minItems(1),
      Schema.maxItems(values.literals.length),
      Schema.filter((list) => new Set(list).size === list.length)
    )
  ).pipe(expected(`a list of 1 to ${values.literals.length} of ${values.literals.join(", ")}, each once, or null`))

const url = Schema.String.pipe(Schema.minLength(1), Schema.maxLength(MAX_WEBHOOK_URL), expected(WEBHOOK_URL))
const terms = {
  url,
  name: Schema.NullOr(Name),
  kinds: someOf<AlertKind>(AlertKind),
  scopes: someOf<ScopeKind>(ScopeKind)
}

/** Input for creating a webhook. */
export const NewWebhook = Schema.Struct({
  url: required(terms.url, words.url),
  name: nullable(terms.name, words.name),
  kinds: nullable(terms.kinds, words.kinds),
  scopes: nullable(terms.scopes, words.scopes),
  disabled: optionalFalse(words.disabled)
}).annotations({
  identifier: "NewWebhook",
  description: "Input for creating a webhook.",
  examples: [
    {
      url: "https://hooks.example.com/services/T01/B01",
      name: "On call",
      kinds: ["crossing", "request"],
      scopes: null,
      disabled: false
    }
  ],
  ...strict
})
export interface NewWebhook extends Schema.Schema.Type<typeof NewWebhook> {}

/** A new webhook, with the secret that signs its messages. */
export const CreatedWebhook = Schema.Struct({
  secret: documented(
    Schema.Redacted(Schema.String),
    "The secret that signs messages, as Standard Webhooks has it: whsec_ and the base64 of 32 bytes. It is returned only in this response.",
    Redacted.make("whsec_…")
  ),
  data: documented(Webhook, "The webhook without its secret.")
}).annotations({ identifier: "CreatedWebhook", description: "A new webhook and its secret." })
export interface CreatedWebhook extends Schema.Schema.Type<typeof CreatedWebhook> {}

/** Changes to a webhook. Absent fields are left unchanged; `null` clears a field. The secret stays. */
export const WebhookPatch = Schema.Struct({
  url: optional(terms.url, words.url),
  name: optional(terms.name, words.name),
  kinds: optional(terms.kinds, words.kinds),
  scopes: optional(terms.scopes, words.scopes),
  disabled: optional(bool, `${words.disabled} Disabling a webhook ends its pending deliveries.`)
}).annotations(changesTo("a webhook", "WebhookPatch", { name: "Night shift", kinds: ["refused"] }))
export interface WebhookPatch extends Schema.Schema.Type<typeof WebhookPatch> {}

/** The caller's organization has no webhook with this id. */
export class WebhookNotFound extends notFoundById<WebhookNotFound>()("WebhookNotFound") {}

/** The organization has 20 webhooks, the most that it may have. */
export class WebhooksFull extends refusal<WebhooksFull>()("WebhooksFull", {}) {}

/** The webhook is disabled, so nothing is sent to it. */
export class WebhookDisabled extends refusal<WebhookDisabled>()("WebhookDisabled", {}) {}
