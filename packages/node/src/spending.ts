import type { CallOptions } from "@tollgate/client"
import { inPlainValues, type Run } from "@tollgate/client/internal"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import type { AuthorizedHold, Hold, HoldExtension, NewHold, NewSettlement, NewUsage } from "./models.js"

/**
 * Holds: amounts that a gateway sets aside before each request to a provider, and settles afterwards. Amounts are in USD. Every method
 * but `authorize` and `recordUsage` takes the id of a hold, and repeating it changes nothing.
 */
export interface Spending {
  /**
   * Sets an amount aside for a request, before it is sent to a provider. It is admitted only if every budget that applies has room
   * for it: those of the key, of guardrails, of the workspace and of the organization. Settle, release or extend the hold before its
   * lease ends. State an `amount`, or a `usage` to set its price aside. Repeating a call with the same `id` and terms returns the hold with `repeated: true`, while it is open and not sent.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldConflict} if there is a hold with this `id` and other terms.
   * @throws {HoldEnded} if the hold with this `id` is not open any more, or was sent.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend; `key_state` says why.
   * @throws {PolicyRefused} if a guardrail does not allow the request; `reason` says why.
   * @throws {PriceUnknown} if the price book has no price for a `usage` of a model at `provider`.
   * @throws {StorageFailure} if the storage failed. Nothing is admitted then.
   * @throws {UserNotInOrganization} if `user_id` is not a member of the organization.
   * @example
   * const { data, plan } = await gate.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   */
  authorize(input: NewHold, options?: CallOptions): Promise<AuthorizedHold>
  /**
   * Returns a hold.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { state } = await gate.spending.get(id)
   */
  get(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Records that the request was sent to a provider. From then on, a lease that ends leaves the hold `unknown`.
   *
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.spending.sent(id)
   */
  sent(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Holds a larger amount for a request that goes on, and renews the lease. `amount` is the whole amount to hold; without it, only the
   * lease is renewed.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend any more; `key_state` says why.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { amount, lease_ends_at } = await gate.spending.extend(id, { amount: 0.5 })
   */
  extend(id: string, input?: HoldExtension, options?: CallOptions): Promise<Hold>
  /**
   * Ends a hold with the cost of its request. The cost is recorded in full, also above the amount held (flag `overdrawn`) and after the
   * lease (flag `late`). A hold that is settled stays as it is. A `usage` in place of `cost` costs what it cost when the hold was opened; if
   * the price book has no price for it, the hold is `unknown`, flagged `price_missing`, until it is settled with a `cost`.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {InvalidInput} if `input` is invalid, or names no credential or no model though the hold has several.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { cost, flags } = await gate.spending.settle(id, { cost: 0.125 })
   */
  settle(id: string, input: NewSettlement, options?: CallOptions): Promise<Hold>
  /**
   * Ends a hold whose request was not made, and returns its amount to the budgets. A hold that is unknown or settled stays as it is.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.spending.release(id)
   */
  release(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Marks the outcome of a request as unknown, because the provider may have billed it. The amount counts until the hold is settled. A
   * hold that is settled stays as it is.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.spending.markUnknown(id)
   */
  markUnknown(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Records a request that was made without a hold, by its `cost` or by its `usage` at the prices of its time. It is counted without
   * an admission, so it may exceed budgets, and it is recorded for disabled and deleted keys too. Recording it again with the same
   * `id` changes nothing and returns the hold.
   *
   * @throws {HoldConflict} if another key, or a hold that is not settled, has this `id`.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyNotFound} if there is no key with this hash, and the ledger knows none.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { cost } = await gate.spending.recordUsage({ id, key_hash: hash, cost: 0.125 })
   */
  recordUsage(input: NewUsage, options?: CallOptions): Promise<Hold>
}

/** The holds of a gateway in process. The gateway is looked up with every call. */
export const spending = <E>(
  gateway: Effect.Effect<Core.Gateway, E, Core.Services>,
  run: Run<Core.Services>
): Spending => {
  const asGateway = <A, F>(program: Effect.Effect<A, F, Core.GatewayCaller | Core.Services>) =>
    Effect.provideServiceEffect(program, Core.GatewayCaller, gateway)
  const shown = <F>(act: Effect.Effect<Core.Hold, F, Core.GatewayCaller | Core.Services>, options?: CallOptions) =>
    run(asGateway(Effect.flatMap(act, (hold) => Codec.encode(Core.Hold, hold))), options)
  return {
    authorize: (input, options) =>
      run(asGateway(inPlainValues(Core.NewHold, input, Core.authorize, Core.AuthorizedHold)), options),
    get: (id, options) => shown(Core.getHold(String(id)), options),
    sent: (id, options) => shown(Core.markSent(String(id)), options),
    extend: (id, input = {}, options) =>
      run(
        asGateway(inPlainValues(Core.HoldExtension, input, (input) => Core.extend(String(id), input), Core.Hold)),
        options
      ),
    settle: (id, input, options) =>
      run(
        asGateway(inPlainValues(Core.NewSettlement, input, (input) => Core.settle(String(id), input), Core.Hold)),
        options
      ),
    release: (id, options) => shown(Core.release(String(id)), options),
    markUnknown: (id, options) => shown(Core.markUnknown(String(id)), options),
    recordUsage: (input, options) =>
      run(asGateway(inPlainValues(Core.NewUsage, input, Core.recordRequest, Core.Hold)), options)
  }
}
