import type { ApiKey, CallOptions, Workspace } from "@tollgate/client"
import { inPlainValues, type Run } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import type { Schema } from "effect/Schema"

/** A tenant. Everything belongs to one. */
export interface Organization extends Schema.Encoded<typeof Core.Organization> {}
/** What a new organization is made of. */
export interface NewOrganization extends Schema.Encoded<typeof Core.NewOrganization> {}
/** A new organization; `key` is its first management key's secret, which is shown in this answer and never again. */
export interface CreatedOrganization extends Schema.Encoded<typeof Core.CreatedOrganization> {
  readonly organization: Organization
  readonly workspace: Workspace
  readonly data: ApiKey
}
/** An organization that was there, or was created: `key` and its record `data` only then, and null otherwise. */
export interface FoundOrganization extends Schema.Encoded<typeof Core.FoundOrganization> {
  readonly organization: Organization
  readonly workspace: Workspace
  readonly data: ApiKey | null
}

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
