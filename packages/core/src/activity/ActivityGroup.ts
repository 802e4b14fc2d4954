import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { matching } from "../schema/matching.js"

const named = ["day", "model", "provider", "key", "user", "workspace", "basis"] as const

const form = /^(day|model|provider|key|user|workspace|basis|label:[a-z0-9_]{1,32})$/

/** What activity is grouped by: `day`, `model`, `provider`, `key`, `user`, `workspace`, `basis`, or `label:` and a label's name. */
export const ActivityGroup = Schema.String.pipe(
  Schema.pattern(form, { arbitrary: matching(form) }),
  expected(`one of ${named.join(", ")}, or label: and the name of a label`)
)

/** The name of the label that a group stands for; null for another group. */
export const labelOf = (group: string): string | null => (group.startsWith("label:") ? group.slice(6) : null)

/** The groups of a report that states none. */
export const usualGroups: ReadonlyArray<string> = ["day"]
