import type { State } from "./states.js"
import type { Vars } from "./substitute.js"

/** The result of a setup. */
export interface Prepared {
  readonly vars?: Vars
  /** The base URL of another server, for states that need a server of their own. */
  readonly url?: string
  readonly teardown?: () => Promise<void>
}

/** How a run creates the states that cases need. */
export interface Hooks {
  /**
   * Brings a state about, on the server that `BASE_URL` of `vars` names. Returns undefined if it cannot; the case is then
   * skipped. A rejection with `RateLimitReached` is handled like a request of the case that the rate limit refuses.
   */
  readonly setup: (state: State, vars: Vars) => Promise<Prepared | undefined>
  /**
   * Called when the server's rate limit is reached. Returns the placeholders of a new account. Without this hook the run waits as
   * long as the server's `Retry-After` says.
   */
  readonly renew?: () => Promise<Vars>
  /** Returns the whole log of the server. Without this hook, cases about the log are skipped. */
  readonly logs?: (vars: Vars) => Promise<string>
}
