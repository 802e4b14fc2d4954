import type { Hooks } from "@tollgate/testing/conformance"
import * as Effect from "effect/Effect"
import type { DemoAccount } from "../demo/demoAccount.js"

/** Hooks for a server whose storage is within reach. They create a state in an account there when a case needs it. */
export const accountHooks = (account: DemoAccount, another?: () => Promise<DemoAccount>): Hooks => {
  let current = account
  const setup: Hooks["setup"] = async (name) => {
    const state = current.states.get(name)
    return state && { vars: await Effect.runPromise(state) }
  }
  if (another === undefined) return { setup }
  const renew = async () => {
    current = await another()
    return current.vars
  }
  return { setup, renew }
}
