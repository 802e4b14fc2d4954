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
  /** The answer, sealed if it may show a secret. `NOT_KEPT` if it is too large. */
  answer: Schema.Uint8ArrayFromSelf,
  kept_at: Schema.DateTimeUtcFromSelf
})
export interface KeptAnswerRecord extends Schema.Schema.Type<typeof KeptAnswerRecord> {}

/** What names an answer: whose it is, and the key that its sender gave. */
export type KeptAnswerName = Pick<KeptAnswerRecord, "organization_id" | "caller" | "name">

/** How long an answer is kept, in milliseconds: 24 hours. */
export const KEPT_MILLIS = 86_400_000

/** How many answers that are too old are deleted with each new one. */
export const FORGOTTEN_AT_ONCE = 2

/** The largest answer that is kept, in bytes: that of a change whose body may be larger than others has no bound of its own. */
export const LARGEST_ANSWER = 65_536

/** Kept in place of an answer that is too large, so that its change is not done again. A sealed answer begins with its version, 1. */
export const NOT_KEPT: Uint8Array = Uint8Array.of(0)

/** Whether an answer is kept, and not only that its change was done. */
export const isAnswer = (answer: Uint8Array): boolean => answer[0] !== NOT_KEPT[0]

/** The first byte of an answer that shows no secret, and so only what the database has beside it: the rest is its text. */
const PLAIN = 2

/** An answer that shows no secret, as it is kept. */
export const plainAnswer = (text: string): Uint8Array => {
  const answer = Buffer.allocUnsafe(1 + Buffer.byteLength(text))
  answer[0] = PLAIN
  answer.write(text, 1)
  return answer
}

/** The text of an answer that is kept without a seal; null if it has one. */
export const textOfPlain = (answer: Uint8Array): string | null =>
  answer[0] === PLAIN ? Buffer.from(answer.subarray(1)).toString("utf8") : null
