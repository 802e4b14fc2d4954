import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import { TollgateClient } from "@tollgate/http/contract"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Runtime from "effect/Runtime"
import { type Account, account } from "./Account.js"
import { CallScope } from "./CallScope.js"
import { type ConnectOptions, checkOptions } from "./ConnectOptions.js"
import { quiet } from "./quiet.js"
import { transport } from "./Transport.js"

/**
 * A server, asked by HTTP. Nothing is held open between calls; closing it, or declaring it with `await using`, waits for
 * those under way.
 */
export class Tollgate {
  readonly #server: TollgateClient.Gate
  readonly #calls = new CallScope(quiet(Runtime.defaultRuntime), () => Promise.resolve())

  private constructor(server: TollgateClient.Gate) {
    this.#server = server
  }

  /**
   * Takes the address of a server; nothing is sent before the first call. Throws a `TypeError`, which repeats nothing of the
   * options, where they are none.
   */
  static connect(options: ConnectOptions): Tollgate {
    checkOptions(options)
    const { fetch, url } = options
    const own = fetch === undefined ? Layer.empty : Layer.succeed(FetchHttpClient.Fetch, fetch)
    const client = Layer.provide(FetchHttpClient.layer, own)
    return new Tollgate(Effect.runSync(Effect.provide(TollgateClient.connect({ url }), client)))
  }

  /** Acts as whoever presents this key. The server looks it up with every call, so that disabling it acts at once. */
  withKey(secret: string): Account {
    return account(transport(this.#server.withKey(Redacted.make(String(secret))), this.#calls.run))
  }

  /** Waits for the calls under way. Calls made later reject with `GateClosed`. */
  close(): Promise<void> {
    return this.#calls.close()
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
