import { badRequest, type Expectation, forbidden, notFound, record } from "../Expectation.js"
import { invalidAt } from "../families/ids.js"
import { UNKNOWN_UUID, uuid } from "../Ids.js"
import type { Run } from "../Run.js"
import type { Family } from "../Subject.js"

/** The id of a workspace in a path. */
export const workspaceId = uuid(({ OTHER_WORKSPACE_ID }) => OTHER_WORKSPACE_ID)

/** The workspace of the account. */
export const given = ({ account }: Run) => ({ own: account.WORKSPACE_ID })

/** The default workspace as an answer. */
export const DEFAULT = record({ slug: "default" })

/** Invalid slugs that resemble valid ones. */
const badSlugs = {
  "in capitals": "DEFAULT",
  "with a space": "default%20",
  "with a NUL": "default%00",
  "a leading hyphen": "-default",
  "a double hyphen": "de--fault",
  "no character at all": ""
}

/** The default workspace by its slug, which is unique within the organization. */
export const bySlug =
  (found: Expectation): Family =>
  ({ asks }) => [asks("by the slug default", ({ at }) => at("default"), found)]

/** Slugs of no workspace. */
export const otherSlugs: Family = ({ alike, refuses, way }) => [
  alike(
    "unknown slug",
    ({ at }) => at("nope"),
    notFound,
    ({ at }) => at(UNKNOWN_UUID)
  ),
  alike(
    "another organization's slug",
    ({ account, at }) => at(account.OTHER_WORKSPACE_SLUG),
    notFound,
    ({ at }) => at(UNKNOWN_UUID)
  ),
  ...(way.invalid !== undefined && "query" in way.invalid
    ? [
        alike(
          "unknown slug with invalid input",
          (given) => invalidAt(given, "nope"),
          badRequest,
          (given) => invalidAt(given, UNKNOWN_UUID)
        )
      ]
    : []),
  alike(
    "an ordinary key with an unknown slug",
    ({ at, run }) => ({ ...at("nope"), headers: run.plain }),
    forbidden,
    ({ run }) => ({ headers: run.plain })
  ),
  ...Object.entries(badSlugs).map(([name, slug]) =>
    refuses(`slug: ${name}`, ({ at }) => at(slug), { ...notFound, alt: [400] })
  )
]

/** A workspace by its slug. `found` is the answer at the slug `default`. */
export const slugs =
  (found: Expectation): Family =>
  (subject) => [...bySlug(found)(subject), ...otherSlugs(subject)]
