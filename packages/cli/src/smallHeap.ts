import { setFlagsFromString } from "node:v8"
import * as Effect from "effect/Effect"

/**
 * The server lives on about 30 MiB, but V8 lets garbage pile up to several times that where a machine has memory to
 * spare: 180 MiB resident after 100,000 requests. From here on, the space for new objects does not grow, and old ones are
 * collected once they are a third more than what was live. Set once everything is loaded, which needs the room: V8 reads both
 * each time that it decides, so they may be set late, though Node.js vouches for no flag that is.
 */
export const smallHeap = Effect.sync(() => {
  setFlagsFromString("--semi-space-growth-factor=1")
  setFlagsFromString("--heap-growing-percent=30")
})
