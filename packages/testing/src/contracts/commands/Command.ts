import type { StorageFailure } from "@tollgate/core"
import type { Stores } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"

/** A call of a port, with the objects that must exist before it and those that exist after it. */
export interface Command extends Rules {
  /** The port's key. `method` is the name that a storage author knows: `KeyStore.find`. */
  readonly port: string
  readonly method: string
  /** The call in words, to follow "after": "creating key 1 of First". Built only for a report. */
  readonly doing: () => string
  readonly run: Effect.Effect<unknown, StorageFailure, Stores>
}

export interface Rules {
  readonly needs?: ReadonlyArray<string>
  /** The object that the call stores. The call is made only while the object does not exist. */
  readonly adds?: string
  readonly drops?: string | false
}

/** Calls of one port. A call's words that are expensive to build are given as a function. */
export const callsOf =
  <S>(port: Effect.Effect<S, never, Stores> & { readonly key: string }) =>
  (
    method: keyof S & string,
    doing: string | (() => string),
    ask: (port: S) => Effect.Effect<unknown, StorageFailure>,
    rules: Rules = {}
  ): Command => ({
    method: `${port.key.slice(port.key.lastIndexOf("/") + 1)}.${method}`,
    port: port.key,
    doing: typeof doing === "string" ? () => doing : doing,
    run: Effect.flatMap(port, ask),
    ...rules
  })
