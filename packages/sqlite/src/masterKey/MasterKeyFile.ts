import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { DatabaseRefused } from "../DatabaseRefused.js"
import { createFile } from "../file/createFile.js"
import { inspectFile } from "../file/inspectFile.js"
import { pendingMarkerFor } from "../file/keyFile.js"
import { codeOf, toDatabaseRefusal } from "../toDatabaseRefusal.js"
import { type MasterKeyRefusal, MasterKeyRefused } from "./MasterKeyRefused.js"

export { keyFileFor } from "../file/keyFile.js"

const decode = (text: string): Redacted.Redacted<Uint8Array> | null => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Redacted.make(new Uint8Array(Buffer.from(text, "hex")))
  if (!/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/.test(text)) return null
  return Redacted.make(new Uint8Array(Buffer.from(text, "base64")))
}

/** The bytes of several keys, one after another, or the number of the first malformed one, from 0. */
const ringOf = (keys: ReadonlyArray<string>): Redacted.Redacted<Uint8Array> | number => {
  const decoded = keys.map(decode)
  const bytes = decoded.flatMap((key) => (key === null ? [] : [Redacted.value(key)]))
  return bytes.length < keys.length ? decoded.indexOf(null) : Redacted.make(new Uint8Array(Buffer.concat(bytes)))
}

/** What is wrong with a text that is no key, without repeating any of it. */
const problemOf = (text: string): string => {
  if (text === "") return "is empty"
  return text.length === 64 ? "has a character other than 0 to 9 and a to f" : `has ${text.length} characters`
}

/**
 * Parses a master key from configuration: 64 hex digits, or 32 bytes in base64 (RFC 4648, section 4). Several keys are separated by
 * commas: the first seals, and all open. Their bytes are returned one after another.
 *
 * @throws {MasterKeyRefused} with the reason `malformed`.
 */
export const parseMasterKey = (
  text: Redacted.Redacted
): Effect.Effect<Redacted.Redacted<Uint8Array>, MasterKeyRefused> =>
  Effect.suspend(() => {
    const keys = Redacted.value(text)
      .split(",")
      .map((key) => key.trim())
    const ring = ringOf(keys)
    if (Redacted.isRedacted(ring)) return Effect.succeed(ring)
    const which = keys.length === 1 ? "it" : `key ${ring + 1} of ${keys.length}`
    const wrong = keys[ring] ?? ""
    const found = `${which} ${/^.{43,44}$/.test(wrong) ? "is no base64 of 32 bytes" : problemOf(wrong)}`
    return new MasterKeyRefused({ file: null, reason: "malformed", found })
  })

const reasonOf = (cause: unknown) => (toDatabaseRefusal(cause) === "disk_full" ? "disk_full" : "unreadable")

const attempt = <A>(file: string, act: () => A) =>
  Effect.try({
    try: act,
    catch: (cause) => {
      const absent = codeOf(cause) === "ENOENT"
      return new MasterKeyRefused({ file, reason: absent ? "missing" : reasonOf(cause), cause })
    }
  })

/** The most keys of a file, and the most bytes of a line. */
const [MAX_KEYS, MAX_LINE_BYTES] = [16, 66]

const read = (file: string): Redacted.Redacted<Uint8Array> | MasterKeyRefused => {
  const refused = (reason: MasterKeyRefusal, found?: string) =>
    new MasterKeyRefused({ file, reason, ...(found !== undefined && { found }) })
  const descriptor = openSync(file, "r")
  try {
    const stats = fstatSync(descriptor)
    // Windows has other permissions and always returns 666.
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) return refused("exposed")
    if (!stats.isFile()) return refused("malformed", "it is not a regular file")
    if (stats.size > MAX_KEYS * MAX_LINE_BYTES) return refused("malformed", `it is larger than ${MAX_KEYS} lines`)
    const lines = readFileSync(descriptor, "latin1")
      .replace(/\r?\n?$/, "")
      .split(/\r?\n/)
    const wrong = lines.findIndex((line) => !/^[0-9a-f]{64}$/.test(line))
    const ring = wrong < 0 ? ringOf(lines) : wrong
    if (Redacted.isRedacted(ring)) return ring
    return refused("malformed", `line ${ring + 1} ${problemOf(lines[ring] ?? "")}`)
  } finally {
    closeSync(descriptor)
  }
}

/**
 * Reads a key file: 64 hex digits and a newline, readable only by its owner. Several keys stand in a line each: the first seals,
 * and all open. Their bytes are returned one after another.
 *
 * @throws {MasterKeyRefused} if the file is missing, malformed, unreadable, or readable by other users.
 */
export const load = (path: string): Effect.Effect<Redacted.Redacted<Uint8Array>, MasterKeyRefused> => {
  const file = resolve(path)
  return Effect.flatMap(
    attempt(file, () => read(file)),
    (found) => (Redacted.isRedacted(found) ? Effect.succeed(found) : found)
  )
}

/**
 * Reads a key file, or creates it with a new random key if it does not exist. If several processes create it, one of
 * them wins.
 *
 * @throws {MasterKeyRefused} if the file cannot be read or created.
 */
export const loadOrCreate = (path: string): Effect.Effect<Redacted.Redacted<Uint8Array>, MasterKeyRefused> => {
  const file = resolve(path)
  const fill = (draft: string) =>
    Effect.flatMap(Entropy.bytes(32), (key) =>
      attempt(file, () => {
        const descriptor = openSync(draft, "w")
        try {
          writeFileSync(descriptor, `${Buffer.from(key).toString("hex")}\n`)
          fsyncSync(descriptor)
        } finally {
          closeSync(descriptor)
        }
      })
    )
  const create = Effect.mapError(
    createFile(file, fill),
    (cause) =>
      new MasterKeyRefused({ file, reason: existsSync(dirname(file)) ? reasonOf(cause) : "directory_missing", cause })
  )
  return Effect.suspend(() => (existsSync(file) ? Effect.void : create)).pipe(Effect.zipRight(load(file)))
}

/**
 * Opens the master key beside a database, in the file `<database>.key`. A new key is created only together with a new
 * database: if just one of the two exists, that is refused, because a new key cannot open stored secrets. With
 * `create` false, a missing database is refused, too.
 *
 * @throws {DatabaseRefused} if the database cannot be used, before the key is read or created.
 * @throws {MasterKeyRefused} if the key cannot be used.
 */
export const openKeyBeside = (
  databaseFile: string,
  create = true
): Effect.Effect<Redacted.Redacted<Uint8Array>, DatabaseRefused | MasterKeyRefused> =>
  Effect.gen(function* () {
    // The database is checked first: another application's file needs no key. When both are new, the key is created
    // first.
    const { file: database, found } = yield* inspectFile(databaseFile, create)
    const file = `${database}.key`
    if (found === "absent") {
      yield* attempt(file, () => writeFileSync(pendingMarkerFor(file), "", { mode: 0o600 }))
      return yield* loadOrCreate(file)
    }
    return yield* Effect.mapError(load(file), (refused) =>
      refused.reason === "missing" ? new MasterKeyRefused({ file, reason: "missing_beside_database" }) : refused
    )
  })
