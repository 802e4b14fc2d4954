import { createKey, hostCaller, ManagementCaller, NewApiKey, type Organization } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"
import { printKey } from "../output/printKey.js"
import type { LogGiven } from "../settings/logFlags.js"
import { logging } from "../settings/logging.js"

/** How many organizations are listed when one has to be chosen. */
const SHOWN = 20

/** There is no organization, or there are several and none was named. */
export class OrganizationUnclear extends Data.TaggedError("OrganizationUnclear")<{
  readonly among: ReadonlyArray<Organization>
}> {
  override get message(): string {
    if (this.among.length === 0) return "The database has no organization. Create one with `tollgate init`."
    const shown = this.among.slice(0, SHOWN).map(({ id, name }) => `  ${id}  ${name}`)
    const more = this.among.length > SHOWN ? ["  and more"] : []
    return ["The database has several organizations. Name one with --organization <id>.", ...shown, ...more].join("\n")
  }
}

/** The database has no organization with this id. */
export class NoSuchOrganization extends Data.TaggedError("NoSuchOrganization")<{ readonly id: string }> {
  override get message(): string {
    return "The database has no organization with this id. Nothing was changed."
  }
}

const theOnly = Effect.gen(function* () {
  const organizations = yield* OrganizationStore
  const among = yield* organizations.list(SHOWN + 1)
  const [only, ...others] = among
  return only !== undefined && others.length === 0 ? only.id : yield* new OrganizationUnclear({ among })
})

const terms = Schema.decode(NewApiKey)({ name: "Recovered management key", management: true })

/** Mints a management key to replace a lost one, and records that in the log. */
const mint = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const id = yield* Option.match(named, { onNone: () => theOnly, onSome: Effect.succeed })
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
  requireExisting(mint(given.organization).pipe(Effect.provide(databaseLayer(given, { create: false })))).pipe(
    Effect.provide(logging(given))
  )
