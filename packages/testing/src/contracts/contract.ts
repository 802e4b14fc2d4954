import { describe, it } from "@effect/vitest"
import type { Stores } from "@tollgate/core/storage"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"

/** One promise of a port, tried on stores that no other test sees. */
export type Promised = (promise: string, body: () => Effect.Effect<unknown, unknown, Stores>) => void

/**
 * A suite of promises that holds for whatever layer it is given. The layer is built anew for each test, on the
 * machine's own clock: the promises state every instant themselves.
 */
export const contract =
  (port: string, promises: (promise: Promised) => void) =>
  <E>(name: string, layer: Layer.Layer<Stores, E>): void => {
    describe(`${port} in ${name}`, () =>
      promises((promise, body) => it.live(promise, () => Effect.provide(body(), layer))))
  }
