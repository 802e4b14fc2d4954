import type { Services } from "@tollgate/core"
import { type ConformanceOptions, conformance } from "@tollgate/testing/conformance"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { demoServer, type OwnServer } from "./demoServer.js"
import { ownHooks } from "./ownHooks.js"

type Selection = Pick<ConformanceOptions, "cases" | "onRequest" | "only" | "slow">

/** Runs the cases against a server of its own over the given stores. Every state of the cases can be created there. */
export const ownRun = <E>(stores: Layer.Layer<Services, E>, selection: Selection, server: OwnServer = {}) => {
  const lines: Array<string> = []
  const sending = server.fetch === undefined ? {} : { fetch: server.fetch }
  const capture = Logger.map(Logger.logfmtLogger, (line) => void lines.push(line))
  return Effect.gen(function* () {
    const { account, url } = yield* demoServer({ stores, server: server.layer })
    const hooks = yield* ownHooks(stores, () => lines.join("\n"), server)
    return yield* conformance({ ...selection, ...sending, url, account: account.vars, hooks })
  }).pipe(Effect.scoped, Effect.provide(Logger.replace(Logger.defaultLogger, capture)))
}
