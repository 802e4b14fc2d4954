import * as Schema from "effect/Schema"
import { refusal } from "../schema/refusal.js"
import { storageReasons } from "../schema/refusalEntries.js"

/** What a failed call has changed: nothing for certain (`none`), or perhaps everything that it was to change (`unknown`). */
export const StorageOutcome = Schema.Literal("none", "unknown")
export type StorageOutcome = typeof StorageOutcome.Type

/** Storage failed. The cause is logged and never shown to a caller. */
export class StorageFailure extends refusal<StorageFailure>()("StorageFailure", {
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
}) {
  /** `reason` by outcome. */
  static readonly reasons = storageReasons
}
