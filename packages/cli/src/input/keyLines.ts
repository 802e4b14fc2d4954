import { open } from "node:fs/promises"
import { InvalidInput, type NewImportedKey, NewImportedKeys } from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { type FileLine, linesIn, MAX_LINE_LENGTH, reasonOf } from "./fileLines.js"
import { ABSENT } from "./inputRefused.js"

/** The most problems that are named. */
export const NAMED = 20

/** The file cannot be read, or some of its lines are no keys. */
export class KeyFileRefused extends Data.TaggedError("KeyFileRefused")<{
  readonly file: string
  readonly problems: ReadonlyArray<string>
  /** How many problems there are in all. */
  readonly count: number
}> {
  override get message(): string {
    const more = this.count > this.problems.length ? [`  and ${this.count - this.problems.length} more`] : []
    const all = [...this.problems.map((problem) => `  ${problem}`), ...more]
    return [`The keys in ${this.file} cannot be imported. Nothing was changed.`, ...all].join("\n")
  }
}

/** A key, and the number of its line. */
export interface KeyLine {
  readonly number: number
  readonly key: NewImportedKey
}

const problemsOf = ({ issues }: InvalidInput) =>
  issues.map(({ expected, path: [_keys, _at, ...path] }) => {
    const field = path.length === 0 ? "it" : path.join(".")
    return expected === ABSENT ? `${field} is required` : `${field} must be ${expected}`
  })

/** Reads the key of a line, or tells what is wrong with it. */
const readLine = (text: string): Either.Either<NewImportedKey, ReadonlyArray<string>> => {
  if (text.length > MAX_LINE_LENGTH) return Either.left([`it has more than ${MAX_LINE_LENGTH} characters`])
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    // The message of the parser repeats a part of the line.
    return Either.left(["it is not JSON"])
  }
  // As an import of it alone.
  const read = Codec.decode(NewImportedKeys, { keys: [json] })
  if (Either.isLeft(read)) return Either.left(problemsOf(InvalidInput.fromParseError(read.left)))
  const [key] = read.right.keys
  return key === undefined ? Either.left([]) : Either.right(key)
}

/** The lines of a file with their numbers. */
async function* linesOf(file: string): AsyncGenerator<FileLine> {
  const handle = await open(file)
  try {
    const stat = await handle.stat()
    // The second reading of a pipe would find no lines, and no key would be imported.
    if (!stat.isFile() && !stat.isDirectory()) throw Object.assign(new Error("No regular file."), { code: "ESPIPE" })
    yield* linesIn(handle)
  } finally {
    await handle.close()
  }
}

/** Reads the keys of a file from a line on, `size` at a time. Stops at the first line that is no key. */
export async function* batchesOf(file: string, from: number, size: number): AsyncGenerator<ReadonlyArray<KeyLine>> {
  let batch: Array<KeyLine> = []
  for await (const [number, text] of linesOf(file)) {
    if (number < from) continue
    const key = readLine(text)
    if (Either.isLeft(key)) throw new Error(`Line ${number} has changed since it was checked.`)
    batch.push({ number, key: key.right })
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** How many keys there are, of which kinds. */
export interface KeyCounts {
  readonly all: number
  readonly management: number
  readonly disabled: number
}

const check = async (file: string, from: number) => {
  const [problems, hashes, externalIds] = [[] as string[], new Map<string, number>(), new Map<string, number>()]
  const counts = { all: 0, management: 0, disabled: 0 }
  let count = 0
  const tell = (number: number, problem: string) => {
    count++
    if (problems.length < NAMED) problems.push(`line ${number}: ${problem}`)
  }
  const once = (number: number, field: string, value: string, seen: Map<string, number>) => {
    const first = seen.get(value)
    if (first === undefined) seen.set(value, number)
    else tell(number, `${field} must be another one than that of line ${first}`)
  }
  for await (const [number, text] of linesOf(file)) {
    if (number < from) continue
    const read = readLine(text)
    if (Either.isLeft(read)) {
      for (const problem of read.left) tell(number, problem)
      continue
    }
    const { disabled, external_id, management, secret_hash } = read.right
    counts.all++
    counts.management += Number(management)
    counts.disabled += Number(disabled)
    once(number, "secret_hash", secret_hash, hashes)
    if (external_id !== null) once(number, "external_id", external_id, externalIds)
  }
  return { counts, count, problems }
}

/** Checks each line of a file from a line on, and counts the keys. Nothing is imported of a file with a line that is no key. */
export const checkKeyFile = Effect.fnUntraced(function* (file: string, from: number) {
  const { count, counts, problems } = yield* Effect.tryPromise({
    try: () => check(file, from),
    catch: (cause) => new KeyFileRefused({ file, problems: [reasonOf(cause)], count: 1 })
  })
  if (count > 0) return yield* new KeyFileRefused({ file, problems, count })
  if (counts.all === 0) return yield* new KeyFileRefused({ file, problems: ["It has no lines to import."], count: 1 })
  const checked: KeyCounts = counts
  return checked
})
