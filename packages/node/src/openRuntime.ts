import { Memory, type Services } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { fileLayer } from "./fileLayer.js"
import { toPromise } from "./toPromise.js"

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
      /** Accounts that end with the gate. */
      readonly memory: true
    }

// Nobody listens to spans or log lines here, and a library does not write to its host's output.
const quiet = Layer.merge(Layer.setTracerEnabled(false), Logger.minimumLogLevel(LogLevel.None))

/** Opens the stores, or rejects with the tagged error that tells what is wrong with the file or the key. */
export const openRuntime = async (options: OpenOptions): Promise<ManagedRuntime.ManagedRuntime<Services, never>> => {
  const stores = "file" in options ? fileLayer(options) : Memory.layer
  const runtime = ManagedRuntime.make(Layer.orDie(stores).pipe(Layer.provideMerge(quiet)))
  try {
    await toPromise(runtime, Effect.void)
  } catch (refusal) {
    await runtime.dispose()
    throw refusal
  }
  return runtime
}
