import * as Effect from "effect/Effect"
import { Transaction } from "../ports/Transaction.js"
import { withSpan } from "../runtime/withSpan.js"
import { newOrganization } from "./newOrganization.js"
import type { NewOrganization } from "./Organization.js"

/**
 * Creates an organization with what it cannot be without: the workspace `default`, its owner as admin, and a first
 * management key, whose secret is shown in this answer and never again. The host calls it; no caller is needed.
 */
export const createOrganization = Effect.fnUntraced(function* (input: NewOrganization) {
  const transaction = yield* Transaction
  const create = yield* newOrganization(input)
  return yield* transaction.run(create)
}, withSpan("organizations.createOrganization"))
