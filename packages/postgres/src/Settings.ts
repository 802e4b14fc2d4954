/** The size of the connection pool, and timeouts in milliseconds. */
export interface Settings {
  /**
   * Connections at the same time, at least 2: three tenths are for reads. Further work waits for one.
   *
   * @default 10
   */
  readonly maxConnections: number
  /**
   * Longest wait before the first statement of a call, in milliseconds: in the queue of the row that it writes, and for a free
   * connection, together.
   *
   * @default 10_000
   */
  readonly acquireTimeout: number
  /**
   * Longest time to open and authenticate a connection, in milliseconds.
   *
   * @default 5_000
   */
  readonly connectTimeout: number
  /**
   * Longest time of one statement, in milliseconds, measured by the server (`statement_timeout`).
   *
   * @default 5_000
   */
  readonly statementTimeout: number
  /**
   * Longest wait for a lock within a statement, in milliseconds (`lock_timeout`). It is part of the statement's time.
   *
   * @default 4_000
   */
  readonly lockTimeout: number
  /**
   * Longest time that a transaction may be idle before the server ends it, in milliseconds
   * (`idle_in_transaction_session_timeout`).
   *
   * @default 10_000
   */
  readonly idleInTransactionTimeout: number
  /**
   * Whether statements are prepared on the server. Set it to false behind a pooler that shares connections.
   *
   * @default true
   */
  readonly preparedStatements: boolean
}

/** The default settings. */
export const defaults: Settings = {
  maxConnections: 10,
  acquireTimeout: 10_000,
  connectTimeout: 5_000,
  statementTimeout: 5_000,
  lockTimeout: 4_000,
  idleInTransactionTimeout: 10_000,
  preparedStatements: true
}

/** Milliseconds beyond the statement timeout after which a silent server's connection is closed. */
export const SILENCE_MILLIS = 2_000
