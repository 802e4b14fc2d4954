import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { about } from "../ports/PendingEntry.js"
import { Transaction } from "../ports/Transaction.js"
import { change } from "../records/change.js"
import { bumpVersions } from "../spending/admission/bumpVersions.js"
import { workspaceScope } from "../spending/model/Scope.js"
import type { Deleted } from "../values/Deleted.js"
import { ByokStore } from "./ByokStore.js"
import { requireCredential } from "./requireCredential.js"

/** Deletes a credential with its sealed secret. Fails with `ByokNotFound`, also the second time. */
export const deleteByokCredential = Effect.fnUntraced(function* (id: string) {
  const { organizationId } = yield* ManagementCaller
  const credentials = yield* ByokStore
  const { run } = yield* Transaction
  const now = yield* DateTime.now
  const found = yield* requireCredential(id, (id) => credentials.find(organizationId, id))
  yield* about({ object: found.id })
  yield* run(
    Effect.zipRight(
      bumpVersions([workspaceScope({ organization_id: organizationId, workspace_id: found.workspace_id })], now),
      requireCredential(id, (id) => credentials.delete(organizationId, id))
    )
  )
  const deleted: Deleted = { deleted: true }
  return deleted
}, change("byok.deleteByokCredential"))
