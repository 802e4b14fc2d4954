import { emptyTally, type Tally } from "../spending/model/Scope.js"

/**
 * What a key has spent in each window, and what is held and unknown, as its scope has it: through the gateway's credentials (`own`) and through
 * the organization's (`byok`).
 */
export interface KeyUsage {
  readonly own: Tally
  readonly byok: Tally
}

/** The usage of a key without a scope. */
export const unused: KeyUsage = { own: emptyTally, byok: emptyTally }
