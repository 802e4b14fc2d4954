import * as Order from "effect/Order"
import type { UserId } from "./UserId.js"

/** The order in which all programs write rows of several users, so that two transactions never wait for each other. */
export const byUser: Order.Order<{ readonly user_id: UserId }> = Order.mapInput(
  Order.string,
  ({ user_id }: { readonly user_id: UserId }): string => user_id
)
