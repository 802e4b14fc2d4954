/** How much `prune` has deleted. */
export interface Pruned {
  /** Requests of the ledger. */
  readonly ledger: number
  /** Results that were kept for repeated calls. */
  readonly answers: number
  /** Entries of the audit log. */
  readonly audit: number
}
