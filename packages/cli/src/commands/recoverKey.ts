import { createKey, ManagementCaller, NewApiKey } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type DatabaseOptions, inExisting, toChange } from "../database/databaseLayer.js"
import { namedHost } from "../database/namedOrganization.js"
import { printKey } from "../output/printKey.js"
import { type LogOptions, logging } from "../settings/logging.js"

const terms = Schema.decode(NewApiKey)({ name: "Recovered management key", management: true })

/** Mints a management key to replace a lost one, and records that in the log. */
const mint = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const host = yield* namedHost(named)
  const id = host.organizationId
  const { data, key } = yield* Effect.provideService(
    Effect.flatMap(Effect.orDie(terms), createKey),
    ManagementCaller,
    host
  )
  yield* Effect.logWarning("management key minted with `tollgate keys recover`").pipe(
    Effect.annotateLogs({ organization: id, key: data.hash.slice(0, 12) })
  )
  yield* printKey(
    [
      `Organization    ${id}`,
      `Management key  ${Redacted.value(key)}`,
      "",
      "Store this key now. It is not shown again. Disable the lost key if someone else may have it."
    ].join("\n")
  )
})

interface Options extends DatabaseOptions, LogOptions {
  readonly organization: Option.Option<string>
}

/** Mints a management key on the machine that has the database and its master key. */
export const recoverKey = (options: Options) =>
  inExisting(options, toChange, mint(options.organization)).pipe(Effect.provide(logging(options)))
