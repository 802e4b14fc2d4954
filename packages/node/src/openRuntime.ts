import { unwrapExit } from "@tollgate/client/internal"
import { Memory, type Services } from "@tollgate/core"
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
import { postgresLayer } from "./postgresLayer.js"

/** Where the accounts are kept. */
export type OpenOptions =
  | {
      /** The path of an SQLite file. It is created if it does not exist. */
      readonly file: string
      /**
       * Seals provider secrets: 32 bytes as 64 hex digits or as base64. Without one, a key file beside the database is
       * used, and made together with a new database.
       */
      readonly masterKey?: string
    }
  | {
      /**
       * The address of a PostgreSQL database, `postgres://user:password@host:port/database`: for many machines on one
       * database. Its tables are made where they are not there yet.
       */
      readonly postgres: string
      /** Seals provider secrets: 32 bytes as 64 hex digits or as base64, the same for all machines. */
      readonly masterKey: string
    }
  | {
      /** Accounts that end with the gate. */
      readonly memory: true
    }

/** All that programs ask for, until it is disposed of. */
export interface OpenRuntime {
  readonly runtime: Runtime.Runtime<Services>
  readonly dispose: () => Promise<void>
}

// Nobody listens to spans or log lines here, and a library does not write to its host's output.
const quiet = Layer.merge(Layer.setTracerEnabled(false), Logger.minimumLogLevel(LogLevel.None))

const storesOf = (
  options: OpenOptions
): Layer.Layer<Services, DatabaseRefused | MasterKeyRefused | PostgresRefused> => {
  if ("file" in options && options.file !== undefined) return fileLayer(options)
  return "postgres" in options && options.postgres !== undefined ? postgresLayer(options) : Memory.layer
}

/**
 * Opens the stores, or rejects with the tagged error that tells what is wrong with the database or the key, or with a
 * `TypeError` where the options do not say in one way where the accounts are.
 */
export const openRuntime = async (options: OpenOptions): Promise<OpenRuntime> => {
  checkOptions(options)
  const { dispose, runtimeEffect } = ManagedRuntime.make(Layer.provideMerge(storesOf(options), quiet))
  const exit = await Effect.runPromiseExit(runtimeEffect)
  if (Exit.isFailure(exit)) await dispose()
  return { runtime: unwrapExit(exit), dispose }
}
