import * as Core from "@tollgate/core"
import * as Console from "effect/Console"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { type DatabaseOptions, inExisting, toChange, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization } from "../database/namedOrganization.js"
import { printKey } from "../output/printKey.js"
import { type LogOptions, logging } from "../settings/logging.js"

const PAGE_SIZE = 100

const decode = Schema.decode(Core.NewGatewayKey)

/** Creates a key. An organization that does not exist is named as it was given. */
const create = Effect.fnUntraced(function* (named: Option.Option<string>) {
  const id = Option.getOrNull(named)
  const refused = () => new NoSuchOrganization({ id: id ?? "" })
  const input = yield* Effect.mapError(decode({ organization_id: id }), refused)
  return yield* Effect.catchTag(Core.createGatewayKey(input), "OrganizationNotFound", refused)
})

/** The text for the organization of a key. */
const placeOf = ({ organization_id }: Core.GatewayKey) => organization_id ?? "all organizations"

interface CreateOptions extends DatabaseOptions, LogOptions {
  readonly organization: Option.Option<string>
}

/** Creates a gateway key on the machine that has the database, prints it, and records that in the log. */
export const createKey = (options: CreateOptions) =>
  Effect.gen(function* () {
    const { data, key } = yield* create(options.organization)
    yield* Effect.logWarning("gateway key created with `tollgate gateway-keys create`").pipe(
      Effect.annotateLogs({ organization: placeOf(data), key: data.hash.slice(0, 12) })
    )
    yield* printKey(
      [
        `Organization    ${placeOf(data)}`,
        `Gateway key     ${Redacted.value(key)}`,
        "",
        "Store this key now. It is not shown again."
      ].join("\n"),
      "tollgate gateway-keys create"
    )
  }).pipe((use) => inExisting(options, toChange, use), Effect.provide(logging(options)))

/** All gateway keys. */
const all = Effect.gen(function* () {
  const keys: Array<Core.GatewayKey> = []
  for (;;) {
    const { data } = yield* Core.listGatewayKeys({ limit: PAGE_SIZE, offset: keys.length })
    keys.push(...data)
    if (data.length < PAGE_SIZE) return keys
  }
})

/** Prints the gateway keys, one on a line. */
export const listKeys = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const keys = yield* inExisting(options, toRead, all)
  if (keys.length === 0) yield* Console.log("There are no gateway keys.")
  for (const key of keys) {
    yield* Console.log(`${key.hash}  ${key.label}  ${DateTime.formatIso(key.created_at)}  ${placeOf(key)}`)
  }
})

interface DeleteOptions extends DatabaseOptions, LogOptions {
  readonly hash: string
}

/** Deletes a gateway key, and records that in the log. */
export const deleteKey = (options: DeleteOptions) =>
  Effect.gen(function* () {
    yield* Core.deleteGatewayKey(options.hash)
    yield* Effect.logWarning("gateway key deleted with `tollgate gateway-keys delete`").pipe(
      Effect.annotateLogs({ key: options.hash.slice(0, 12) })
    )
    yield* Console.log("The gateway key is deleted.")
  }).pipe((use) => inExisting(options, toChange, use), Effect.provide(logging(options)))
