import * as Equal from "effect/Equal"
import type { ApiKeyPatch } from "./ApiKey.js"
import type { KeyRecord } from "./KeyRecord.js"

const judged = ["disabled", "expires_at", "limit", "limit_reset", "include_byok_in_limit"] as const

/** Whether a patch names a field that admissions judge. */
export const isJudged = (patch: ApiKeyPatch): boolean => judged.some((field) => patch[field] !== undefined)

type Judged = Pick<KeyRecord, (typeof judged)[number]>

/** Whether admissions judge one record of a key otherwise than another. */
export const isJudgedOtherwise = (before: Judged, after: Judged): boolean =>
  judged.some((field) => !Equal.equals(before[field], after[field]))
