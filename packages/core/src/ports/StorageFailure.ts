import * as Schema from "effect/Schema"
import { refusal } from "../schema/refusal.js"

/** What a failed call has changed: nothing for certain (`none`), or perhaps everything that it was to change (`unknown`). */
export const StorageOutcome = Schema.Literal("none", "unknown")
export type StorageOutcome = typeof StorageOutcome.Type

const sentences: Readonly<Record<StorageOutcome, string>> = {
  none: "Nothing was changed.",
  unknown: "It is not known whether anything was changed."
}

const reasons: Readonly<Record<StorageOutcome, string>> = {
  none: "storage_unavailable",
  unknown: "storage_unknown"
}

/** Storage failed. The cause is logged and never shown to a caller. */
export class StorageFailure extends refusal<StorageFailure>()(
  "StorageFailure",
  {
    cause: Schema.Unknown,
    /**
     * `none`: nothing was changed, so the call can be repeated. `unknown`: the change may have been stored, for example because
     * the connection was lost during COMMIT. Reads are always `none`.
     *
     * @default "unknown"
     */
    outcome: StorageOutcome.pipe(
      Schema.propertySignature,
      Schema.withConstructorDefault((): StorageOutcome => "unknown")
    )
  },
  {
    status: 500,
    reason: reasons.unknown,
    sentence: "Storage failed.",
    from: ({ cause, reason }) => ({ cause, outcome: reason === reasons.none ? "none" : "unknown" })
  }
) {
  /** `reason` by outcome. */
  static readonly reasons = reasons
  override get reason(): string {
    return reasons[this.outcome]
  }
  override get message(): string {
    return `Storage failed. ${sentences[this.outcome]}`
  }
}
