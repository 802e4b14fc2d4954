import * as Schema from "effect/Schema"
import type { Answer } from "../Answer.js"
import { type Api, part } from "../Api.js"
import type { Fields } from "../Change.js"
import { type Expectation, newRecord, ok, refusedFor, TIME, UUID, within } from "../Expectation.js"
import { type MadeKey, Minted } from "../Made.js"
import type { Run } from "../Run.js"

const time = Schema.String.pipe(Schema.pattern(TIME))
const nullOr = Schema.NullOr

/** The whole record of a changed key, as it must be whatever the contract's own schema says. */
const WholeKey = Schema.Struct({
  hash: Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)),
  name: Schema.String,
  label: Schema.String,
  disabled: Schema.Boolean,
  limit: nullOr(Schema.Number),
  limit_remaining: nullOr(Schema.Number),
  limit_reset: Schema.Literal("daily", "weekly", "monthly", null),
  include_byok_in_limit: Schema.Boolean,
  max_in_flight: nullOr(Schema.Number),
  usage: Schema.Number,
  usage_daily: Schema.Number,
  usage_weekly: Schema.Number,
  usage_monthly: Schema.Number,
  byok_usage: Schema.Number,
  byok_usage_daily: Schema.Number,
  byok_usage_weekly: Schema.Number,
  byok_usage_monthly: Schema.Number,
  held: Schema.Number,
  unknown: Schema.Number,
  byok_held: Schema.Number,
  byok_unknown: Schema.Number,
  created_at: time,
  updated_at: time,
  expires_at: nullOr(time),
  creator_user_id: Schema.String,
  workspace_id: Schema.String.pipe(Schema.pattern(UUID))
})

/** The whole record of a changed key, some of whose fields are given. */
export const updatedKey = (fields: Fields = {}): Expectation => ({
  ...ok({ data: WholeKey }),
  json: within("data", fields)
})

/** A key with its secret, which is shown only here. */
export const minted = (fields: Fields = {}): Expectation => {
  const { json, status } = newRecord(fields)
  return { status, json: { ...json, key: /_[sm]k_[0-9A-Za-z]{49}$/ } }
}

/** The new key in an answer. No later answer may contain its secret. */
export const mintedIn = (api: Api, answer: Answer): MadeKey => {
  const { data, key } = part(answer, Minted)
  return { key: api.keep(key, "a minted key"), hash: data.hash }
}

/** The key of the account. */
export const given = ({ account }: Run) => ({ own: account.KEY_HASH })

/** An external id that another key has. */
export const externalIdTaken = refusedFor("external_id_taken", "external_id")

/** The refusal of a change that would remove the last management key; the issue names this field. */
export const lastKeyNamed = (field: string): Expectation => {
  const refused = refusedFor("last_management_key", field)
  return { ...refused, json: { ...refused.json, "error.metadata.issues.0.expected": Schema.String } }
}

/** Creates a management key that expires, and so does not replace the last one. */
export const expiringManager = ({ made }: Run) => made.key({ management: true, expires_at: "2099-01-01T00:00:00Z" })

/** The hash of a key whose user has left. */
export const keyOfDeparted = async ({ made }: Run): Promise<string> => {
  const user = await made.member()
  const { hash } = await made.key({ creator_user_id: user })
  await made.leaves(user)
  return hash
}
