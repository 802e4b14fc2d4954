import type { AuditEntry, AuditPage, Paged } from "#models"
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
}

export const audit = (transport: Transport): Audit => {
  const { mayTake } = methodsOf(transport)
  return {
    list: mayTake("listAuditEntries")
  }
}
