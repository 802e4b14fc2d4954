import type { Size } from "../../harness/alternate.js"
import type { Tenants } from "../calls/tenants.js"

/** How much is measured of runs. */
export interface AskedOfRuns {
  readonly size: Size
  readonly tenants: Tenants
  /** How many runs are many, and half as many open holds. */
  readonly many: number
}
