import * as FetchHttpClient from "@effect/platform/FetchHttpClient"
import * as Core from "@tollgate/core"
import { TollgateClient } from "@tollgate/http"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { AccountUnclear } from "../account/AccountRefused.js"
import { keyForServer, type Place } from "../account/Place.js"
import { serverRefused } from "../account/serverRefused.js"
import { databaseLayer, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { requireExisting } from "../database/requireExisting.js"
import { activityTable } from "../output/activityTable.js"
import { namedAsGiven } from "../settings/namedAsGiven.js"
import { type DaysGiven, FlagsRefused, reportedDays } from "./reportedDays.js"

const PAGE = 100

interface Given extends DaysGiven, Place {
  readonly groupBy: string
  readonly json: boolean
  readonly csv: boolean
}

type Source<E, R> = (page: Core.ActivityPage) => Effect.Effect<Core.Paged<Core.ActivityRow>, E, R>

const decodePage = Schema.decodeUnknown(Core.ActivityPage)

/** The first page of the report that the flags describe. */
const firstPage = Effect.fnUntraced(function* (given: Given) {
  const days = yield* reportedDays(given)
  return yield* Effect.mapError(
    decodePage({ limit: PAGE, ...days, group_by: given.groupBy.split(",") }),
    Core.InvalidInput.fromParseError
  )
})

/** Every row of a report. */
const all = <E, R>(first: Core.ActivityPage, source: Source<E, R>) =>
  Effect.gen(function* () {
    const rows: Array<Core.ActivityRow> = []
    for (;;) {
      const { data } = yield* source({ ...first, offset: rows.length })
      rows.push(...data)
      if (data.length < PAGE) return rows
    }
  })

const inDatabase = (given: Given, first: Core.ActivityPage) =>
  Effect.gen(function* () {
    const id = yield* namedOrganization(given.organization)
    const host = yield* Effect.catchTag(
      Core.hostCaller(id),
      "OrganizationNotFound",
      () => new NoSuchOrganization({ id })
    )
    return yield* all(first, (page) => Effect.provideService(Core.listActivity(page), Core.Caller, host))
  }).pipe((program) => requireExisting(Effect.provide(program, databaseLayer(given, toRead))))

// The client's own types of errors have no names here.
const atServer = (
  given: Given,
  first: Core.ActivityPage,
  url: string
): Effect.Effect<ReadonlyArray<Core.ActivityRow>, Error> =>
  Effect.gen(function* () {
    const key = yield* keyForServer(given)
    const server = yield* Effect.flatten(
      Effect.try({ try: () => TollgateClient.connect({ url }), catch: () => new AccountUnclear({ why: "url" }) })
    )
    const { activity } = server.withKey(key)
    return yield* Effect.mapError(
      all(first, (urlParams) => activity.listActivity({ urlParams })),
      serverRefused
    )
  }).pipe(Effect.provide(FetchHttpClient.layer))

const toJson = Schema.encode(Schema.parseJson(Schema.Struct({ data: Schema.Array(Core.ActivityRow) }), { space: 2 }))

/** Prints what requests have cost: as a table, as JSON or as CSV. */
export const listActivity = Effect.fnUntraced(function* (given: Given) {
  const groups = given.groupBy.split(",")
  if (given.json && given.csv) return yield* new FlagsRefused({ flags: "--json and --csv" })
  const named = namedAsGiven({ from: "--from", to: "--to", group_by: "--group-by" })
  const first = yield* named(firstPage(given))
  const { url } = given
  const rows = yield* named(Option.isSome(url) ? atServer(given, first, url.value) : inDatabase(given, first))
  if (given.json) return yield* Console.log(yield* toJson({ data: rows }))
  if (given.csv) return yield* Console.log(Core.activityCsv(rows, groups).trimEnd())
  yield* Console.log(rows.length === 0 ? "There were no requests." : activityTable(rows, groups))
})
