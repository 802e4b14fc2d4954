import * as Schema from "effect/Schema"
import { OrganizationId } from "../values/Id.js"
import { IdempotencyKey } from "./IdempotencyKey.js"

/** The answer of a change that its sender may repeat, as it is stored. */
export const KeptAnswerRecord = Schema.Struct({
  organization_id: OrganizationId,
  /** The hash of the caller's key, or `host`. */
  caller: Schema.String,
  /** The key that the sender gave to the change. */
  name: IdempotencyKey,
  /** What was asked for, as a keyed hash. */
  fingerprint: Schema.Uint8ArrayFromSelf,
  /** The answer, sealed: it may show a secret. */
  answer: Schema.Uint8ArrayFromSelf,
  kept_at: Schema.DateTimeUtcFromSelf
})
export interface KeptAnswerRecord extends Schema.Schema.Type<typeof KeptAnswerRecord> {}

/** What names an answer: whose it is, and the key that its sender gave. */
export type KeptAnswerName = Pick<KeptAnswerRecord, "organization_id" | "caller" | "name">

/** How long an answer is kept, in milliseconds: 24 hours. */
export const KEPT_MILLIS = 86_400_000
