import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type { Hooks, Prepared } from "./Hooks.js"
import { type Fetch, sentBy } from "./Sender.js"
import { bringAbout, lasting } from "./states.js"
import type { Vars } from "./substitute.js"

/** Prepared objects for each state, each given out once. `BASE_URL` in an entry names another server. */
export type Pool = Readonly<Record<string, ReadonlyArray<Vars>>>

/**
 * Hooks for a server that is reachable only over HTTP: states come from a pool of prepared objects, or are brought about by
 * requests with the management key. `fetch` sends those requests, as it does in the options of the run.
 */
export const poolHooks = (pool: Pool = {}, { fetch }: { readonly fetch?: Fetch } = {}): Hooks => {
  const given = new Map<string, number>()
  const kept = new Map<string, Prepared>()
  const take = (name: string): Prepared | undefined => {
    const next = given.get(name) ?? 0
    given.set(name, next + 1)
    const entry = pool[name]?.[next]
    if (entry === undefined) return undefined
    const { BASE_URL, ...vars } = entry
    return BASE_URL === undefined ? { vars } : { vars, url: BASE_URL }
  }
  return {
    setup: async (state, vars) => {
      const prepared = take(state)
      if (prepared !== undefined) return prepared
      const account = JSON.stringify([state, vars["BASE_URL"], vars["MGMT_KEY"]])
      const known = kept.get(account)
      if (known !== undefined) return known
      const exit = await Effect.runPromiseExit(sentBy(fetch)(bringAbout(state, vars)))
      if (Exit.isFailure(exit)) throw Cause.squash(exit.cause)
      if (exit.value === undefined) return undefined
      const made = { vars: exit.value }
      if (lasting.has(state)) kept.set(account, made)
      return made
    }
  }
}
