import * as Schema from "effect/Schema"
import { matching } from "../schema/matching.js"
import { refusal } from "../schema/refusal.js"

/** A name in URLs: 1 to 50 lowercase letters and digits in groups joined by single hyphens. */
export const Slug = Schema.String.pipe(
  Schema.minLength(1),
  Schema.maxLength(50),
  Schema.pattern(/^[a-z0-9]+(-[a-z0-9]+)*$/, {
    arbitrary: matching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,4}$/)
  })
)

/** Another workspace or preset of the organization has this slug. */
export class SlugTaken extends refusal<SlugTaken>()("SlugTaken", {
  resource: Schema.Literal("workspace", "preset"),
  slug: Schema.String
}) {}
