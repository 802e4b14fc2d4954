import { type ConnectOptions, type GatewayAccount, RemoteTollgate } from "@tollgate/client"
import { type BoundAccount, boundAccount } from "./BoundRun.js"
import { CurrentRun } from "./CurrentRun.js"

/** A Tollgate server, called over HTTP, whose holds are in the run of `withRun`: the client itself has nothing of Node.js. */
export class RemoteGate extends RemoteTollgate {
  readonly #current = new CurrentRun()

  static override connect(options: ConnectOptions): RemoteGate {
    return new RemoteGate(options)
  }

  override withKey(secret: string): BoundAccount {
    return boundAccount(super.withKey(secret), this.#current)
  }

  override withGatewayKey(secret: string): GatewayAccount {
    const account = super.withGatewayKey(secret)
    return { ...account, spending: this.#current.within(account.spending) }
  }
}
