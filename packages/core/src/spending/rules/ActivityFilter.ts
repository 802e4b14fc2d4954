import type { WorkspaceId } from "../../values/Id.js"
import type { KeyHash } from "../../values/KeyHash.js"
import type { UserId } from "../../values/UserId.js"

/** Requests to sum, by their values: of each field that is stated, one of its values. Null stands for requests without one. */
export interface ActivityFilter {
  readonly key?: ReadonlyArray<KeyHash> | undefined
  readonly user?: ReadonlyArray<UserId> | undefined
  readonly workspace?: ReadonlyArray<WorkspaceId> | undefined
  readonly model?: ReadonlyArray<string | null> | undefined
  readonly provider?: ReadonlyArray<string | null> | undefined
}

interface Served {
  readonly model: string | null
  readonly provider: string | null
}

/** What a filter looks at of a sum. */
interface Told extends Served {
  readonly key_hash: KeyHash | null
  readonly user_id: UserId | null
  readonly workspace_id: WorkspaceId | null
}

const isAmong = <A>(value: A, values: ReadonlyArray<A> | undefined) => values === undefined || values.includes(value)

/** Whether requests that are told apart by what served them have one of the models and of the providers. */
export const isServedBy = ({ model, provider }: Served, only: Pick<ActivityFilter, "model" | "provider">): boolean =>
  isAmong(model, only.model) && isAmong(provider, only.provider)

/** Whether requests that are told apart by all fields have one of the values of each. */
export const isOnly = (sum: Told, only: ActivityFilter): boolean =>
  isAmong(sum.key_hash, only.key) &&
  isAmong(sum.user_id, only.user) &&
  isAmong(sum.workspace_id, only.workspace) &&
  isServedBy(sum, only)
