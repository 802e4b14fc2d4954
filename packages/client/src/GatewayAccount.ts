import { type Spending, spending } from "./spending.js"
import type { Transport } from "./Transport.js"

/**
 * Every operation for the holder of a gateway key. A method rejects with the tagged error itself: one of those under its `@throws`,
 * or one of these, which every method has:
 *
 * - `InvalidCredential` if there is no such gateway key.
 * - `GatewayKeyRequired` if the key is an API key.
 * - `StorageFailure` if the storage failed. Nothing is admitted then.
 * - `GateClosed` if `close` was called before the method.
 * - `RateLimited` and `RequestFailed`, over HTTP only.
 */
export interface GatewayAccount {
  readonly spending: Spending
}

export const gatewayAccount = (transport: Transport): GatewayAccount => ({ spending: spending(transport) })
