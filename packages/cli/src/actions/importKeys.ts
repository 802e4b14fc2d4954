import * as Core from "@tollgate/core"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import type { Place } from "../account/Place.js"
import { databaseLayer, toChange, toRead } from "../database/databaseLayer.js"
import { NoSuchOrganization, namedOrganization } from "../database/namedOrganization.js"
import { requireExisting } from "../database/requireExisting.js"
import { batchesOf, checkKeyFile, type KeyCounts, type KeyLine } from "../input/keyLines.js"
import { progressBar } from "../output/progressBar.js"
import { ValueRefused } from "../settings/namedAsGiven.js"

const BATCH = 1_000

interface Given extends Place {
  readonly file: string
  readonly prefix: Option.Option<string>
  readonly dryRun: boolean
  readonly fromLine: Option.Option<string>
}

/** A batch was refused. The batches before it are imported. */
export class BatchRefused extends Data.TaggedError("BatchRefused")<{
  readonly first: number
  readonly last: number
  readonly reason: string
  readonly problems: ReadonlyArray<string>
  readonly done: number
  readonly isDry: boolean
}> {
  override get message(): string {
    const { done, first, isDry, last, problems, reason } = this
    const lines = first === last ? `Line ${first}` : `Lines ${first} to ${last}`
    const before = done === 1 ? "The key before it" : `The ${done.toLocaleString("en")} keys before`
    const rest =
      done === 0
        ? "No key was imported."
        : `${before} ${done === 1 ? "was" : "were"} imported. Go on with --from-line ${first} after the correction.`
    return [
      `${lines} ${isDry ? "would be" : first === last ? "was" : "were"} refused (${reason}):`,
      ...problems.map((problem) => `  ${problem}`),
      isDry ? "Nothing was changed." : rest
    ].join("\n")
  }
}

const refusedBy =
  (lines: ReadonlyArray<KeyLine>, done: number, isDry: boolean) => (refusal: Core.HashTaken | Core.InvalidInput) => {
    const problems = refusal.issues.map(({ expected, path: [of, at, ...field] }) => {
      if (of === "prefix") return `--prefix must be ${expected}`
      const line = typeof at === "number" ? lines[at] : undefined
      return line === undefined
        ? "A secret_hash is in use already."
        : `line ${line.number}: ${field.join(".")} must be ${expected}`
    })
    const [first = 0, last = 0] = [lines[0]?.number, lines.at(-1)?.number]
    return new BatchRefused({ first, last, reason: refusal.reason, problems, done, isDry })
  }

const lineNumber = (given: Option.Option<string>) => {
  const text = Option.getOrElse(given, () => "1")
  return /^[1-9]\d{0,14}$/.test(text)
    ? Effect.succeed(Number(text))
    : new ValueRefused({ problems: ["--from-line must be the number of a line, from 1."] })
}

const prefixOf = (given: Option.Option<string>) =>
  Option.isSome(given) && !/^[\x21-\x7e]{1,64}$/.test(given.value)
    ? new ValueRefused({ problems: ["--prefix must be a text of 1 to 64 visible ASCII characters."] })
    : Effect.succeed(Option.getOrNull(given))

const textOf = (count: number, one: string, several: string) =>
  `${count.toLocaleString("en")} ${count === 1 ? one : several}`

const said = ({ all, disabled, management }: KeyCounts) => {
  const batches = textOf(Math.ceil(all / BATCH), "batch", "batches")
  return `${textOf(all, "key", "keys")} in ${batches}: ${management.toLocaleString("en")} of management, ${disabled.toLocaleString("en")} disabled.`
}

const lookedUp = (prefix: string | null) =>
  prefix === null
    ? "Without --prefix, only secrets of the form of this server's own keys are looked up."
    : `Secrets that begin with ${prefix} are looked up`

/** Imports the keys of a file into an organization. */
export const importKeys = Effect.fnUntraced(function* (given: Given) {
  const { dryRun: dry_run, file } = given
  const prefix = yield* prefixOf(given.prefix)
  const from = yield* lineNumber(given.fromLine)
  const counts = yield* checkKeyFile(file, from)
  let [done, next] = [0, from]
  const tell = progressBar(dry_run ? "Checking" : "Importing", counts.all)
  /** Imports the batches one after another. */
  const importAll = Effect.fnUntraced(function* <E, R>(
    importBatch: (keys: Core.NewImportedKeys) => Effect.Effect<unknown, E, R>,
    around: <A, E, R>(batch: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = identity
  ) {
    const batches = batchesOf(file, from, BATCH)
    for (;;) {
      const read = yield* Effect.promise(() => batches.next())
      if (read.done === true) return
      const lines = read.value
      yield* importBatch({ prefix, dry_run, keys: lines.map(({ key }) => key) }).pipe(
        Effect.mapError((error) =>
          error instanceof Core.HashTaken || error instanceof Core.InvalidInput
            ? refusedBy(lines, done, dry_run)(error)
            : error
        ),
        Effect.tap(() => {
          done += lines.length
          next = (lines.at(-1)?.number ?? 0) + 1
        }),
        around
      )
      tell(done)
    }
  })
  const sayHowFar = (cause: Cause.Cause<unknown>) =>
    dry_run || done === 0 || Cause.squash(cause) instanceof BatchRefused
      ? Effect.void
      : Console.error(`${textOf(done, "key was", "keys were")} imported. Go on with --from-line ${next}.`)
  const inDatabase = Effect.gen(function* () {
    const id = yield* namedOrganization(given.organization)
    const host = yield* Effect.catchTag(
      Core.hostCaller(id),
      "OrganizationNotFound",
      () => new NoSuchOrganization({ id })
    )
    // Who stops the command is told how far it came.
    yield* importAll(
      (keys) => Effect.provideService(Core.importKeys(keys), Core.ManagementCaller, host),
      Effect.uninterruptible
    )
  })
  const atServer = Effect.fnUntraced(function* (url: string) {
    const { importAtServer } = yield* Effect.promise(() => import("../account/importAtServer.js"))
    yield* importAll(yield* importAtServer(given, url))
  })
  yield* Option.match(given.url, {
    onNone: () => requireExisting(Effect.provide(inDatabase, databaseLayer(given, dry_run ? toRead : toChange))),
    onSome: atServer
  }).pipe(
    // Not `tapErrorCause`, which an interruption skips.
    Effect.onError(sayHowFar)
  )
  yield* Console.log(`${dry_run ? "Would import" : "Imported"} ${said(counts)}`)
  const when = prefix === null ? "" : dry_run ? " then." : " from now on."
  yield* Console.log(`${lookedUp(prefix)}${when}${dry_run ? " Nothing was changed." : ""}`)
})
