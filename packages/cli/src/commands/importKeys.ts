import * as Core from "@tollgate/core"
import type { RequestFailed } from "@tollgate/http"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import type { Place } from "../account/Place.js"
import { inExisting, toChange, toRead } from "../database/databaseLayer.js"
import { namedHost } from "../database/namedOrganization.js"
import { batchesOf, checkKeyFile, type KeyCounts, type KeyLine, NAMED } from "../input/keyLines.js"
import { counted } from "../output/counted.js"
import { progressBar } from "../output/progressBar.js"
import { ValueRefused } from "../settings/withFlagNames.js"

const BATCH = 1_000

interface Options extends Place {
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

const NOT_SENT = ["ECONNREFUSED", "ENOTFOUND"]

// By its tag: with a database, the server's package is not loaded.
const isRequestFailed = (error: unknown): error is RequestFailed => Predicate.isTagged(error, "RequestFailed")

/** Whether a batch may have been stored although it failed. */
const isUnclear = (cause: Cause.Cause<unknown>) => {
  const failure = Cause.squash(cause)
  if (failure instanceof Core.StorageFailure) return failure.outcome === "unknown"
  if (isRequestFailed(failure)) {
    const { code, status } = failure
    return !NOT_SENT.includes(code ?? "") && (status === null || status < 300 || status >= 500)
  }
  return Cause.isInterruptedOnly(cause)
}

/** How to go on after a batch of which it is not known whether it was stored. Repeating it is safe: it is stored whole, and once. */
const afterUnclear = (lines: ReadonlyArray<KeyLine>, isEnd: boolean) => {
  const [first = 0, last = 0] = [lines[0]?.number, lines.at(-1)?.number]
  const [which, these, they] =
    first === last
      ? [`line ${first} was`, "that line is", "it was"]
      : [`lines ${first} to ${last} were`, "these lines are", "they were"]
  const then = isEnd ? "nothing is left to import" : `go on with --from-line ${last + 1}`
  return `Whether ${which} imported is not known. Repeat with --from-line ${first}. If ${these} refused because a secret_hash or an external_id is in use, ${they} imported: ${then}.`
}

/** What to correct in a batch. A server does not say which secrets are taken. */
const problemsOf = (lines: ReadonlyArray<KeyLine>, refusal: Core.HashTaken | Core.InvalidInput) => {
  const lineAt = (at: string | number | undefined) => (typeof at === "number" ? lines[at] : undefined)?.number
  if (refusal instanceof Core.HashTaken) {
    const taken = refusal.places.map((at) => `line ${lineAt(at)}: secret_hash is in use already`)
    const more = taken.length > NAMED ? [`and ${(taken.length - NAMED).toLocaleString("en")} more`] : []
    return taken.length === 0 ? ["A secret_hash is in use already."] : [...taken.slice(0, NAMED), ...more]
  }
  return refusal.issues.map(({ expected, path: [of, at, ...field] }) => {
    const line = lineAt(at)
    if (line !== undefined) return `line ${line}: ${field.join(".")} must be ${expected}`
    return `${of === "prefix" ? "--prefix" : of} must be ${expected}`
  })
}

const refusedBy =
  (lines: ReadonlyArray<KeyLine>, done: number, isDry: boolean) => (refusal: Core.HashTaken | Core.InvalidInput) => {
    const [first = 0, last = 0] = [lines[0]?.number, lines.at(-1)?.number]
    return new BatchRefused({ first, last, reason: refusal.reason, problems: problemsOf(lines, refusal), done, isDry })
  }

const lineNumber = (flag: Option.Option<string>) => {
  const text = Option.getOrElse(flag, () => "1")
  return /^[1-9]\d{0,14}$/.test(text)
    ? Effect.succeed(Number(text))
    : new ValueRefused({ problems: ["--from-line must be the number of a line, from 1."] })
}

const prefixOf = (flag: Option.Option<string>) =>
  Option.isSome(flag) && !/^[\x21-\x7e]{1,64}$/.test(flag.value)
    ? new ValueRefused({ problems: ["--prefix must be a text of 1 to 64 visible ASCII characters."] })
    : Effect.succeed(Option.getOrNull(flag))

const said = ({ all, disabled, management }: KeyCounts) => {
  const batches = counted(Math.ceil(all / BATCH), "batch", "batches")
  return `${counted(all, "key")} in ${batches}: ${management.toLocaleString("en")} of management, ${disabled.toLocaleString("en")} disabled.`
}

const lookedUp = (prefix: string | null) =>
  prefix === null
    ? "Without --prefix, only secrets of the form of this server's own keys are looked up."
    : `Secrets that begin with ${prefix} are looked up`

/** Imports the keys of a file into an organization. */
export const importKeys = Effect.fnUntraced(function* (options: Options) {
  const { dryRun: dry_run, file } = options
  const prefix = yield* prefixOf(options.prefix)
  const from = yield* lineNumber(options.fromLine)
  const counts = yield* checkKeyFile(file, from)
  let [done, next] = [0, from]
  let underWay: ReadonlyArray<KeyLine> = []
  const tell = progressBar(dry_run ? "Checking" : "Importing", counts.all)
  const sayHowFar = (cause: Cause.Cause<unknown>) => {
    if (dry_run || Cause.squash(cause) instanceof BatchRefused) return Effect.void
    const certain = done === 0 ? [] : [`${counted(done, "key was", "keys were")} imported.`]
    const goOn =
      underWay.length > 0 && isUnclear(cause)
        ? [afterUnclear(underWay, done + underWay.length === counts.all)]
        : certain.map(() => `Go on with --from-line ${next}.`)
    return goOn.length === 0 ? Effect.void : Console.error([...certain, ...goOn].join(" "))
  }
  /** Imports the batches one after another. */
  const importAll = <E, R>(
    importBatch: (keys: Core.NewImportedKeys) => Effect.Effect<unknown, E, R>,
    around: <A, E, R>(batch: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R> = identity
  ) =>
    Effect.gen(function* () {
      // After a refusal, the file would stay open.
      const batches = yield* Effect.acquireRelease(
        Effect.sync(() => batchesOf(file, from, BATCH)),
        (batches) => Effect.promise(() => batches.return(undefined))
      )
      for (;;) {
        const read = yield* Effect.promise(() => batches.next())
        if (read.done === true) return
        const lines = read.value
        yield* Effect.suspend(() => {
          underWay = lines
          return importBatch({ prefix, dry_run, keys: lines.map(({ key }) => key) })
        }).pipe(
          Effect.mapError((error) =>
            error instanceof Core.HashTaken || error instanceof Core.InvalidInput
              ? refusedBy(lines, done, dry_run)(error)
              : error
          ),
          Effect.tap(() => {
            done += lines.length
            next = (lines.at(-1)?.number ?? 0) + 1
            underWay = []
          }),
          around
        )
        tell(done)
      }
      // Not `tapErrorCause`, which an interruption skips.
    }).pipe(
      Effect.scoped,
      Effect.onError((cause) => sayHowFar(cause))
    )
  const inDatabase = Effect.gen(function* () {
    const host = yield* namedHost(options.organization)
    // If the command is stopped, it says how far it came.
    yield* importAll(
      (keys) => Effect.provideService(Core.importKeys(keys), Core.ManagementCaller, host),
      Effect.uninterruptible
    )
  })
  const atServer = Effect.fnUntraced(function* (url: string) {
    const { importAtServer, importRefused } = yield* Effect.promise(() => import("../account/importAtServer.js"))
    const importBatch = yield* importAtServer(options, url)
    yield* importAll(importBatch).pipe(Effect.mapError(importRefused))
  })
  yield* Option.match(options.url, {
    onNone: () => inExisting(options, dry_run ? toRead : toChange, inDatabase),
    onSome: atServer
  })
  yield* Console.log(`${dry_run ? "Would import" : "Imported"} ${said(counts)}`)
  const when = prefix === null ? "" : dry_run ? " then." : " from now on."
  yield* Console.log(`${lookedUp(prefix)}${when}${dry_run ? " Nothing was changed." : ""}`)
})
