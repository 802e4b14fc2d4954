import { closeSync, existsSync, fstatSync, fsyncSync, openSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, resolve } from "node:path"
import { Entropy } from "@tollgate/core"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { createFile } from "./createFile.js"
import type { DatabaseRefused } from "./DatabaseRefused.js"
import { inspectFile } from "./inspectFile.js"
import { pendingMarkerFor } from "./keyBeside.js"
import { type MasterKeyRefusal, MasterKeyRefused } from "./MasterKeyRefused.js"
import { codeOf, refusalOf } from "./refusalOf.js"

export { keyFileFor } from "./keyBeside.js"

const decode = (text: string): Redacted.Redacted<Uint8Array> | null => {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return Redacted.make(new Uint8Array(Buffer.from(text, "hex")))
  if (!/^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/.test(text)) return null
  return Redacted.make(new Uint8Array(Buffer.from(text, "base64")))
}

/** A master key from configuration: 64 hex digits, or 32 bytes in base64 (RFC 4648, section 4). */
export const parseMasterKey = (
  text: Redacted.Redacted
): Effect.Effect<Redacted.Redacted<Uint8Array>, MasterKeyRefused> =>
  Effect.suspend(() => {
    const key = decode(Redacted.value(text).trim())
    return key === null ? new MasterKeyRefused({ file: null, reason: "malformed" }) : Effect.succeed(key)
  })

const reasonOf = (cause: unknown) => (refusalOf(cause) === "disk_full" ? "disk_full" : "unreadable")

const attempt = <A>(file: string, act: () => A) =>
  Effect.try({
    try: act,
    catch: (cause) => {
      const absent = codeOf(cause) === "ENOENT"
      return new MasterKeyRefused({ file, reason: absent ? "missing" : reasonOf(cause), cause })
    }
  })

const read = (file: string): Redacted.Redacted<Uint8Array> | MasterKeyRefusal => {
  const descriptor = openSync(file, "r")
  try {
    const stats = fstatSync(descriptor)
    // Windows keeps rights elsewhere and always answers 666.
    if (process.platform !== "win32" && (stats.mode & 0o077) !== 0) return "exposed"
    if (!stats.isFile() || stats.size > 66) return "malformed"
    const [, digits] = /^([0-9a-f]{64})\r?\n?$/.exec(readFileSync(descriptor, "latin1")) ?? []
    return (digits === undefined ? null : decode(digits)) ?? "malformed"
  } finally {
    closeSync(descriptor)
  }
}

/** Reads a key file: 64 hex digits and a newline, readable by nobody but its owner. */
export const load = (path: string): Effect.Effect<Redacted.Redacted<Uint8Array>, MasterKeyRefused> => {
  const file = resolve(path)
  return Effect.flatMap(
    attempt(file, () => read(file)),
    (found) => (Redacted.isRedacted(found) ? Effect.succeed(found) : new MasterKeyRefused({ file, reason: found }))
  )
}

/** Reads a key file, or creates it with a new random key where there is none. Of two who create it, one wins. */
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
 * The key beside a database. A new key is made only together with a new database: where the database exists and its
 * key does not, that is refused, since a new key would open none of the secrets; and so is a key whose database is gone.
 * Where nothing may be created (`create` is false), a database that is missing is refused too.
 */
export const openKeyBeside = (
  databaseFile: string,
  create = true
): Effect.Effect<Redacted.Redacted<Uint8Array>, DatabaseRefused | MasterKeyRefused> =>
  Effect.gen(function* () {
    // The database is looked at first: what is no database of ours lacks no key. Who creates both creates the key first.
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
