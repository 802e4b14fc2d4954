import type {
  BoostPage,
  BudgetBoost,
  BudgetPage,
  BudgetRequest,
  BudgetRequestApproval,
  BudgetRequestPage,
  BudgetRequestRefusal,
  Deleted,
  ListedBudget,
  NewBudgetBoost,
  NewBudgetRequest,
  OwnBudgetRequest,
  Page,
  Paged
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Boosts: amounts that are added to one limit for a time. Amounts are in USD. */
export interface Boosts {
  /**
   * Returns one page of boosts, newest first. Those that have ended stay as long as the ledger. Boosts are counted up to 10,000: a
   * `total_count` of 10,001 stands for more. Needs a management key.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.budgets.boosts.list({ state: "in_force" })
   */
  list(page?: BoostPage, options?: CallOptions): Promise<Paged<BudgetBoost>>
  /**
   * Adds an amount to one limit of a key, a guardrail or a workspace for a time, from the next admission on in every process. `id` is the hash
   * of the key, or the id of the guardrail, with the `key_hash` or `user_id` that it is for, or of the workspace. It ends at `until`, by default
   * with the window. The limit itself stays, and its changes keep the boost. Needs a management key.
   *
   * @throws {BoostRefused} if the limit is 0, or too much is added to it already; `reason` says which.
   * @throws {BoostScopeNotFound} if the organization has no API key, guardrail or workspace with this `id`.
   * @throws {BudgetNotFound} if there is no limit in the window, or the guardrail is not assigned.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const reason = "The evaluation of this week"
   * const { until } = await account.budgets.boosts.create({ scope: "key", id: hash, window: "daily", usd: 5, reason })
   */
  create(input: NewBudgetBoost, options?: CallOptions): Promise<BudgetBoost>
  /**
   * Ends a boost now: the next admission in any process is judged without it. What was spent stays. Needs a management key.
   *
   * @throws {BoostNotFound} if the organization has no boost in force with this id.
   * @example
   * await account.budgets.boosts.delete(id)
   */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

/** Requests for more than the limit of a key. Amounts are in USD. */
export interface BudgetRequests {
  /**
   * Returns one page of the requests for more of all keys, newest first. Needs a management key.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.budgets.requests.list({ state: "open" })
   */
  list(page?: BudgetRequestPage, options?: CallOptions): Promise<Paged<BudgetRequest>>
  /**
   * Adds a boost to the limit of the key that asked: by default the requested amount, until the end of the window, or for 24 hours for a lifetime
   * limit. Needs a management key.
   *
   * @throws {BoostRefused} if the limit is 0, or too much is added to it already; `reason` says which.
   * @throws {BudgetNotFound} if the key has no limit in the window any more.
   * @throws {BudgetRequestDecided} if the request is approved or refused already; `decided` says which.
   * @throws {BudgetRequestNotFound} if the organization has no request for more with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {MoreRefused} if the key was deleted or disabled, or has expired; `reason` says which.
   * @example
   * const { until } = await account.budgets.requests.approve(id, { usd: 5 })
   */
  approve(id: string, input?: BudgetRequestApproval, options?: CallOptions): Promise<BudgetRequest>
  /**
   * Refuses a request for more. The limit stays, and the key may ask again. Needs a management key.
   *
   * @throws {BudgetRequestDecided} if the request is approved or refused already; `decided` says which.
   * @throws {BudgetRequestNotFound} if the organization has no request for more with this id.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @example
   * const { state } = await account.budgets.requests.refuse(id, { reason: "Ask again next month." })
   */
  refuse(id: string, input?: BudgetRequestRefusal, options?: CallOptions): Promise<BudgetRequest>
  /**
   * Returns one page of the requests for more of the API key used for this call, newest first, with the decisions.
   *
   * @throws {InvalidCredential} if the key is unknown, malformed, disabled or expired, and for a host, which has no key.
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.budgets.requests.own()
   */
  own(page?: Page, options?: CallOptions): Promise<Paged<OwnBudgetRequest>>
  /**
   * Asks for more than the limit of the API key used for this call, in the window of the limit. One request of a key is open at a time, and it
   * may ask ten times a UTC day.
   *
   * @throws {InvalidCredential} if the key is unknown, malformed, disabled or expired, and for a host, which has no key.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {MoreRefused} if the key has no limit, a limit of 0 or an open request, has asked ten times today, or is a management key; `reason`
   * says which.
   * @example
   * const { id } = await account.budgets.requests.create({ usd: 5, reason: "The evaluation needs another run" })
   */
  create(input: NewBudgetRequest, options?: CallOptions): Promise<OwnBudgetRequest>
}

/** The budgets of an organization, of every kind, what is added to them for a time, and requests for that. Amounts are in USD. */
export interface Budgets {
  /**
   * Boosts: amounts that are added to one limit for a time.
   *
   * @example
   * const { data } = await account.budgets.boosts.list()
   */
  readonly boosts: Boosts
  /**
   * Requests for more than the limit of a key.
   *
   * @example
   * const { data } = await account.budgets.requests.list({ state: "open" })
   */
  readonly requests: BudgetRequests
  /**
   * Returns one page of the budgets in force, those with the greatest share of their limit first. `above: 0.8` lists those of which 80 % or
   * more is spent or unknown. Open holds do not count.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.budgets.list({ above: 0.8 })
   */
  list(page?: BudgetPage, options?: CallOptions): Promise<Paged<ListedBudget>>
}

export const budgets = (transport: Transport): Budgets => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    list: mayTake("listBudgets"),
    boosts: {
      list: mayTake("listBoosts"),
      create: takes("createBoost"),
      delete: reads("deleteBoost")
    },
    requests: {
      list: mayTake("listBudgetRequests"),
      approve: mayTake("approveBudgetRequest"),
      refuse: mayTake("refuseBudgetRequest"),
      own: mayTake("listOwnBudgetRequests"),
      create: takes("createBudgetRequest")
    }
  }
}
