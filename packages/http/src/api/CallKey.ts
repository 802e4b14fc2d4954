import type { IdempotencyKey } from "@tollgate/core/models"
import * as Context from "effect/Context"

/** The key that the caller of an operation gives to a change, and the JSON of its body. */
export interface NamedCall {
  readonly key: IdempotencyKey
  readonly body: string
}

/** The key of the call that the current fiber makes; null if its caller gives none. */
export class CallKey extends Context.Reference<CallKey>()("@tollgate/http/CallKey", {
  defaultValue: (): NamedCall | null => null
}) {}
