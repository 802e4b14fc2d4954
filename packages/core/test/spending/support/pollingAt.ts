import { Entropy } from "@tollgate/core"
import { Effect } from "effect"

/** Lets requests that wait ask at this millisecond of each second. Other bytes stay random. */
export const pollingAt =
  (phase: number) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Entropy, (entropy) => {
      const drawn = Math.ceil((phase * 65_536) / 1_000)
      const bytes = (size: number) =>
        size === 2 ? Uint8Array.of(Math.floor(drawn / 256), drawn % 256) : entropy.bytes(size)
      return Effect.provideService(effect, Entropy, { ...entropy, bytes })
    })
