import {
  type ActivityAmounts,
  type ActivityField,
  type ActivitySum,
  addActivity
} from "../spending/rules/ActivitySum.js"
import * as Usd from "../values/Usd.js"
import { labelOf } from "./ActivityGroup.js"
import type { ActivityRow } from "./ActivityRow.js"
import { toDate } from "./UtcDate.js"

const fields: Readonly<Record<string, ActivityField>> = {
  day: "day",
  model: "served",
  provider: "served",
  basis: "served",
  key: "key",
  user: "user",
  workspace: "workspace"
}

/** What sums must be told apart by for these groups. */
export const fieldsOf = (groups: ReadonlyArray<string>): ReadonlySet<ActivityField> =>
  new Set(groups.map((group) => fields[group] ?? "labels"))

type Groups = Omit<ActivityRow, keyof ActivityAmounts>

/** The value of a label; null without it. A name such as `constructor` is that of a property which every object inherits. */
const valueOf = (labels: ActivitySum["labels"], name: string) =>
  labels !== null && Object.hasOwn(labels, name) ? (labels[name] ?? null) : null

/** The values that a row has in common. */
const groupsOf = (sum: ActivitySum, groups: ReadonlyArray<string>): Groups => {
  const { basis, day, key_hash, labels, model, provider, user_id, workspace_id } = sum
  const has = (group: string) => groups.includes(group)
  const names = groups.flatMap((group) => labelOf(group) ?? [])
  return {
    ...(has("day") && day !== null && { day: toDate(day) }),
    ...(has("model") && { model }),
    ...(has("provider") && { provider }),
    ...(has("key") && key_hash !== null && { key: key_hash }),
    ...(has("user") && user_id !== null && { user: user_id }),
    ...(has("workspace") && workspace_id !== null && { workspace: workspace_id }),
    ...(has("basis") && { basis }),
    ...(names.length > 0 && { labels: Object.fromEntries(names.map((name) => [name, valueOf(labels, name)])) })
  }
}

const amountsOf = ({ byok_cost, cost, input_tokens, output_tokens, requests, unknown }: ActivityAmounts) => ({
  requests,
  cost,
  byok_cost,
  unknown,
  input_tokens,
  output_tokens
})

const costOf = ({ byok_cost, cost }: ActivityAmounts) => Usd.add(cost, byok_cost)

const compare = <A extends string | bigint>(one: A, other: A) => (one === other ? 0 : one < other ? -1 : 1)

/** Newest day first, then the highest cost, then what is unknown, then the values of the groups. */
const inOrder = ([oneName, one]: readonly [string, ActivityRow], [otherName, other]: readonly [string, ActivityRow]) =>
  compare(other.day ?? "", one.day ?? "") ||
  compare(costOf(other), costOf(one)) ||
  compare(other.unknown, one.unknown) ||
  compare(oneName, otherName)

/** The rows of a report: the sums, with those of the same groups added up, in order. */
export const activityRows = (
  sums: Iterable<ActivitySum>,
  groups: ReadonlyArray<string>
): ReadonlyArray<ActivityRow> => {
  const rows = new Map<string, ActivityRow>()
  for (const sum of sums) {
    const common = groupsOf(sum, groups)
    const name = JSON.stringify(common)
    const row = rows.get(name)
    rows.set(name, { ...common, ...(row === undefined ? amountsOf(sum) : addActivity(row, sum)) })
  }
  return [...rows].sort(inOrder).map(([, row]) => row)
}
