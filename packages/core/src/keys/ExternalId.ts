import { refusal } from "../schema/refusal.js"
import { Name } from "../values/Name.js"

/** Identifier of a key in another system: 1 to 255 code points, compared exactly. */
export const ExternalId = Name

/** Another key of the organization has this `external_id`. */
export class ExternalIdTaken extends refusal<ExternalIdTaken>()(
  "ExternalIdTaken",
  {},
  {
    status: 400,
    reason: "external_id_taken",
    sentence: "Another key of the organization has this external_id.",
    issue: {
      field: "external_id",
      expected: "an external_id that is not used by another key of the organization, or null"
    }
  }
) {}
