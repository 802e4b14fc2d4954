import type { CallOptions, Deleted, NewPooledBudget, PooledBudget } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { FoundOrganization, NewOrganization } from "#models"
import type { Run } from "./CallScope.js"
import { inPlainValues } from "./inPlainValues.js"

/** The organizations of an open store. Only the host can use them: an API key reaches only its own organization. */
export interface Organizations {
  /**
   * Returns the organization that was created with this name, or creates it. Processes that start at the same time get the same
   * organization. Names that organizations got later find none. Only the call that creates it gets the secret of its first
   * management key.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { organization, key } = await gate.organizations.findOrCreate({ name: "Acme", owner_user_id: "ada" })
   */
  findOrCreate(input: NewOrganization, options?: CallOptions): Promise<FoundOrganization>
  /**
   * Returns the budgets of an organization, from the shortest interval to the longest. A budget limits what all keys of the
   * organization spend together. Amounts are in USD.
   *
   * @throws {OrganizationNotFound} if there is no organization with the id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const budgets = await gate.organizations.listBudgets(organization.id)
   */
  listBudgets(id: string, options?: CallOptions): Promise<ReadonlyArray<PooledBudget>>
  /**
   * Sets what all keys of an organization may spend together in an interval, in USD. What they have spent in the current interval
   * counts. It acts on the next admission, in every process. No API key can change it.
   *
   * @throws {BudgetOutOfOrder} if the limit is not above those of the shorter intervals and below those of the longer ones.
   * @throws {InvalidInput} if `interval` or `input` is invalid; its `issues` name each field.
   * @throws {OrganizationNotFound} if there is no organization with the id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { remaining_usd } = await gate.organizations.setBudget(organization.id, "monthly", { limit_usd: 5_000 })
   */
  setBudget(
    id: string,
    interval: PooledBudget["interval"],
    input: NewPooledBudget,
    options?: CallOptions
  ): Promise<PooledBudget>
  /**
   * Removes the budget of an organization for an interval.
   *
   * @throws {BudgetNotFound} if the organization has no budget for the interval.
   * @throws {OrganizationNotFound} if there is no organization with the id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.organizations.deleteBudget(organization.id, "monthly")
   */
  deleteBudget(id: string, interval: PooledBudget["interval"], options?: CallOptions): Promise<Deleted>
}

const Budgets = Schema.Array(Core.PooledBudget)

export const organizations = (run: Run<Core.Services>): Organizations => ({
  findOrCreate: (input, options) =>
    run(inPlainValues(Core.NewOrganization, input, Core.findOrCreateOrganization, Core.FoundOrganization), options),
  listBudgets: (id, options) =>
    run(
      Effect.flatMap(Core.listOrganizationBudgets(String(id)), (budgets) => Codec.encode(Budgets, budgets)),
      options
    ),
  setBudget: (id, interval, input, options) =>
    run(
      inPlainValues(
        Core.NewPooledBudget,
        input,
        (input) => Core.setOrganizationBudget(String(id), String(interval), input),
        Core.PooledBudget
      ),
      options
    ),
  deleteBudget: (id, interval, options) => run(Core.deleteOrganizationBudget(String(id), String(interval)), options)
})
