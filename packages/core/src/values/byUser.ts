import * as Order from "effect/Order"
import type { UserId } from "../values/UserId.js"

/** Everybody takes users in this order, so that of two acts about the same ones neither waits for the other in a circle. */
export const byUser: Order.Order<{ readonly user_id: UserId }> = Order.mapInput(
  Order.string,
  ({ user_id }: { readonly user_id: UserId }): string => user_id
)
