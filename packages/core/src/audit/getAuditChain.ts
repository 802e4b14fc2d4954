import * as Effect from "effect/Effect"
import { ManagementCaller } from "../access/Caller.js"
import { withSpan } from "../runtime/withSpan.js"
import type { AuditChainState } from "./AuditChainState.js"
import { AuditStore } from "./AuditStore.js"
import { pruningOf } from "./Pruning.js"

/**
 * Returns the chain of the caller's audit entries: the last entry that has its number and hash, which on PostgreSQL it gets about 100 ms after its
 * change, the first one that is kept, the last deletion of old ones, and what the last check has found (`noteAuditCheck`).
 *
 * @throws StorageFailure.
 */
export const getAuditChain = Effect.fnUntraced(function* () {
  const { organizationId } = yield* ManagementCaller
  const audit = yield* AuditStore
  const { check, deleted, first, head, last, pruning } = yield* audit.chain(organizationId)
  const isExplained = pruning !== null && pruningOf(pruning)?.to === deleted.seq
  const state: AuditChainState = {
    seq: head.seq,
    hash: head.hash,
    created_at: last?.created_at ?? null,
    first_seq: first?.seq ?? null,
    first_created_at: first?.created_at ?? null,
    deleted_seq: deleted.seq === 0 ? null : deleted.seq,
    deleted_at: isExplained ? pruning.created_at : null,
    checked_at: check?.checked_at ?? null,
    checked_seq: check?.seq ?? null,
    intact: check?.intact ?? null
  }
  return state
}, withSpan("audit.getAuditChain"))
