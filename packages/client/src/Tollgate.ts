import type { ConnectOptions } from "./ConnectOptions.js"
import { RemoteTollgate } from "./RemoteTollgate.js"

/** The entry point of this package. `Tollgate` of `@tollgate/node` has the same method, and opens databases too. */
export const Tollgate = {
  /**
   * Takes the address of a server. No request is sent before the first call.
   *
   * @throws {TypeError} if an option is unknown or invalid. The message does not repeat its value.
   * @example
   * import { Tollgate } from "@tollgate/client"
   *
   * const server = Tollgate.connect({ url: "https://tollgate.example" })
   * const { keys } = server.withKey("tg_mk_…")
   */
  connect: (options: ConnectOptions): RemoteTollgate => RemoteTollgate.connect(options)
} as const
