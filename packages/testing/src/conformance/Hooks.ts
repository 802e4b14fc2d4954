import type { Vars } from "./substitute.js"

/** What a setup made ready: placeholders, another server to ask, and how to put things back. */
export interface Prepared {
  readonly vars?: Vars
  /** Another server's base address, for the states that need one of its own. */
  readonly url?: string
  readonly teardown?: () => Promise<void>
}

/** How a run brings about the states that cases ask for. */
export interface Hooks {
  /**
   * Brings about `code:S256`, `code:plain`, `code:none`, `code:expired`, `code:used`, `key:disabled`, `key:expired`,
   * `name-fresh`, `key-fresh`, `byok-fresh`, `member-fresh`, `workspace-fresh`, `member-assigned`, `guardrail-fresh`,
   * `guardrail-deleted`, `fault:storage-down`, `isolate` (a server of its own) or `rate-limit:N` (one that answers each operation
   * that is limited N times a minute). Undefined where it cannot: the case is skipped.
   */
  readonly setup: (name: string, vars: Vars) => Promise<Prepared | undefined>
  /**
   * Placeholders of an account that has asked for nothing yet, for when the server's rate limit is reached; without it, the run waits
   * for as long as the server asks it to.
   */
  readonly renew?: () => Promise<Vars>
  /** All that the server has logged so far; without it, cases about the log are skipped. */
  readonly logs?: (vars: Vars) => Promise<string>
}
