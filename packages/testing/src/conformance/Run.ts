import { type Account, accountOf, secretsOf, type Values } from "./Account.js"
import type { Answer } from "./Answer.js"
import { Api, Broken, type Watch } from "./Api.js"
import { Made } from "./Made.js"
import { bearer, type Headers } from "./Sent.js"
import type { Send } from "./send.js"
import { Unavailable } from "./Unavailable.js"

/** A server, with what its data are. */
export interface Host {
  /** The base URL: `http://127.0.0.1:8787/api/v1`. */
  readonly url: string
  readonly account: Values
  /** Stops the server after the case. */
  readonly close?: () => Promise<void>
}

/** What a run can prepare beside the server that it checks. Cases that need what is absent are skipped. */
export interface Hooks {
  /** A server of its own for one case. */
  readonly isolated?: () => Promise<Host>
  /** A server whose storage fails and does nothing. */
  readonly failing?: () => Promise<Host>
  /** A server that accepts so many requests a minute for each operation, and has accepted none. */
  readonly limited?: (requestsPerMinute: number) => Promise<Host>
  /**
   * Called when the server's rate limit is reached. Returns a new account. Without this hook the run waits as long as the server's
   * `Retry-After` says.
   */
  readonly renew?: () => Promise<Values>
  /** Returns the whole log of the server. */
  readonly logs?: () => Promise<string>
}

/** What all cases of a run share. */
export interface Session {
  readonly send: Send
  readonly hooks: Hooks
  readonly readings: Map<string, Answer>
  /** Keys that no case uses up, by server and account. */
  readonly spenders: Map<string, string>
  readonly watch: Watch | undefined
  readonly alternatives: boolean
}

interface RunOptions {
  readonly within: number
  readonly sparing: boolean
}

/** What a case is run with: a server, its data, and how to make more of them. */
export class Run {
  readonly api: Api
  readonly account: Account
  readonly made: Made
  /** Stops what this case has started. */
  readonly closing: Array<() => Promise<void>> = []

  readonly #session: Session
  readonly #options: RunOptions

  constructor(session: Session, host: Host, options: RunOptions) {
    this.#session = session
    this.#options = options
    this.account = accountOf(host.account)
    this.api = new Api(new URL(host.url), {
      ...session,
      ...options,
      manager: bearer(host.account["MGMT_KEY"] ?? ""),
      secrets: new Map(secretsOf(host.account).map(([name, secret]) => [secret, name]))
    })
    this.made = new Made(this.api, this.account, session.spenders)
  }

  get manager(): Headers {
    return bearer(this.account.MGMT_KEY)
  }
  /** A read-only management key. */
  get reader(): Headers {
    return bearer(this.account.READ_ONLY_KEY)
  }
  /** An ordinary key. */
  get plain(): Headers {
    return bearer(this.account.PLAIN_KEY)
  }
  get gateway(): Headers {
    return bearer(this.account.GATEWAY_KEY)
  }
  /** The other organization's management key. */
  get other(): Headers {
    return bearer(this.account.OTHER_MGMT_KEY)
  }
  get otherGateway(): Headers {
    return bearer(this.account.OTHER_GATEWAY_KEY)
  }

  /** The same on a server of its own. */
  isolated(): Promise<Run> {
    return this.#on(this.#session.hooks.isolated, "no server of its own")
  }

  /** The same on a server whose storage fails. */
  failing(): Promise<Run> {
    return this.#on(this.#session.hooks.failing, "no server whose storage fails")
  }

  /** The same on a server that accepts so many requests a minute. */
  limited(requestsPerMinute: number): Promise<Run> {
    const { limited } = this.#session.hooks
    return this.#on(limited && (() => limited(requestsPerMinute)), "no server with a rate limit")
  }

  async #on(start: (() => Promise<Host>) | undefined, reason: string): Promise<Run> {
    if (start === undefined) throw new Unavailable({ reason })
    const host = await start()
    if (host.close !== undefined) this.closing.push(host.close)
    // On such a server, the limit is what the case is about.
    return new Run(this.#session, host, { ...this.#options, sparing: false })
  }

  /** Returns a check that the log of the server, which must be readable, contains none of these texts. */
  log = (): ((...texts: ReadonlyArray<string>) => Promise<void>) => {
    const { logs } = this.#session.hooks
    if (logs === undefined) throw new Unavailable({ reason: "no log" })
    return async (...texts) => {
      const log = await logs()
      if (texts.some((text) => log.includes(text))) throw new Broken({ reasons: ["the log contains a secret"] })
    }
  }
}
