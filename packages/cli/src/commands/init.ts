import { BASE_PATH } from "@tollgate/http"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type DatabaseOptions, databaseLayer, nameOf } from "../database/databaseLayer.js"
import { announce, firstOrganization } from "../database/firstOrganization.js"
import { displayUrl } from "../output/displayUrl.js"
import { printKey } from "../output/printKey.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"

/** The database already has an organization. */
export class AlreadyInitialized extends Data.TaggedError("AlreadyInitialized")<{ readonly database: string }> {
  override get message(): string {
    return `The database ${this.database} already has an organization. Nothing was changed. Name another database.`
  }
}

/** Creates a database with its organization and first management key, without serving it. */
export const init = Effect.fnUntraced(function* (options: DatabaseOptions) {
  const database = yield* read(settings.database, options.database)
  const host = yield* read(settings.host, Option.none())
  const port = yield* read(settings.port, Option.none())
  yield* Effect.gen(function* () {
    const made = yield* firstOrganization
    if (Option.isNone(made)) return yield* new AlreadyInitialized({ database: nameOf(database) })
    yield* printKey(
      announce(made.value, displayUrl({ host, port }) + BASE_PATH, "Start `tollgate serve`, then try it:")
    )
  }).pipe(Effect.provide(databaseLayer(options)))
})
