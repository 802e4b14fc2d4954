import { AuditRetention, deliverAlerts, LedgerRetention, Memory, Metrics, type Services } from "@tollgate/core"
import { WebhookSenderHttp, webhookRules } from "@tollgate/http"
import type { PostgresRefused } from "@tollgate/postgres/address"
import type { DatabaseRefused, MasterKeyRefused } from "@tollgate/sqlite"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import type * as Runtime from "effect/Runtime"
import { checkOptions } from "./checkOptions.js"
import { fileLayer } from "./fileLayer.js"
import { loadTracer } from "./hostTracer.js"
import { postgresLayer } from "./postgresLayer.js"
import { unwrapExit } from "./unwrapExit.js"

/** Options of every store. */
interface StoreOptions {
  /**
   * How many days the ledger keeps requests that have ended, from 32 to 36500. `prune` deletes older ones. All processes of a
   * database need the same number.
   *
   * @default 400
   */
  readonly retentionDays?: number | undefined
  /**
   * How many days the audit log keeps entries, from 1 to 36500. `prune` deletes older ones.
   *
   * @default all entries are kept
   */
  readonly auditRetentionDays?: number | undefined
  /**
   * Whether the store and the handlers that it mounts count what happens, for `metrics`.
   *
   * @default false
   */
  readonly metrics?: boolean | undefined
  /**
   * Whether webhooks may have http URLs and private addresses, for tests and inner networks.
   *
   * @default false
   */
  readonly webhookPrivate?: boolean | undefined
  /**
   * Whether this process sends alerts to webhooks: it asks storage each second whether there are any. Several processes of a database share the
   * work. With `false`, they wait until another process sends them, such as `tollgate serve`.
   *
   * @default true
   */
  readonly deliverAlerts?: boolean | undefined
}

/** Where the accounts are stored: exactly one of `file`, `postgres` and `memory`. */
export type OpenOptions = StoreOptions &
  (
    | {
        /** The path of an SQLite file. It is created if it does not exist. */
        readonly file: string
        /**
         * Encrypts provider secrets: 32 bytes as 64 hex digits or in base64. Of several keys, separated by commas, the first encrypts
         * and all decrypt.
         *
         * @default the key file beside the database, `<file>.key`, which is created with a new database
         */
        readonly masterKey?: string | undefined
      }
    | {
        /**
         * The address of a PostgreSQL database, `postgres://user:password@host:port/database`. Many processes can share it. Missing
         * tables are created.
         */
        readonly postgres: string
        /**
         * Encrypts provider secrets: 32 bytes as 64 hex digits or in base64, the same for all processes. Of several keys, separated by
         * commas, the first encrypts and all decrypt.
         */
        readonly masterKey: string
      }
    | {
        /** Keeps the accounts in memory, until `close`. */
        readonly memory: true
      }
  )

/** A runtime with the stores, and the function that closes them. */
export interface OpenRuntime {
  readonly runtime: Runtime.Runtime<Services>
  readonly dispose: () => Promise<void>
}

// A library does not write spans or log lines to its host's output.
const quiet = Layer.merge(Layer.setTracerEnabled(false), Logger.minimumLogLevel(LogLevel.None))

const DAY_MS = 86_400_000

const storesOf = (
  options: OpenOptions
): Layer.Layer<Services, DatabaseRefused | MasterKeyRefused | PostgresRefused> => {
  if ("file" in options && options.file !== undefined) return fileLayer(options)
  return "postgres" in options && options.postgres !== undefined ? postgresLayer(options) : Memory.layer
}

/**
 * Opens the stores.
 *
 * @throws {TypeError} unless the options name exactly one store.
 * @throws {DatabaseRefused | PostgresRefused | MasterKeyRefused} if the database or the master key cannot be used.
 */
export const openRuntime = async (options: OpenOptions): Promise<OpenRuntime> => {
  checkOptions(options)
  // Handlers are mounted synchronously, and need it then.
  await loadTracer()
  const { auditRetentionDays, metrics = false, retentionDays = 400, webhookPrivate = false } = options
  const sender = Layer.provideMerge(WebhookSenderHttp.layer(), webhookRules(webhookPrivate))
  const settings = Layer.mergeAll(
    quiet,
    Layer.succeed(LedgerRetention, retentionDays * DAY_MS),
    Layer.succeed(AuditRetention, auditRetentionDays === undefined ? null : auditRetentionDays * DAY_MS),
    sender,
    metrics ? Metrics.layer : Layer.empty
  )
  const { dispose, runtimeEffect } = ManagedRuntime.make(
    (options.deliverAlerts === false ? Layer.empty : deliverAlerts).pipe(
      Layer.provideMerge(storesOf(options)),
      Layer.provideMerge(settings)
    )
  )
  const exit = await Effect.runPromiseExit(runtimeEffect)
  if (Exit.isFailure(exit)) await dispose()
  return { runtime: unwrapExit(exit), dispose }
}
