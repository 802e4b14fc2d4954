import { describe, expect, it } from "@effect/vitest"
import { Readiness } from "@tollgate/core/storage"
import { TollgateApp, webHandler } from "@tollgate/http"
import { Effect, Layer } from "effect"
import { ask, openAccount } from "./account.js"

const readyz = (warnings: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { stores } = yield* openAccount
    const readiness = Layer.succeed(Readiness, { check: Effect.void, warnings: Effect.succeed(warnings) })
    const services = Layer.merge(Layer.succeedContext(stores), readiness)
    const handler = yield* Effect.provide(webHandler(), Layer.provide(TollgateApp.layerAt(""), services))
    const { body, status } = yield* ask(handler, "/readyz")
    return [status, JSON.parse(body)]
  })

describe("GET /readyz", () => {
  it.scoped("answers that storage is ready, with its warnings if there are any", () =>
    Effect.gen(function* () {
      expect(yield* readyz([])).toEqual([200, { status: "ok" }])
      expect(yield* readyz(["The log is large."])).toEqual([200, { status: "ok", warnings: ["The log is large."] }])
    })
  )
})
