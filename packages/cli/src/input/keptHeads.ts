import { open } from "node:fs/promises"
import { type KeptHead, OrganizationId } from "@tollgate/core"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { linesIn, reasonOf } from "./fileLines.js"

/** The file cannot be read, or has no heads. */
export class HeadsRefused extends Data.TaggedError("HeadsRefused")<{
  readonly file: string
  readonly problem: string
}> {
  override get message(): string {
    return `The heads in ${this.file} cannot be compared. ${this.problem}`
  }
}

/** The message of a line of the log that has a head. */
const HEAD = "head of the audit log"

const Hash = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/))
const Seq = Schema.Union(Schema.Int, Schema.NumberFromString.pipe(Schema.int())).pipe(Schema.nonNegative())

/** A head, with where its chain begins. */
const Head = Schema.Struct({
  organization: Schema.optionalWith(OrganizationId, { exact: true }),
  seq: Seq,
  hash: Hash,
  first_seq: Seq,
  deleted_hash: Hash
})

const decode = Schema.decodeUnknownOption(Head)
const fromJson = Schema.decodeUnknownOption(Schema.parseJson(Head))

const printed =
  /^(?:organization (?<organization>\S+)|host \(no organization\)) {2}(?<seq>\d+) {2}(?<hash>\S+) {2}from (?<first_seq>\d+) {2}(?<deleted_hash>\S+)$/

/** The fields of a line in logfmt. Those that are read here are never quoted. */
const fieldsOf = (text: string) =>
  Object.fromEntries(
    Array.from(text.matchAll(/(\w+)=(?:"(?:[^"\\]|\\.)*"|(\S+))/g), ([, name, value]) => [name, value])
  )

/** The head of a line: of the log in either format, with anything in front of it, or of `tollgate audit head`. Null if it has none. */
const headOf = (line: string): Option.Option<typeof Head.Type> | null => {
  const { groups } = printed.exec(line) ?? {}
  if (groups !== undefined) {
    const { organization, ...others } = groups
    return decode(organization === undefined ? others : groups)
  }
  const at = line.indexOf(HEAD)
  if (at < 0) return null
  const start = line.slice(0, at).indexOf("{")
  return start < 0 ? decode(fieldsOf(line)) : fromJson(line.slice(start))
}

const read = async (file: string) => {
  const found = new Map<string, KeptHead>()
  const add = (head: KeptHead) => found.set(JSON.stringify(head), head)
  const handle = await open(file)
  try {
    for await (const [number, line] of linesIn(handle)) {
      const head = headOf(line.trimEnd())
      if (head === null) continue
      if (Option.isNone(head)) return { problem: `Line ${number} is no head of the audit log.` }
      const { deleted_hash, first_seq, hash, organization: organization_id = "" as const, seq } = head.value
      add({ organization_id, seq, hash })
      if (first_seq > 1) add({ organization_id, seq: first_seq - 1, hash: deleted_hash })
    }
  } finally {
    await handle.close()
  }
  return found.size === 0 ? { problem: "It has none." } : [...found.values()]
}

/**
 * Reads the heads of the audit log that were kept in a file: lines of a server's log, or of `tollgate audit head`. Other lines are left out, and the
 * same head is returned once.
 */
export const keptHeads = Effect.fnUntraced(function* (file: string) {
  const heads = yield* Effect.tryPromise({
    try: () => read(file),
    catch: (cause) => new HeadsRefused({ file, problem: reasonOf(cause) })
  })
  return "problem" in heads ? yield* new HeadsRefused({ file, problem: heads.problem }) : heads
})
