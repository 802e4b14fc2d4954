import { type Hooks, poolHooks } from "@tollgate/testing/conformance"
import type { DemoAccount } from "../demo/demoAccount.js"

/** Hooks for a server whose storage is within reach. When its rate limit is reached, the run continues in another account. */
export const accountHooks = (another: () => Promise<DemoAccount>): Hooks => ({
  ...poolHooks(),
  renew: async () => (await another()).vars
})
