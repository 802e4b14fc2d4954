import { refusal } from "../schema/refusal.js"
import { Name } from "../values/Name.js"

/** Identifier of a key in another system: 1 to 255 code points, compared exactly. */
export const ExternalId = Name

/** Another key of the organization has this `external_id`. */
export class ExternalIdTaken extends refusal<ExternalIdTaken>()("ExternalIdTaken", {}) {}
