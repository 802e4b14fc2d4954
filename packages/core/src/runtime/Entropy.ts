import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

// The Web Crypto API, which every runtime of the client has: this module imports nothing of Node.js.
const random = (size: number): Uint8Array => crypto.getRandomValues(new Uint8Array(size))

/** Bytes for ids are taken from a pool, as `randomUUID` does: a call of the generator takes longer than the act that the id is for. */
const SMALL = 16
const POOL = 4096
let pool: Uint8Array = new Uint8Array(0)

const take = (size: number): Uint8Array => {
  if (pool.length < size) pool = random(POOL)
  const taken = pool.slice(0, size)
  // No byte is given out twice.
  pool = pool.subarray(size)
  return taken
}

/**
 * The source of random bytes and UUIDs. A test provides its own source to be repeatable.
 *
 * @default the operating system's generator
 */
export class Entropy extends Context.Reference<Entropy>()("@tollgate/core/Entropy", {
  defaultValue: () => ({
    /** At most 65,536 bytes at once. */
    bytes: (size: number): Uint8Array => (size <= SMALL ? take(size) : random(size)),
    /** A random UUID (RFC 9562, version 4). */
    uuid: (): string => crypto.randomUUID()
  })
}) {
  static readonly bytes = (size: number) => Effect.map(Entropy, (source) => source.bytes(size))
  static readonly uuid = Effect.map(Entropy, (source) => source.uuid())
}
