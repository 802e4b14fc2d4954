import * as Schema from "effect/Schema"

const form = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A name in URLs: 1 to 50 lowercase letters and digits in groups joined by single hyphens. */
export const Slug = Schema.String.pipe(
  Schema.filter((slug) => slug.length <= 50 && form.test(slug), {
    arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,4}$/)
  })
)

/** Another workspace or preset of the organization has this slug. */
export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", {
  resource: Schema.Literal("workspace", "preset"),
  slug: Schema.String
}) {
  override get message(): string {
    return `The organization already has a ${this.resource} with this slug.`
  }
}
