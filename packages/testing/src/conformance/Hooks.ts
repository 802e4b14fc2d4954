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
   * Creates `code:S256`, `code:plain`, `code:none`, `code:expired`, `code:used`, `key:disabled`, `key:expired`,
   * `name-fresh`, `key-fresh`, `byok-fresh`, `member-fresh`, `workspace-fresh`, `member-assigned`, `key-assigned`, `guardrail-fresh`,
   * `guardrail-deleted`, `fault:storage-down` (storage fails and does nothing), `isolate` (a server of its own) or `rate-limit:N` (one that accepts N requests a
   * minute for each operation). Returns undefined if it cannot; the case is then skipped.
   */
  readonly setup: (name: string, vars: Vars) => Promise<Prepared | undefined>
  /**
   * Called when the server's rate limit is reached. Returns the placeholders of a new account. Without this hook the run waits as
   * long as the server's `Retry-After` says.
   */
  readonly renew?: () => Promise<Vars>
  /** Returns the whole log of the server. Without this hook, cases about the log are skipped. */
  readonly logs?: (vars: Vars) => Promise<string>
}
