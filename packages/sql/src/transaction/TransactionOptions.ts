export interface TransactionOptions {
  /** Whether writes are rejected. @default false */
  readonly isReading?: boolean
  /** Whether rows that a write depends on are locked, because the isolation level does not protect them. @default false */
  readonly locksRows?: boolean
  /** Whether the committer stores the audit entries, which the transaction collects. @default false */
  readonly collectsEntries?: boolean
}
