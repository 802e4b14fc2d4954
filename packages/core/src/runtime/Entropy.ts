import { randomBytes, randomUUID } from "node:crypto"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"

/**
 * The source of random bytes and UUIDs. A test provides its own source to be repeatable.
 *
 * @default the operating system's generator
 */
export class Entropy extends Context.Reference<Entropy>()("@tollgate/core/Entropy", {
  defaultValue: () => ({
    bytes: (size: number): Uint8Array => randomBytes(size),
    /** A random UUID (RFC 9562, version 4). */
    uuid: (): string => randomUUID()
  })
}) {
  static readonly bytes = (size: number) => Effect.map(Entropy, (source) => source.bytes(size))
  static readonly uuid = Effect.map(Entropy, (source) => source.uuid())
}
