/** How many connections are kept, and how long anything may take, in milliseconds. */
export interface Settings {
  /** Connections at the same time; who needs one more waits. 10 unless stated. */
  readonly maxConnections: number
  /** Waiting for one of them while all are in use. 10,000 unless stated. */
  readonly acquireTimeout: number
  /** Opening one, until the server has let it in. 5,000 unless stated. */
  readonly connectTimeout: number
  /** One statement, by the server's clock. 5,000 unless stated. */
  readonly statementTimeout: number
  /** Waiting for a lock within a statement. 4,000 unless stated. */
  readonly lockTimeout: number
  /** A transaction in which no statement is sent, after which the server ends it. 10,000 unless stated. */
  readonly idleInTransactionTimeout: number
  /** Whether the server keeps the statements prepared. True unless stated; false behind a pooler that shares connections. */
  readonly preparedStatements: boolean
}

/** The settings of who states none. */
export const defaults: Settings = {
  maxConnections: 10,
  acquireTimeout: 10_000,
  connectTimeout: 5_000,
  statementTimeout: 5_000,
  lockTimeout: 4_000,
  idleInTransactionTimeout: 10_000,
  preparedStatements: true
}

/** How much longer than a statement may take the server may be silent, in milliseconds, before its connection is given up. */
export const SILENCE_MILLIS = 2_000
