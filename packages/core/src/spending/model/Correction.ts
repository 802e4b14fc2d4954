import type { KeyHash } from "../../values/KeyHash.js"
import type * as Usd from "../../values/Usd.js"
import type { HoldId } from "./HoldId.js"
import type { HoldRecord } from "./HoldRecord.js"

/** A truer cost of a settled request, and why it is truer. */
export interface Correction {
  readonly cost: Usd.Usd
  readonly reason: string
  /** The management key that corrects the cost. Null for the host. */
  readonly corrected_by: KeyHash | null
  /** In milliseconds since 1970. */
  readonly corrected_at: number
}

/** A correction as it is kept. */
export interface CorrectionRecord extends Correction {
  readonly id: HoldId
  readonly cost_before: Usd.Usd
}

/** The hold whose cost was to be corrected, as the correction leaves it. */
export interface CorrectionAnswer {
  readonly hold: HoldRecord
  /** Whether the cost was replaced. If not, nothing was stored. */
  readonly is_corrected: boolean
}
