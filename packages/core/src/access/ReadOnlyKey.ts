import * as Effect from "effect/Effect"
import { refusal } from "../schema/refusal.js"
import type { Principal } from "./Caller.js"

/** The operation changes something, and the caller has a read-only management key. */
export class ReadOnlyKey extends refusal<ReadOnlyKey>()("ReadOnlyKey", {}) {}

/**
 * Returns a caller that may change something. Fails with `ReadOnlyKey` for the holder of a read-only management key.
 *
 * Programs that change the account ask this by `change`; only one that writes without it needs to ask itself.
 */
export const requireWriter = <Caller extends Pick<Principal, "isReadOnly">>(
  caller: Caller
): Effect.Effect<Caller, ReadOnlyKey> => (caller.isReadOnly ? Effect.fail(new ReadOnlyKey()) : Effect.succeed(caller))
