import type {
  AuthorizedHold,
  CostCorrection,
  Hold,
  HoldExtension,
  HoldPage,
  HoldsOfInstance,
  HoldWithCorrections,
  NewHold,
  NewSettlement,
  NewUsage,
  OpenedCredential,
  Paged,
  Reconciliation,
  ReleasedHolds,
  SentRequest
} from "#models"
import { methodsOf } from "./methodsOf.js"
import { type ManagedRuns, managedRuns, type Runs, runs } from "./runs.js"
import type { CallOptions, Transport } from "./Transport.js"

/** The holds of an account, to read. */
export interface Holds {
  /**
   * Returns one page of holds, newest first. Needs a management key or a gateway key.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.spending.list({ state: "unknown", limit: 10 })
   */
  list(page?: HoldPage, options?: CallOptions): Promise<Paged<Hold>>
  /**
   * Returns a hold, and every correction of its cost, oldest first. A correction whose `before` is null is a reconciliation. Needs a management
   * key of the organization, or a gateway key.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @example
   * const { data, corrections } = await account.spending.get(id)
   */
  get(id: string, options?: CallOptions): Promise<HoldWithCorrections>
}

/** The holds of an account, to read, to correct and to reconcile, and its runs. */
export interface Ledger extends Holds {
  /**
   * Runs: limits on many requests together.
   *
   * @example
   * const job = await account.spending.runs.open("job-7", { limit_usd: 5 })
   */
  readonly runs: ManagedRuns
  /**
   * Corrects the cost of a settled hold, for example to match an invoice. Counters change by the difference, in
   * intervals that are still those of the request, and so does the activity of its day. The reason is kept with the correction, and the
   * answer has every correction of the hold, oldest first. The same cost changes nothing. Needs a management key.
   *
   * @throws {CostTooLarge} if a counter has no room for the difference.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {HoldNotSettled} if the hold is not settled.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { data, corrections } = await account.spending.correct(id, { cost: 0.125, reason: "Invoice of May 2026" })
   */
  correct(id: string, input: CostCorrection, options?: CallOptions): Promise<HoldWithCorrections>
  /**
   * Settles a hold whose outcome is unknown, once it is known what the provider billed; a cost of 0 says that it billed nothing. What counted
   * as unknown counts as spent, in intervals that are still those of the request. The reason is kept with the hold as its first correction,
   * whose `before` is null. Repeating it changes nothing, and of two at once with other costs one is refused. Needs a management key.
   *
   * @throws {CostTooLarge} if a counter has no room for the cost. The outcome is unknown still.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {HoldNotUnknown} if the hold is open, expired, released or settled; `state` says which. `correct` changes the cost of a settled one.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { data, corrections } = await account.spending.reconcile(id, { cost: 0, reason: "The provider billed nothing" })
   */
  reconcile(id: string, input: Reconciliation, options?: CallOptions): Promise<HoldWithCorrections>
}

/**
 * Holds: amounts that a gateway sets aside before each request to a provider, and settles afterwards. Amounts are in USD. Every method
 * that takes the id of a hold may be repeated: a repetition changes nothing.
 */
