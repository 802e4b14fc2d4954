import type { OrganizationId, WorkspaceId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import * as Usd from "../../values/Usd.js"
import type { UserId } from "../../values/UserId.js"
import * as Day from "../model/Day.js"
import type { CostBasis } from "../model/Hold.js"
import type { HoldRecord } from "../model/HoldRecord.js"
import type { ActivityFilter } from "./ActivityFilter.js"

/** What sums of requests can be told apart by. `served` stands for the model, the provider and the source of the cost. */
export type ActivityField = "day" | "key" | "user" | "workspace" | "served" | "labels"

/** The requests to sum. */
export interface ActivityList {
  readonly organization_id: OrganizationId
  /** The one key whose requests a caller may see. Null means all keys. */
  readonly key_hash: KeyHash | null
  readonly from: Day.Day
  /** Inclusive. */
  readonly to: Day.Day
  readonly by: ReadonlySet<ActivityField>
  /** Values of the requests. Without any, all of them are summed. */
  readonly only?: ActivityFilter
  /**
   * The instant at which requests are summed, in milliseconds since 1970: what was sent and whose lease has ended counts as unknown, given
   * back or not. Without one, they are summed as they are stored.
   */
  readonly now?: number
}

/** The sums of requests. Amounts are nano-dollars. */
export interface ActivityAmounts {
  /** Settled requests and those whose outcome is unknown. */
  readonly requests: number
  /** Through the gateway's own credentials. */
  readonly cost: Usd.Usd
  /** Through the organization's credentials. */
  readonly byok_cost: Usd.Usd
  /** The amounts of requests whose outcome is unknown. */
  readonly unknown: Usd.Usd
  readonly input_tokens: number
  readonly output_tokens: number
}

/** The sums of some requests, and what they have in common. A field that was not asked for is null. */
export interface ActivitySum extends ActivityAmounts {
  readonly day: Day.Day | null
  readonly key_hash: KeyHash | null
  readonly user_id: UserId | null
  readonly workspace_id: WorkspaceId | null
  /** The model that was used, or the first that was asked for. */
  readonly model: string | null
  readonly provider: string | null
  readonly basis: CostBasis | null
  readonly labels: Readonly<Record<string, string>> | null
}

/** Adds two counts, up to the greatest exact integer. */
const addCount = (one: number, other: number) => Math.min(one + other, Number.MAX_SAFE_INTEGER)

/** The sums of two groups of requests. Amounts are at most what their organization has spent. */
export const addActivity = (one: ActivityAmounts, other: ActivityAmounts): ActivityAmounts => ({
  requests: addCount(one.requests, other.requests),
  cost: Usd.add(one.cost, other.cost),
  byok_cost: Usd.add(one.byok_cost, other.byok_cost),
  unknown: Usd.add(one.unknown, other.unknown),
  input_tokens: addCount(one.input_tokens, other.input_tokens),
  output_tokens: addCount(one.output_tokens, other.output_tokens)
})

/** The model of a request: the one that was used, or the first that was asked for. */
export const servedModel = (used: string | null, asked: ReadonlyArray<string>): string | null =>
  used ?? asked[0] ?? null

/** Whether a hold is part of the activity: its request was made, or may have been. */
export const isActivity = ({ state }: Pick<HoldRecord, "state">): boolean => state === "settled" || state === "unknown"

/** What one hold adds to the activity of the day on which it was opened. */
export const activityOf = (hold: HoldRecord): ActivitySum => {
  const cost = hold.cost ?? Usd.zero
  return {
    day: Day.of(hold.opened_at),
    key_hash: hold.key_hash,
    user_id: hold.user_id,
    workspace_id: hold.workspace_id,
    model: servedModel(hold.model, hold.models),
    provider: hold.provider,
    basis: hold.basis,
    labels: hold.labels,
    requests: 1,
    cost: hold.is_byok ? Usd.zero : cost,
    byok_cost: hold.is_byok ? cost : Usd.zero,
    unknown: hold.state === "unknown" ? hold.amount : Usd.zero,
    input_tokens: hold.input_tokens,
    output_tokens: hold.output_tokens
  }
}
