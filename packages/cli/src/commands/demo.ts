import * as Command from "@effect/cli/Command"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as LogLevel from "effect/LogLevel"
import { databaseFlags, databaseLayer, nameOf } from "../database/databaseLayer.js"
import { demoTable } from "../demo/demoTable.js"
import { printKey } from "../output/printKey.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

const json = Options.boolean("json").pipe(
  Options.withDescription("Print one JSON object with the placeholder names that the conformance cases use.")
)

/** Fills a new database with two invented organizations. */
export const demo = Command.make("demo", { json, ...databaseFlags }, (given) =>
  Effect.gen(function* () {
    // Loaded on demand, so that `serve` starts without it.
    const { demoAccount } = yield* Effect.promise(() => import("../demo/demoAccount.js"))
    const account = yield* demoAccount
    const name = nameOf(yield* read(settings.database, given.database))
    yield* printKey(given.json ? JSON.stringify(account.vars, null, 2) : demoTable(account, name))
  }).pipe(Effect.provide(Layer.merge(databaseLayer(given), Logger.minimumLogLevel(LogLevel.Warning))))
).pipe(
  Command.withDescription(
    "Fills a new database with invented data: two organizations with workspaces, members, keys with limits, credentials for " +
      "three providers, guardrails, presets and a dozen image models. Prints their ids and keys."
  )
)
