import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Core from "@tollgate/core"
import { TollgateClient } from "@tollgate/http"
import * as Config from "effect/Config"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { requireExisting } from "../database/requireExisting.js"
import { usageTable } from "../output/usageTable.js"
import { namedAsGiven } from "../settings/namedAsGiven.js"

const PAGE = 100

type Why = "url" | "key" | "both" | "form"

const sentences: Readonly<Record<Why, string>> = {
  url: "--url must be the address of a server, such as https://tollgate.example.",
  key: "--url needs an API key in TOLLGATE_KEY.",
  form: "--json and --csv exclude each other.",
  both: "--url cannot be combined with --database, --master-key or --organization: the server has the database, and the key names the organization."
}

/** The flags do not fit together. */
export class FlagsRefused extends Data.TaggedError("FlagsRefused")<{ readonly why: Why }> {
  override get message(): string {
    return sentences[this.why]
  }
}

/** The server at `--url` gives no report. */
class ServerRefused extends Data.TaggedError("ServerRefused")<{ readonly why: string }> {
  override get message(): string {
    return this.why
  }
}

const toServerRefused = (error: Error) => {
  if (error instanceof Core.InvalidCredential) {
    return new ServerRefused({
      why: `${error.message} Set TOLLGATE_KEY to a management key or an API key of the server at --url.`
    })
  }
  // A 500 says nothing about the address.
  return "reason" in error && error.reason !== "server_error" && error.name === "RequestFailed"
    ? new ServerRefused({ why: `${error.message} Start the server, or correct the address in --url.` })
    : error
}

interface Given extends DatabaseGiven {
  readonly organization: Option.Option<string>
  readonly url: Option.Option<string>
  readonly from: Option.Option<string>
  readonly to: Option.Option<string>
  readonly groupBy: string
  readonly json: boolean
  readonly csv: boolean
}

type Source<E, R> = (page: Core.ActivityPage) => Effect.Effect<Core.Paged<Core.ActivityRow>, E, R>

const decodePage = Schema.decodeUnknown(Core.ActivityPage)

/** Every row of a report. */
const all = <E, R>(given: Given, source: Source<E, R>) =>
  Effect.gen(function* () {
    const [from, to] = [Option.getOrUndefined(given.from), Option.getOrUndefined(given.to)]
    const rows: Array<Core.ActivityRow> = []
    for (;;) {
      const page = yield* Effect.mapError(
        decodePage({ limit: PAGE, offset: rows.length, from, to, group_by: given.groupBy.split(",") }),
        Core.InvalidInput.fromParseError
      )
      const { data } = yield* source(page)
      rows.push(...data)
      if (data.length < PAGE) return rows
    }
  })

const inDatabase = (given: Given) =>
  Effect.gen(function* () {
    const id = yield* namedOrganization(given.organization)
    const host = yield* Effect.catchTag(
      Core.hostCaller(id),
      "OrganizationNotFound",
      () => new NoSuchOrganization({ id })
    )
    return yield* all(given, (page) => Effect.provideService(Core.listActivity(page), Core.Caller, host))
  }).pipe((program) => requireExisting(Effect.provide(program, databaseLayer(given, toRead))))

// The client's own types of errors have no names here.
const atServer = (given: Given, url: string): Effect.Effect<ReadonlyArray<Core.ActivityRow>, Error> =>
  Effect.gen(function* () {
    if ([given.database, given.masterKey, given.organization].some(Option.isSome)) {
      return yield* new FlagsRefused({ why: "both" })
    }
    const key = yield* Effect.orDie(Config.option(Config.redacted("TOLLGATE_KEY")))
    if (Option.isNone(key)) return yield* new FlagsRefused({ why: "key" })
    const server = yield* Effect.flatten(
      Effect.try({ try: () => TollgateClient.connect({ url }), catch: () => new FlagsRefused({ why: "url" }) })
    )
    const { activity } = server.withKey(key.value)
    return yield* Effect.mapError(
      all(given, (urlParams) => activity.listActivity({ urlParams })),
      toServerRefused
    )
  }).pipe(Effect.provide(FetchHttpClient.layer))

const toJson = Schema.encode(Schema.parseJson(Schema.Struct({ data: Schema.Array(Core.ActivityRow) }), { space: 2 }))

/** Prints what requests have cost: as a table, as JSON or as CSV. */
export const usage = Effect.fnUntraced(function* (given: Given) {
  const groups = given.groupBy.split(",")
  if (given.json && given.csv) return yield* new FlagsRefused({ why: "form" })
  const rows = yield* (Option.isSome(given.url) ? atServer(given, given.url.value) : inDatabase(given)).pipe(
    namedAsGiven({ from: "--from", to: "--to", group_by: "--group-by" })
  )
  if (given.json) return yield* Console.log(yield* toJson({ data: rows }))
  if (given.csv) return yield* Console.log(Core.activityCsv(rows, groups).trimEnd())
  yield* Console.log(rows.length === 0 ? "There were no requests." : usageTable(rows, groups))
})
