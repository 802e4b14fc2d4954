import type { StorageFailure } from "@tollgate/core"
import type { Stores } from "@tollgate/core/storage"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/** A call of a port, with the objects that must be there before it and those that are there after it. */
export interface Command extends Rules {
  /** The port's key, and its method as a storage author knows it: `KeyStore.find`. */
  readonly port: string
  readonly method: string
  /** What it does, so that "after" may stand before it: "creating key 1 of First". Written only where it is told. */
  readonly doing: () => string
  readonly run: Effect.Effect<unknown, StorageFailure, Stores>
}

export interface Rules {
  readonly needs?: ReadonlyArray<string>
  /** Happens at most once while the object is there. */
  readonly adds?: string
  readonly drops?: string | false
}

/** Calls of one port. */
export const callsOf =
  <I extends Stores, S>(port: Context.Tag<I, S>) =>
  (
    method: keyof S & string,
    doing: () => string,
    ask: (port: S) => Effect.Effect<unknown, StorageFailure>,
    rules: Rules = {}
  ): Command => ({
    port: port.key,
    method: `${port.key.slice(port.key.lastIndexOf("/") + 1)}.${method}`,
    doing,
    run: Effect.flatMap(port, ask),
    ...rules
  })
