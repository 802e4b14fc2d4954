import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { Caller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import { InvalidInput } from "../schema/InvalidInput.js"
import * as Day from "../spending/model/Day.js"
import { SpendingStore } from "../spending/store/SpendingStore.js"
import { usualGroups } from "./ActivityGroup.js"
import type { ActivityPage } from "./ActivityPage.js"
import { activityRows, fieldsOf } from "./activityRows.js"
import { toDay } from "./UtcDate.js"
import { withNames } from "./withNames.js"

/** The most days of a report. */
const MAX_DAYS = 366
/** The days of a report that states no first day. */
const DEFAULT_DAYS = 30

const refused = (path: string, expected: string) =>
  Effect.fail(new InvalidInput({ issues: [{ path: [path], expected }] }))

/** The days of a report. */
const daysOf = (from: string | undefined, to: string | undefined, now: number) => {
  const last = to === undefined ? Day.of(now) : toDay(to)
  const first = from === undefined ? last - DEFAULT_DAYS + 1 : toDay(from)
  if (first > last) return refused("from", "a date that is not after `to`, which is today if it is not stated")
  if (last - first >= MAX_DAYS) return refused("from", `a date at most ${MAX_DAYS - 1} days before \`to\``)
  return Effect.succeed({ from: first, to: last })
}

/**
 * Reports what requests cost, in groups: newest day first, then the highest cost. A request belongs to the day on which it was opened. It
 * is part of the report once it is settled, or its outcome is unknown: it was sent, and its lease has ended. A management key or the host sees the requests of the
 * organization, an ordinary key its own. Of each filter that is stated, a request must have one of the values.
 *
 * @throws InvalidInput if the days are not in order, or more than 366, StorageFailure.
 */
export const listActivity = Effect.fnUntraced(function* ({
  from,
  group_by = usualGroups,
  key,
  limit,
  model,
  offset,
  provider,
  to,
  user,
  workspace
}: ActivityPage) {
  const { keyHash, kind, organizationId } = yield* Caller
  const store = yield* SpendingStore
  const now = yield* Clock.currentTimeMillis
  const range = yield* daysOf(from, to, now)
  const sums = yield* store.activity({
    organization_id: organizationId,
    key_hash: kind === "ordinary" ? keyHash : null,
    ...range,
    by: fieldsOf(group_by),
    only: { key, model, provider, user, workspace },
    now
  })
  const rows = activityRows(sums, group_by)
  const data = yield* withNames(organizationId, rows.slice(offset, offset + limit))
  return { data, total_count: rows.length }
}, withSpan("activity.listActivity"))
