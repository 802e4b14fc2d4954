import type { CallOptions } from "@tollgate/client"
import { inPlainValues, type Run } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import type { FoundOrganization, NewOrganization } from "./models.js"

/** The organizations of an open store. Only the host can use them: an API key reaches only its own organization. */
export interface Organizations {
  /**
   * Returns the organization with this name, or creates it. Processes that start at the same time get the same organization.
   * Only the call that creates it gets the secret of its first management key.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { organization, key } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
   */
  findOrCreate(input: NewOrganization, options?: CallOptions): Promise<FoundOrganization>
}

export const organizations = (run: Run<Core.Services>): Organizations => ({
  findOrCreate: (input, options) =>
    run(inPlainValues(Core.NewOrganization, input, Core.findOrCreateOrganization, Core.FoundOrganization), options)
})
