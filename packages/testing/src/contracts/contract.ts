import { describe, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import type { Stores, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** One promise of a port, tried on stores that no other test sees. */
export type Promised = (promise: string, body: () => Effect.Effect<unknown, unknown, Stores>) => void

/** What a layer may require: every port and the vault, in memory, empty. */
export type Base = Stores | Vault

/** The ports of a layer, and those in memory for the rest. */
export const overMemory = <A extends Stores, E>(layer: Layer.Layer<A, E, Base>): Layer.Layer<Base, E> =>
  Layer.provideMerge(layer, Memory.layer)

/**
 * A suite of promises that holds for whatever layer provides the port. Whatever other ports the promises take come from
 * the layer too where it has them, and from memory where not; the layer may itself require those in memory. It is built
 * anew for each test, on the machine's own clock: the promises state every instant themselves.
 */
export const contract =
  <Port extends Stores>(port: string, promises: (promise: Promised) => void) =>
  <E>(name: string, layer: Layer.Layer<Port, E, Base>): void => {
    const stores = overMemory(layer)
    describe(`${port} in ${name}`, () =>
      promises((promise, body) => it.live(promise, () => Effect.provide(body(), stores))))
  }
