import { inspect } from "node:util"
import { describe, expect, it } from "@effect/vitest"
import { createOrganization } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { anOrganization } from "@tollgate/testing"
import { Effect, Layer, Logger, LogLevel, Tracer } from "effect"
import { query } from "./support/databases.js"
import { PASSWORD, postgresServer } from "./support/PostgresServer.js"
import { inDatabase } from "./support/stores.js"

/** Everything that is logged and traced, as text. */
const observing = () => {
  const seen: Array<string> = []
  const logs = Logger.replace(
    Logger.defaultLogger,
    Logger.make((line) => {
      seen.push(inspect(line, { depth: 10 }))
    })
  )
  const base = Tracer.externalSpan({ spanId: "0000000000000001", traceId: "00000000000000000000000000000001" })
  const tracer = Tracer.make({
    context: (f) => f(),
    span: (name, parent, context, links, startTime, kind) => ({
      ...base,
      _tag: "Span",
      name,
      parent,
      context,
      links,
      kind,
      status: { _tag: "Started", startTime },
      attributes: new Map(),
      end: (_, exit) => {
        seen.push(`${name} ${inspect(exit, { depth: 10 })}`)
      },
      attribute: (key, value) => {
        seen.push(`${name} ${key} ${inspect(value)}`)
      },
      event: (event, _, attributes) => {
        seen.push(`${event} ${inspect(attributes)}`)
      },
      addLinks: () => {}
    })
  })
  const layer = Layer.mergeAll(logs, Logger.minimumLogLevel(LogLevel.All), Layer.setTracer(tracer))
  return { seen, layer }
}

describe("The password of the address", () => {
  it.scopedLive("is in no log line, span, error or object, whatever happens to the server", () =>
    Effect.gen(function* () {
      const server = yield* postgresServer()
      const url = server.url("postgres")
      const { layer, seen } = observing()
      yield* Effect.gen(function* () {
        const stores = yield* Layer.build(inDatabase(url))
        seen.push(inspect(stores, { depth: 20 }), JSON.stringify(stores))
        yield* Effect.gen(function* () {
          const organizations = yield* OrganizationStore
          yield* createOrganization(anOrganization())
          yield* query(url, "ALTER TABLE organizations RENAME TO gone")
          seen.push(inspect(yield* Effect.flip(organizations.isEmpty), { depth: 20 }))
          yield* server.kill
          const failure = yield* Effect.flip(organizations.isEmpty)
          yield* Effect.logError("storage failed", failure)
          seen.push(inspect(failure, { depth: 20, showHidden: true }))
          seen.push(inspect(yield* Effect.flip(Layer.build(inDatabase(url))), { depth: 20, showHidden: true }))
        }).pipe(Effect.provide(stores))
      }).pipe(Effect.provide(layer))
      const all = seen.join("\n")
      expect(all).toContain("createOrganization")
      expect(all).toContain("storage failed")
      expect(all).not.toContain(PASSWORD)
    })
  )
})
