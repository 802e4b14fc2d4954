import { badRequest, forbidden, notFound, record } from "../answers.js"
import type { Expectation } from "../Case.js"
import { each } from "../each.js"
import { ORDINARY } from "../families/credentials.js"
import { UNKNOWN, UNKNOWN_INVALID } from "../families/ids.js"
import { uuid } from "../Ids.js"
import { asPlain } from "../requests.js"
import type { Family } from "../Subject.js"

/** The id of a workspace in a path. */
export const workspaceId = uuid("{WORKSPACE_ID}", "{OTHER_WORKSPACE_ID}")

/** The default workspace as an answer. */
export const DEFAULT = record("Workspace", { slug: "default" })

/** Invalid slugs that resemble valid ones. */
const badSlugs = {
  "in capitals": "DEFAULT",
  "with a space": "default%20",
  "with a NUL": "default%00",
  "a leading hyphen": "-default",
  "a double hyphen": "de--fault",
  "no character at all": ""
}

/** A workspace by its slug, which is unique within the organization. `found` is the answer at the slug `default`. */
export const slugs =
  (found: Expectation): Family =>
  ({ asks, at, ids, invalid, named, refuses }) => {
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const likeInvalid = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
    const likeForbidden = { ...forbidden, sameAs: named(ORDINARY) }
    const query = invalid?.path?.replace(ids?.own ?? "", "nope")
    return [
      asks("by the slug default", at("default"), found),
      refuses("unknown slug", at("nope"), likeUnknown, { basis: "spec" }),
      refuses("another organization's slug", at("{OTHER_WORKSPACE_SLUG}"), likeUnknown, { basis: "derived" }),
      ...(query === undefined ? [] : [refuses("unknown slug with invalid input", { path: query }, likeInvalid)]),
      refuses("an ordinary key with an unknown slug", { ...at("nope"), headers: asPlain }, likeForbidden),
      ...each(badSlugs, (name, slug) => refuses(`slug: ${name}`, at(slug), { ...notFound, alt: [400] }))
    ]
  }
