import * as Schema from "effect/Schema"
import { expected } from "../schema/expected.js"
import { optional, strict } from "../schema/fields.js"
import { pageFields, pageQueryFields } from "../values/Page.js"
import { queryParam } from "../values/queryParams.js"
import { ActivityGroup } from "./ActivityGroup.js"
import { activityFilterParams, activityFilters } from "./activityFilters.js"
import { UtcDate } from "./UtcDate.js"

/** The most groups that one report has. */
const MAX_GROUPS = 8

const groups = `1 to ${MAX_GROUPS} different groups: day, model, provider, key, user, workspace, basis, or label: and the name of a label`

const one = "(day|model|provider|key|user|workspace|basis|label:[a-z0-9_]{1,32})"

const areDistinct = (values: ReadonlyArray<string>) => new Set(values).size === values.length

const ActivityGroups = Schema.Array(ActivityGroup).pipe(
  Schema.minItems(1),
  Schema.maxItems(MAX_GROUPS),
  Schema.filter(areDistinct),
  expected(groups)
)

/** Which requests to report, how to group them, and which part of the list to return. */
export const ActivityPage = Schema.Struct({
  ...pageFields(100),
  from: optional(UtcDate),
  to: optional(UtcDate),
  group_by: optional(ActivityGroups),
  ...activityFilters
}).annotations({ description: "Which requests to report, and how to group them.", ...strict })
export interface ActivityPage extends Schema.Schema.Type<typeof ActivityPage> {}

const GroupsText = Schema.transform(
  Schema.String.annotations({ jsonSchema: { type: "string", pattern: `^${one}(,${one}){0,${MAX_GROUPS - 1}}$` } }),
  ActivityGroups,
  { strict: true, decode: (text) => text.split(","), encode: (groups) => groups.join(",") }
)

/** `ActivityPage` as URL query parameters. */
export const ActivityQuery = Schema.Struct({
  ...pageQueryFields(100),
  from: queryParam(
    UtcDate,
    "one date in UTC, such as 2026-05-01",
    "First day (UTC). By default, the day 29 days before `to`."
  ),
  to: queryParam(
    UtcDate,
    "one date in UTC, such as 2026-05-31",
    "Last day (UTC), inclusive, at most 366 days in all. By default, today."
  ),
  group_by: queryParam(
    GroupsText,
    `one list, separated by commas, of ${groups}`,
    "What to group requests by: day, model, provider, key, user, workspace, basis, or label: and the name of a label. In a query, " +
      "separated by commas. By default, day."
  ),
  ...activityFilterParams
})
