import { existsSync } from "node:fs"
import { isPostgresUrl } from "@tollgate/postgres/address"
import { exportAccounts as exportFile, MasterKeyFile } from "@tollgate/sqlite"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import { nameOf } from "../database/databaseLayer.js"
import { loadPostgres } from "../database/loadPostgres.js"
import { requireExisting } from "../database/requireExisting.js"
import { isStandard } from "../input/isStandard.js"
import { counted } from "../output/counted.js"
import { newFile } from "../output/newFile.js"
import { shownProgress } from "../output/shownProgress.js"
import { writeOutput } from "../output/standardOutput.js"
import { read } from "../settings/Setting.js"
import * as settings from "../settings/settings.js"
import { ValueRefused } from "../settings/withFlagNames.js"

interface Options {
  readonly file: string
  readonly ledger: boolean
  readonly organization: Option.Option<string>
  readonly database: Option.Option<string>
}

/** Exports a database. The rows are counted first only for a bar. */
const exporting = <E>(
  database: string,
  which: { readonly ledger: boolean; readonly organization?: string },
  write: (lines: string) => Effect.Effect<void, E>
) =>
  shownProgress(
    "Exporting",
    Effect.fnUntraced(function* (onProgress) {
      const options = { ...which, write, ...(onProgress === null ? {} : { onProgress }) }
      if (!isPostgresUrl(database)) return yield* requireExisting(exportFile(database, options))
      const postgres = yield* loadPostgres
      return yield* postgres.exportAccounts({ url: Redacted.make(database) }, options)
    })
  )

const keyAdvice = (database: string) => {
  const key = MasterKeyFile.keyFileFor(database)
  return !isPostgresUrl(database) && existsSync(key)
    ? `Keep ${key} too, in another place: without it, no credential of the export can be read.`
    : "Keep its master key too, in another place: without it, no credential of the export can be read."
}

/** Writes all accounts of a database to a new file or to standard output. */
export const exportAccounts = Effect.fnUntraced(
  function* ({ file, ledger, ...options }: Options) {
    const database = yield* read(settings.database, options.database)
    if (ledger && Option.isSome(options.organization)) {
      return yield* new ValueRefused({ problems: ["--organization cannot be combined with --ledger."] })
    }
    const isFile = !isStandard(file)
    const which = {
      ledger,
      ...(Option.isSome(options.organization) ? { organization: options.organization.value } : {})
    }
    const toFile = newFile(file, (append) => exporting(database, which, append))
    const { leftOut, rows } = isFile ? yield* toFile : yield* exporting(database, which, writeOutput)
    const print = isFile ? Console.log : Console.error
    const what = `${counted(rows, "row")}, ${ledger ? "with" : "without"} the ledger`
    yield* print(`Exported ${nameOf(database)}${isFile ? ` to ${file}` : ""}: ${what}. ${keyAdvice(database)}`)
    if (leftOut.open + leftOut.unknown > 0) {
      const holds = `${counted(leftOut.open, "open hold")} and ${leftOut.unknown} with an unknown outcome`
      yield* print(
        `Left out, with the amounts that they set aside: ${holds}. \`--ledger\` exports ${Option.isSome(options.organization) ? "those of all organizations" : "them"}.`
      )
    }
  },
  Effect.catchTag("ReaderLeft", () => Effect.void)
)
