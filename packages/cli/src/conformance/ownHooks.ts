import type { Services } from "@tollgate/core"
import type { Hooks } from "@tollgate/testing/conformance"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import type * as Layer from "effect/Layer"
import * as Runtime from "effect/Runtime"
import * as Scope from "effect/Scope"
import { type DemoServerOptions, demoServer, type OwnServer } from "./demoServer.js"

/** A clock whose monotonic time, by which requests are counted, can skip a minute. The time of day stays as it is. */
const skippingClock = Effect.map(Effect.clock, (clock) => {
  let skipped = 0n
  return {
    skip: () => {
      skipped += 60_000_000_000n
    },
    clock: Object.assign(Clock.make(), { unsafeCurrentTimeNanos: () => clock.unsafeCurrentTimeNanos() + skipped })
  }
})

/** Hooks for servers that this process starts itself, so that every state can be created. The servers stop with the scope. */
export const ownHooks = <E>(stores: Layer.Layer<Services, E>, logs?: () => string, { layer }: OwnServer = {}) =>
  Effect.gen(function* () {
    const run = Runtime.runPromise(yield* Effect.runtime<Scope.Scope>())
    const start = (options?: Pick<DemoServerOptions<E>, "failing" | "requestsPerMinute">) =>
      demoServer({ stores, server: layer, ...options })

    // Nothing can change on this server, so every case uses the same account.
    const failing = yield* Effect.cached(start({ failing: true }))
    // A minute passes for the limits before each case, so that every case uses the same account.
    const steady = yield* skippingClock
    const limited = yield* Effect.cachedFunction((requestsPerMinute: number) =>
      Effect.withClock(start({ requestsPerMinute }), steady.clock)
    )
    return {
      isolated: async () => {
        const scope = await run(Scope.make())
        const { account, url } = await run(Scope.extend(start(), scope))
        return { url, account: account.vars, close: () => run(Scope.close(scope, Exit.void)) }
      },
      failing: async () => {
        const { account, url } = await run(failing)
        return { url, account: account.vars }
      },
      limited: async (requestsPerMinute) => {
        steady.skip()
        const { account, url } = await run(limited(requestsPerMinute))
        return { url, account: account.vars }
      },
      ...(logs === undefined ? {} : { logs: async () => logs() })
    } satisfies Hooks
  })
