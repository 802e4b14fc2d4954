import { emptyTally, type Tally } from "../spending/model/Scope.js"

/**
 * What a key has spent in each window, as its scope has it: through the gateway's credentials (`own`) and through the organization's
 * (`byok`).
 */
export interface KeyUsage {
  readonly own: Pick<Tally, "spent">
  readonly byok: Pick<Tally, "spent">
}

/** The usage of a key without a scope. */
export const unused: KeyUsage = { own: emptyTally, byok: emptyTally }
