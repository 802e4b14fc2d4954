import * as Core from "@tollgate/core"
import { type CallOptions, inPlainValues, type Run } from "./Door.js"
import type { FoundOrganization, NewOrganization } from "./organization.js"

/** The organizations of a gate: for its host alone, as no key reaches past its own. */
export interface Organizations {
  /**
   * Finds the organization of a name, and creates it where there is none: a host that starts again, or twice at a time, has
   * one all the same. Only who created it is shown its first management key. Rejects with `InvalidInput` or `StorageFailure`.
   */
  findOrCreate(input: NewOrganization, options?: CallOptions): Promise<FoundOrganization>
}

export const organizations = (run: Run<Core.Services>): Organizations => ({
  findOrCreate: (input, options) =>
    run(inPlainValues(Core.NewOrganization, input, Core.findOrCreateOrganization, Core.FoundOrganization), options)
})
