import type { Services } from "@tollgate/core"
import type { Hooks } from "@tollgate/testing/conformance"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import type { DemoAccount } from "../demo/demoAccount.js"
import { accountHooks } from "./accountHooks.js"
import { demoServer, type ServerLayer } from "./demoServer.js"

const states = (name: string) => {
  if (name === "isolate") return {}
  if (name === "fault:storage-down") return { failing: true }
  const limit = /^rate-limit:(\d+)$/.exec(name)?.[1]
  return limit === undefined ? undefined : { requestsPerMinute: Number(limit) }
}

/** Hooks for servers that this process starts itself, so that every state can be created. */
export const ownHooks = <E>(
  stores: Layer.Layer<Services, E>,
  account: DemoAccount,
  logs?: () => string,
  server?: ServerLayer
) =>
  Effect.map(Effect.runtime(), (runtime): Hooks => {
    const run = Runtime.runPromise(runtime)
    const shared = accountHooks(account)
    const startOwn = async (options: NonNullable<ReturnType<typeof states>>) => {
      const scope = await run(Scope.make())
      const { account, url } = await run(Scope.extend(demoServer({ stores, server, ...options }), scope))
      return { url, vars: account.vars, teardown: () => run(Scope.close(scope, Exit.void)) }
    }
    return {
      setup: (name, vars) => {
        const own = states(name)
        return own === undefined ? shared.setup(name, vars) : startOwn(own)
      },
      ...(logs === undefined ? {} : { logs: async () => logs() })
    }
  })
