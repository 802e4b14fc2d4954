import { badRequest, forbidden, notFound } from "../answers.js"
import type { Expectation } from "../Case.js"
import { each } from "../each.js"
import { ORDINARY } from "../families/credentials.js"
import { UNKNOWN, UNKNOWN_INVALID } from "../families/ids.js"
import { asPlain } from "../requests.js"
import type { Family } from "../Subject.js"

/** Invalid slugs that resemble valid ones. */
const badSlugs = {
  "in capitals": "DEFAULT",
  "with a space": "default%20",
  "with a NUL": "default%00",
  "a leading hyphen": "-default",
  "a double hyphen": "de--fault",
  "no character at all": ""
}

export interface Slugs {
  /** The path of a workspace. */
  readonly path: (workspace: string) => string
  /** The answer at the slug `default`. */
  readonly found: Expectation
  /** An invalid query. */
  readonly invalid?: string
}

/** A workspace by its slug, which is unique within the organization. */
export const slugs =
  ({ found, invalid, path }: Slugs): Family =>
  ({ asks, named, refuses }) => {
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const likeInvalid = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
    const likeForbidden = { ...forbidden, sameAs: named(ORDINARY) }
    const theirs = { path: path("{OTHER_WORKSPACE_SLUG}") }
    return [
      asks("by the slug default", { path: path("default") }, found),
      refuses("unknown slug", { path: path("nope") }, likeUnknown, { basis: "spec" }),
      refuses("another organization's slug", theirs, likeUnknown, { basis: "derived" }),
      ...(invalid === undefined
        ? []
        : [refuses("unknown slug with invalid input", { path: path("nope") + invalid }, likeInvalid)]),
      refuses("an ordinary key with an unknown slug", { path: path("nope"), headers: asPlain }, likeForbidden),
      ...each(badSlugs, (name, slug) => refuses(`slug: ${name}`, { path: path(slug) }, { ...notFound, alt: [400] }))
    ]
  }
