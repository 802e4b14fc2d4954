import * as Schema from "effect/Schema"

const form = /^[a-z0-9]+(-[a-z0-9]+)*$/

/** A readable name in addresses: at most 50 lower-case letters and digits in groups joined by single hyphens. */
export const Slug = Schema.String.pipe(
  Schema.filter((slug) => slug.length <= 50 && form.test(slug), {
    arbitrary: () => (fc) => fc.stringMatching(/^[a-z0-9]{1,9}(-[a-z0-9]{1,9}){0,4}$/)
  })
)

/** Another of the organization's workspaces, or presets, has this slug. */
export class SlugTaken extends Schema.TaggedError<SlugTaken>()("SlugTaken", {
  resource: Schema.Literal("workspace", "preset"),
  slug: Schema.String
}) {
  override get message(): string {
    return `The organization has a ${this.resource} of this slug already.`
  }
}
