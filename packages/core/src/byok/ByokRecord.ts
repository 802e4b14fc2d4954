import * as Schema from "effect/Schema"
import { OrganizationId } from "../values/Id.js"
import { ByokCredential } from "./ByokCredential.js"

/** A credential as it is stored, with its encrypted secret. */
export const ByokRecord = Schema.Struct({
  ...ByokCredential.fields,
  organization_id: OrganizationId,
  sealed: Schema.Uint8ArrayFromSelf
})
export interface ByokRecord extends Schema.Schema.Type<typeof ByokRecord> {}
