import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { DatabaseGiven } from "../database/databaseFlags.js"
import { databaseLayer, toChange, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization } from "../database/namedOrganization.js"
import { requireExisting } from "../database/requireExisting.js"
import { dollars } from "../output/dollars.js"
import { hasReaderLeft } from "../output/streams.js"
import type { LogGiven } from "../settings/logFlags.js"
import { logging } from "../settings/logging.js"
import { namedAsGiven } from "../settings/namedAsGiven.js"

const PAGE = 100

/** The host acts for all organizations. */
const everywhere = { organizationId: null }
const host = Context.add(Context.make(Core.GatewayCaller, everywhere), Core.LedgerCaller, everywhere)

const inDatabase = <A, E>(
  given: DatabaseGiven,
  use: Effect.Effect<A, E, Core.GatewayCaller | Core.LedgerCaller | Core.Services>,
  opening = toChange
) => requireExisting(use.pipe(Effect.provide(host), Effect.provide(databaseLayer(given, opening))))

const lineOf = ({ amount, cost, flags, id, key_hash, opened_at, state }: Core.Hold) =>
  [id, state, dollars(cost ?? amount), key_hash.slice(0, 12), DateTime.formatIso(opened_at), ...flags].join("  ")

interface ListGiven extends DatabaseGiven {
  readonly state: Option.Option<string>
  readonly flag: Option.Option<string>
  readonly organization: Option.Option<string>
  readonly workspace: Option.Option<string>
  readonly key: Option.Option<string>
  readonly instance: Option.Option<string>
}

const flagOf = {
  state: "--state",
  flag: "--flag",
  workspace_id: "--workspace",
  key_hash: "--key",
  instance: "--instance"
}

const filtersOf = ({ flag, instance, key, state, workspace }: ListGiven) =>
  Record.getSomes({ state, flag, workspace_id: workspace, key_hash: key, instance })

/** The host, as a reader of one organization if one is named, and else of all. */
const readerOf = ({ organization }: ListGiven) =>
  Option.match(organization, {
    onNone: () => Effect.succeed(everywhere),
    onSome: (id) => Effect.catchTag(Core.hostCaller(id), "OrganizationNotFound", () => new NoSuchOrganization({ id }))
  })

const decodePage = Schema.decodeUnknown(Core.HoldPage)

/** Prints holds, one on a line. */
export const listHolds = (given: ListGiven) =>
  Effect.gen(function* () {
    const reader = yield* readerOf(given)
    let offset = 0
    for (;;) {
      const page = yield* Effect.mapError(
        decodePage({ limit: PAGE, offset, ...filtersOf(given) }),
        Core.InvalidInput.fromParseError
      )
      const { data } = yield* Effect.provideService(Core.listHolds(page), Core.LedgerCaller, reader)
      if (offset === 0 && data.length === 0) yield* Console.log("There are no such holds.")
      for (const hold of data) yield* Console.log(lineOf(hold))
      if (data.length < PAGE || hasReaderLeft()) return
      offset += PAGE
    }
  }).pipe(namedAsGiven(flagOf), (use) => inDatabase(given, use, toRead))

interface EndGiven extends DatabaseGiven, LogGiven {
  readonly id: string
}

interface SettleGiven extends EndGiven {
  readonly cost: string
}

/** Ends a hold, prints it, and records that in the log. */
const ending = <E>(
  given: EndGiven,
  command: string,
  act: Effect.Effect<Core.Hold, E, Core.GatewayCaller | Core.Services>
) =>
  Effect.gen(function* () {
    const hold = yield* act
    yield* Effect.logWarning(`hold changed with \`tollgate holds ${command}\``).pipe(
      Effect.annotateLogs({ hold: hold.id, key: hold.key_hash.slice(0, 12), state: hold.state })
    )
    yield* Console.log(lineOf(hold))
  }).pipe((use) => inDatabase(given, use), Effect.provide(logging(given)))

// Plain decimals only: `Number` would also read "0x10" and " 5 ".
const readCost = (text: string) =>
  Schema.decode(Core.NewSettlement)({
    cost: /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN,
    credential_id: null
  }).pipe(Effect.mapError(Core.InvalidInput.fromParseError))

/** Ends a hold with the cost of its request. */
export const settleHold = (given: SettleGiven) =>
  ending(
    given,
    "settle",
    Effect.flatMap(readCost(given.cost), (settlement) => Core.settle(given.id, settlement)).pipe(
      namedAsGiven({ cost: "<usd>" })
    )
  )

/** Ends a hold whose request was not made. */
export const releaseHold = (given: EndGiven) => ending(given, "release", Core.release(given.id))
