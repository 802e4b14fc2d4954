import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { ApiKeyPage } from "./ApiKeyPage.js"
import { show } from "./KeyRecord.js"
import { KeyStore } from "./KeyStore.js"
import { readUsage } from "./readUsage.js"

/** Returns one page of the organization's keys that match a search, by default of all, newest first. */
export const listKeys = Effect.fnUntraced(function* ({
  hash_prefix,
  include_disabled,
  name,
  q,
  sort,
  workspace_id,
  ...page
}: ApiKeyPage) {
  const { organizationId } = yield* ManagementCaller
  const keys = yield* KeyStore
  const filter = include_disabled ? { workspace_id } : { workspace_id, disabled: false }
  const { data, total_count } = yield* keys.list(organizationId, page, filter, { hash_prefix, name, q, sort })
  const usage = yield* readUsage(data, yield* DateTime.now)
  return { data: data.map((key) => show(key, usage(key.hash))), total_count }
}, withSpan("keys.listKeys"))