export interface Spending extends Holds {
  /**
   * Runs, to read and to stop.
   *
   * @example
   * const { remaining } = await gateway.spending.runs.get("job-7")
   */
  readonly runs: Runs
  /**
   * Sets an amount aside for a request, before it is sent to a provider. It is admitted only if every budget that applies has room
   * for it: those of the key, of guardrails, of runs, of the workspace and of the organization. Settle, release or extend the hold before its
   * lease ends. State an `amount`, or a `usage` whose price is held.
   *
   * Over HTTP, the client makes an id unless the input has one. If the call is aborted by its `signal` before the answer has come, it
   * rejects at once; the request goes on for at most 30 seconds, and its hold is released. In process, what was stored is released before
   * the call rejects. A hold whose `id` the input states stays open until its lease ends, because the call may be repeated.
   *
   * Repeating a call with the same `id` and terms returns the hold with `repeated: true`, while it is open and not sent.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldConflict} if there is a hold with this `id` and other terms.
   * @throws {HoldEnded} if the hold with this `id` is not open any more, or was sent.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend, also an unknown one; `key_state` says why. The holder of such a key is refused with
   * `InvalidCredential`, which says less.
   * @throws {PolicyRefused} if a guardrail does not allow the request; `reason` says why.
   * @throws {PriceUnknown} if the price book has no price for a `usage` of a model at `provider`; without one, also if several have a
   * price: `providers` has them.
   * @throws {RunRefused} if a run of the request is stopped, has ended, has made all its requests, does not exist, or has other limits than
   * stated; `reason` says which.
   * @throws {TooManyInFlight} if a scope of the request has as many open holds as it admits; `scopes` has those.
   * @throws {UserNotInOrganization} if `user_id` is not a member of the organization.
   * @example
   * const { data, plan } = await gateway.spending.authorize({ key: "tg_sk_…", amount: 0.25, models: ["acme/writer"] })
   */
  authorize(input: NewHold, options?: CallOptions): Promise<AuthorizedHold>
  /**
   * Records that the request was sent to a provider, and the credential that it uses, if one is stated. Call it before each attempt: a
   * settlement that names no credential counts for the last one. From then on, a lease that ends leaves the hold `unknown`.
   *
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {InvalidInput} if the plan does not have the credential.
   * @example
   * const { sent_at } = await gateway.spending.sent(id, { credential_id: null })
   */
  sent(id: string, input?: SentRequest, options?: CallOptions): Promise<Hold>
  /**
   * Holds a larger amount for a request that goes on, and renews the lease. `amount` is the whole amount to hold, and `usage` the whole usage
   * whose price to hold, as of the opening of the hold; a lower one changes nothing. Without either, only the lease is renewed.
   *
   * @throws {BudgetExceeded} if a budget has no room; `budgets` has the binding one first.
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyRefused} if the key cannot spend any more; `key_state` says why.
   * @throws {PriceUnknown} if the price book has no price for the `usage` of a model of the hold.
   * @throws {RunRefused} if a larger amount is asked for, and a run of the request is stopped or has ended.
   * @example
   * const { amount, lease_ends_at } = await gateway.spending.extend(id, { usage: { input: 2_000, output: 4_000 } })
   */
  extend(id: string, input?: HoldExtension, options?: CallOptions): Promise<Hold>
  /**
   * Ends a hold with the cost of its request. The cost is recorded in full, also above the amount held (flag `overdrawn`) and after the
   * lease (flag `late`). A hold that is settled stays as it is. A `usage` in place of `cost` costs what it cost when the hold was opened; if
   * the price book has no price for it, the hold is `unknown`, flagged `price_missing`, until it is settled with a `cost`. Without a
   * `credential_id`, it counts for the credential that `sent` stated last, else for the gateway's own if the plan has it (flag
   * `credential_assumed` if it has others, too), else for the only one of the plan.
   *
   * @throws {CostTooLarge} if a counter has no room for the cost. The hold is unknown then.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @throws {InvalidInput} if `input` is invalid, if it names no model though the hold has several, or if it names no credential, none was
   * stated, and the plan has only several stored ones.
   * @example
   * const { cost, flags } = await gateway.spending.settle(id, { cost: 0.125 })
   */
  settle(id: string, input: NewSettlement, options?: CallOptions): Promise<Hold>
  /**
   * Ends a hold whose request was not made, and returns its amount to the budgets. A hold that is unknown or settled stays as it is.
   *
   * @throws {HoldNotFound} if there is no hold with this id.
   * @example
   * await gateway.spending.release(id)
   */
  release(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Marks the outcome of a request as unknown, because the provider may have billed it. The amount counts until the hold is settled. A
   * hold that is settled stays as it is.
   *
   * @throws {CostTooLarge} if the hold had returned its amount, and a counter has no room for it any more.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @example
   * await gateway.spending.markUnknown(id)
   */
  markUnknown(id: string, options?: CallOptions): Promise<Hold>
  /**
   * Returns the secret of a provider credential that the plan of an open hold has. A server does it only if it was started with
   * `--serve-credentials`. Keep the secret in memory, and only as long as the request needs it.
   *
   * @throws {ByokNotFound} if the plan has no credential with this id, or it was deleted or disabled since.
   * @throws {CredentialsNotServed} if the server does not serve secrets.
   * @throws {HoldEnded} if the hold is not open any more, or its lease has ended.
   * @throws {HoldNotFound} if there is no hold with this id.
   * @example
   * const { key } = await gateway.spending.credential(id, credentialId)
   */
  credential(id: string, credentialId: string, options?: CallOptions): Promise<OpenedCredential>
  /**
   * Records a request that was made without a hold, by its `cost` or by its `usage` at the prices of its time. It is counted without
   * an admission, so it may exceed budgets, and it is recorded for disabled and deleted keys too. Recording it again with the same
   * `id` changes nothing and returns the hold.
   *
   * @throws {CostTooLarge} if a counter has no room for the cost. Nothing is recorded then.
   * @throws {HoldConflict} if another key, or a hold that is not settled, has this `id`.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyNotFound} if there is no key with this hash, and the ledger knows none.
   * @throws {KeyRefused} if it is a management key, which makes no requests.
   * @throws {RunRefused} if a run above that of the request does not exist; `reason` is `run_not_found`.
   * @example
   * const { cost } = await gateway.spending.recordUsage({ id, key_hash: hash, cost: 0.125 })
   */
  recordUsage(input: NewUsage, options?: CallOptions): Promise<Hold>
  /**
   * Releases the open holds of a process that were not sent. Call it when the process starts again, so that the holds of its last run
   * need not wait for the end of their leases.
   *
   * @throws {InvalidInput} if `instance` is not a text of 1 to 64 characters.
   * @example
   * const { released } = await gateway.spending.releaseAll({ instance: "gateway-1" })
   */
  releaseAll(input: HoldsOfInstance, options?: CallOptions): Promise<ReleasedHolds>
}

export const holds = (transport: Transport): Holds => {
  const { mayTake, reads } = methodsOf(transport)
  return { list: mayTake("listHolds"), get: reads("getHold") }
}

/** The holds and runs of an account. */
export const ledger = (transport: Transport): Ledger => {
  const { takes } = methodsOf(transport)
  return {
    ...holds(transport),
    runs: managedRuns(transport),
    correct: takes("correctHold"),
    reconcile: takes("reconcileHold")
  }
}

export const spending = (transport: Transport): Spending => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    ...holds(transport),
    runs: runs(transport),
    authorize: takes("authorize"),
    sent: mayTake("markSent"),
    extend: mayTake("extend"),
    settle: takes("settle"),
    release: reads("release"),
    markUnknown: reads("markUnknown"),
    credential: reads("openCredential"),
    recordUsage: takes("recordRequest"),
    releaseAll: takes("releaseHolds")
  }
}
