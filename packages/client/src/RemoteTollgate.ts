/// <reference lib="esnext.disposable" preserve="true" />
import { type Account, TransportAccount } from "./Account.js"
import type { ConnectOptions } from "./ConnectOptions.js"
import { type GatewayAccount, gatewayAccount } from "./GatewayAccount.js"
import { Calls } from "./http/Calls.js"
import { httpTransport } from "./http/httpTransport.js"
import { Server } from "./http/Server.js"

/**
 * A Tollgate server, called over HTTP. It holds no connection open between calls.
 *
 * @example
 * import { Tollgate } from "@tollgate/client"
 *
 * await using server = Tollgate.connect({ url: "https://tollgate.example" })
 * const { limit_remaining } = await server.withKey("tg_sk_…").keys.current()
 */
export class RemoteTollgate {
  readonly #server: Server
  readonly #calls = new Calls()

  /** @internal */
  protected constructor(options: ConnectOptions) {
    this.#server = new Server(options)
  }

  /**
   * Takes the address of a server. No request is sent before the first call.
   *
   * @throws {TypeError} if an option is unknown or invalid. The message does not repeat its value.
   * @example
   * import { RemoteTollgate } from "@tollgate/client"
   *
   * const server = RemoteTollgate.connect({ url: "https://tollgate.example" })
   */
  static connect(options: ConnectOptions): RemoteTollgate {
    return new RemoteTollgate(options)
  }

  /**
   * Returns the account as the holder of this API key. The server checks the key with every call, so disabling it takes effect
   * at once. This method does not check it.
   *
   * @param secret The key itself, without `Bearer `.
   * @example
   * const page = await server.withKey("tg_mk_…").keys.list({ limit: 10 })
   */
  withKey(secret: string): Account {
    return new TransportAccount(httpTransport(this.#server, String(secret), this.#calls))
  }

  /**
   * Returns the operations of a gateway as the holder of this gateway key. The server checks the key with every call. This method
   * does not check it.
   *
   * @param secret The gateway key itself, without `Bearer `.
   * @example
   * const gateway = server.withGatewayKey("tg_gk_…")
   * const { data } = await gateway.spending.authorize({ key: "tg_sk_…", amount: 0.25, model: "acme/writer" })
   */
  withGatewayKey(secret: string): GatewayAccount {
    return gatewayAccount(httpTransport(this.#server, String(secret), this.#calls))
  }

  /**
   * Waits for the calls under way. Later calls reject with `GateClosed`.
   *
   * @example
   * await server.close()
   */
  close(): Promise<void> {
    return this.#calls.close()
  }

  /** The same as `close`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }
}
