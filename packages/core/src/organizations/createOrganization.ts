import * as Effect from "effect/Effect"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { newOrganization } from "./newOrganization.js"
import type { NewOrganization } from "./Organization.js"

/**
 * Creates an organization with a workspace `default`, its owner as admin, and a first management key. The result contains the
 * key's secret, which cannot be read again later. The host calls it without a caller.
 *
 * @example
 * import { createOrganization, UserId } from "@tollgate/core"
 *
 * export const created = createOrganization({ name: "Acme", owner_user_id: UserId.make("ada") })
 */
export const createOrganization = Effect.fnUntraced(function* (input: NewOrganization) {
  const transaction = yield* Transaction
  const create = yield* newOrganization(input)
  return yield* transaction.run(create)
}, change("organizations.createOrganization"))
