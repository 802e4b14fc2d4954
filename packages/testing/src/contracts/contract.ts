import { describe, it } from "@effect/vitest"
import { Memory } from "@tollgate/core"
import type { SpendingStore, Stores, Vault } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** Registers a test of one promise of a port, on stores of its own. */
export type Promised = (promise: string, body: () => Effect.Effect<unknown, unknown, Ports>) => void

/** Every port that has a contract. */
export type Ports = Stores | SpendingStore

/** What a layer under test may require: every port and the vault, in memory, empty. */
export type Base = Ports | Vault

/** The ports of a layer. The other ports come from memory. */
export const overMemory = <A extends Ports, E>(layer: Layer.Layer<A, E, Base>): Layer.Layer<Base, E> =>
  Layer.provideMerge(layer, Memory.layerWithoutReferences)

/**
 * A test suite for any layer that provides a port. Other ports come from the layer if it provides them, and from memory
 * otherwise; the layer may require those in memory. It is built anew for each test, with the real clock: the tests state
 * every instant themselves. `promises` are the same without Vitest, for a runner of one's own.
 */
export const contract = <Port extends Ports>(port: string, promises: (promise: Promised) => void) =>
  Object.assign(
    <E>(name: string, layer: Layer.Layer<Port, E, Base>): void => {
      const stores = overMemory(layer)
      describe(`${port} in ${name}`, () =>
        promises((promise, body) => it.live(promise, () => Effect.provide(body(), stores))))
    },
    { port, promises }
  )
