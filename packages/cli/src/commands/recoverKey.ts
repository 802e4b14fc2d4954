import { createKey, hostCaller, ManagementCaller, NewApiKey } from "@tollgate/core"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type DatabaseGiven, databaseLayer, toChange } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { requireExisting } from "../database/requireExisting.js"
import { printKey } from "../output/printKey.js"
import { type LogGiven, logging } from "../settings/logging.js"

const terms = Schema.decode(NewApiKey)({ name: "Recovered management key", management: true })

/** Mints a management key to replace a lost one, and records that in the log. */
const mint = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const id = yield* namedOrganization(named)
  const caller = Effect.catchTag(hostCaller(id), "OrganizationNotFound", () => new NoSuchOrganization({ id }))
  const { data, key } = yield* Effect.provideServiceEffect(
    Effect.flatMap(Effect.orDie(terms), createKey),
    ManagementCaller,
    caller
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

interface Given extends DatabaseGiven, LogGiven {
  readonly organization: Option.Option<string>
}

/** Mints a management key on the machine that has the database and its master key. */
export const recoverKey = (given: Given) =>
  requireExisting(mint(given.organization).pipe(Effect.provide(databaseLayer(given, toChange)))).pipe(
    Effect.provide(logging(given))
  )
