import * as Schema from "effect/Schema"
import { OrganizationId } from "../values/Id.js"
import { Webhook } from "./Webhook.js"

/** A webhook as it is stored, with its encrypted secret. */
export const WebhookRecord = Schema.Struct({
  ...Webhook.fields,
  organization_id: OrganizationId,
  sealed: Schema.Uint8ArrayFromSelf
})
export interface WebhookRecord extends Schema.Schema.Type<typeof WebhookRecord> {}
