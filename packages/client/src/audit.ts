import type { AuditChainState, AuditEntry, AuditPage, Paged } from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Who has changed what in the account. */
export interface Audit {
  /**
   * Returns one page of the changes of the account, newest first. Each change has one entry, which was stored in the same transaction.
   * Entries are counted up to 10,000: a `total_count` of 10,001 stands for more.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.audit.list({ action: "keys.updateKey", from: "2026-05-01T00:00:00Z" })
   */
  list(page?: AuditPage, options?: CallOptions): Promise<Paged<AuditEntry>>
  /**
   * Returns the chain of the account's audit entries: the number and the hash of the last one, where the chain begins, whether the retention has
   * deleted its beginning, and what the last check by `tollgate audit verify` has found. On PostgreSQL, an entry is the last one about 100 ms after
   * its change.
   *
   * @example
   * const { seq, hash, intact, checked_seq } = await account.audit.chain()
   */
  chain(options?: CallOptions): Promise<AuditChainState>
}

export const audit = (transport: Transport): Audit => {
  const { mayTake, reads } = methodsOf(transport)
  return {
    list: mayTake("listAuditEntries"),
    chain: reads("getAuditChain")
  }
}
