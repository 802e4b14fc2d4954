import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  writeFileSync
} from "node:fs"
import { dirname } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { type DatabaseRefused, MasterKeyFile, type MasterKeyRefusal, MasterKeyRefused } from "@tollgate/sqlite"
import { Effect, Redacted } from "effect"
import { openAndClose, temporaryFile } from "./support/files.js"
import { picture } from "./support/folder.js"

const digits = "0123456789abcdef".repeat(4)
const bytes = (key: Redacted.Redacted<Uint8Array>) => Buffer.from(Redacted.value(key)).toString("hex")

const refusal = <A>(effect: Effect.Effect<A, DatabaseRefused | MasterKeyRefused>) =>
  Effect.map(Effect.flip(effect), (refused) => {
    expect(refused).toBeInstanceOf(MasterKeyRefused)
    return { file: refused.file, reason: refused.reason, message: refused.message }
  })

const said = (file: string, reason: MasterKeyRefusal, sentence: string) => ({
  file,
  reason,
  message: `The master key file ${file} ${sentence}`
})

const DESCRIPTORS = "/proc/self/fd"

/** The files of a folder, also deleted ones, that this process has open. */
const openIn = (folder: string) =>
  readdirSync(DESCRIPTORS)
    .flatMap((descriptor) => {
      try {
        return [readlinkSync(`${DESCRIPTORS}/${descriptor}`)]
      } catch {
        // The one that lists them is closed by now.
        return []
      }
    })
    .filter((file) => file.startsWith(folder))

const malformed = (found: string) => `does not contain 64 hex digits in each line: ${found}. Put the right key there.`

describe("A master key file", () => {
  it.scoped("is created once with 64 hex digits and a newline, for its owner alone, and read from then on", () =>
    Effect.gen(function* () {
      const file = MasterKeyFile.keyFileFor(yield* temporaryFile)
      const umask = process.umask(0)
      const made = yield* Effect.ensuring(
        MasterKeyFile.loadOrCreate(file),
        Effect.sync(() => process.umask(umask))
      )
      expect(readFileSync(file, "utf8")).toBe(`${bytes(made)}\n`)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(Redacted.value(made)).toHaveLength(32)
      expect(bytes(yield* MasterKeyFile.loadOrCreate(file))).toBe(bytes(made))
      expect(bytes(yield* MasterKeyFile.load(file))).toBe(bytes(made))
      expect(picture(dirname(file))).toHaveLength(1)
    })
  )

  it.scoped.skipIf(!existsSync(DESCRIPTORS))("is closed once it was created or read", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* MasterKeyFile.loadOrCreate(file)
      yield* MasterKeyFile.load(file)
      expect(openIn(dirname(file))).toEqual([])
    })
  )

  it.scoped("is another one for each that is created", () =>
    Effect.gen(function* () {
      const one = yield* MasterKeyFile.loadOrCreate(yield* temporaryFile)
      const other = yield* MasterKeyFile.loadOrCreate(yield* temporaryFile)
      expect(bytes(one)).not.toBe(bytes(other))
    })
  )

  it.scoped("that does not exist is refused where it is only read", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      expect(yield* refusal(MasterKeyFile.load(file))).toEqual(
        said(file, "missing", "does not exist. Name the file that holds the key.")
      )
      expect(picture(dirname(file))).toEqual([])
    })
  )

  it.scoped("is read with the newline of Windows, and without one", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      for (const content of [`${digits}\r\n`, digits]) {
        writeFileSync(file, content, { mode: 0o600 })
        expect(bytes(yield* MasterKeyFile.load(file))).toBe(digits)
      }
    })
  )

  for (const [content, found] of [
    ["", "line 1 is empty"],
    ["\n", "line 1 is empty"],
    [digits.slice(1), "line 1 has 63 characters"],
    [`${digits}0`, "line 1 has 65 characters"],
    [`${digits}\n\n`, "line 2 is empty"],
    ["g".repeat(64), "line 1 has a character other than 0 to 9 and a to f"],
    [`${digits}\r\n ${digits}`, "line 2 has 65 characters"],
    [`${digits}\n${digits.toUpperCase()}\n`, "line 2 has a character other than 0 to 9 and a to f"],
    [`${digits}\n`.repeat(17), "it is larger than 16 lines"]
  ] as const) {
    it.scoped(`is refused and left alone: ${found}, in ${content.length} characters`, () =>
      Effect.gen(function* () {
        const file = yield* temporaryFile
        writeFileSync(file, content, { mode: 0o600 })
        const before = picture(dirname(file))
        expect(yield* refusal(MasterKeyFile.loadOrCreate(file))).toEqual(said(file, "malformed", malformed(found)))
        expect(picture(dirname(file))).toEqual(before)
      })
    )
  }

  it.scoped("has up to 16 keys, in a line each", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const all = Array.from({ length: 16 }, (_, n) => n.toString(16).padStart(2, "0").repeat(32))
      for (const end of ["\n", "\r\n"]) {
        writeFileSync(file, `${all.join(end)}${end}`, { mode: 0o600 })
        expect(bytes(yield* MasterKeyFile.load(file))).toBe(all.join(""))
      }
    })
  )

  it.scoped("that is a folder is refused", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      mkdirSync(file, { mode: 0o700 })
      expect(yield* refusal(MasterKeyFile.load(file))).toEqual(
        said(file, "malformed", malformed("it is not a regular file"))
      )
    })
  )

  for (const mode of [0o640, 0o604, 0o620, 0o644, 0o601]) {
    it.scoped.skipIf(process.platform === "win32")(`with the rights ${mode.toString(8)} is refused`, () =>
      Effect.gen(function* () {
        const file = yield* temporaryFile
        writeFileSync(file, `${digits}\n`)
        chmodSync(file, mode)
        expect(yield* refusal(MasterKeyFile.load(file))).toEqual(
          said(file, "exposed", "is readable by users other than its owner. Restrict it: chmod 600.")
        )
      })
    )
  }

  it.scoped("in a folder that does not exist cannot be created", () =>
    Effect.gen(function* () {
      const file = `${yield* temporaryFile}/no/such.key`
      expect(yield* refusal(MasterKeyFile.loadOrCreate(file))).toEqual(
        said(file, "directory_missing", "cannot be created: its directory does not exist. Create the directory first.")
      )
    })
  )
})

describe("The key beside a database", () => {
  it.scoped("is created with a new database, and the same one ever after", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const made = yield* MasterKeyFile.openKeyBeside(file)
      yield* openAndClose(file)
      expect(bytes(yield* MasterKeyFile.openKeyBeside(file))).toBe(bytes(made))
    })
  )

  it.scoped("is marked until the database exists, by a file for its owner alone", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const umask = process.umask(0)
      yield* Effect.ensuring(
        MasterKeyFile.openKeyBeside(file),
        Effect.sync(() => process.umask(umask))
      )
      expect(picture(dirname(file)).map(({ mode, name }) => [name, mode])).toEqual([
        ["tollgate.db.key", 0o600],
        ["tollgate.db.key.new", 0o600]
      ])
      yield* openAndClose(file)
      expect(picture(dirname(file)).map(({ name }) => name)).toEqual(["tollgate.db", "tollgate.db.key"])
    })
  )

  it.scoped("is not needed if the file is not a Tollgate database: the refusal is about the file", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      writeFileSync(file, "a text, and no database")
      const refused = yield* Effect.flip(MasterKeyFile.openKeyBeside(file))
      expect(refused.message).toBe(`The database ${file} is not an SQLite database. Name another file.`)
    })
  )

  it.scoped("is not made anew for a database that is there already", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      yield* openAndClose(file)
      const before = picture(dirname(file))
      expect(yield* refusal(MasterKeyFile.openKeyBeside(file))).toEqual(
        said(
          `${file}.key`,
          "missing_beside_database",
          "does not exist, but its database does. Put the key back: a new key cannot open the stored secrets. If it is lost, `tollgate vault abandon` gives them up."
        )
      )
      expect(picture(dirname(file))).toEqual(before)
    })
  )

  it.scoped("is one for all who create it at the same moment", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const keys = yield* Effect.replicateEffect(MasterKeyFile.openKeyBeside(file), 20, { concurrency: "unbounded" })
      expect(new Set(keys.map(bytes)).size).toBe(1)
      // The second tells that no database has been made for it yet.
      expect(picture(dirname(file)).map(({ mode, name }) => ({ mode, name }))).toEqual([
        { name: "tollgate.db.key", mode: 0o600 },
        { name: "tollgate.db.key.new", mode: 0o600 }
      ])
    })
  )
})

describe("A master key from configuration", () => {
  const key = Buffer.from(digits, "hex")
  for (const text of [
    digits,
    digits.toUpperCase(),
    `${digits}\n`,
    key.toString("base64"),
    key.toString("base64").slice(0, 43)
  ]) {
    it.effect(`is read from ${JSON.stringify(text)}`, () =>
      Effect.map(MasterKeyFile.parseMasterKey(Redacted.make(text)), (read) => expect(bytes(read)).toBe(digits))
    )
  }

  it.effect("may be several, separated by commas: the first seals", () =>
    Effect.gen(function* () {
      const other = "f".repeat(64)
      for (const text of [`${other},${digits}`, ` ${other} ,\n${key.toString("base64")}`]) {
        expect(bytes(yield* MasterKeyFile.parseMasterKey(Redacted.make(text)))).toBe(`${other}${digits}`)
      }
    })
  )

  for (const [text, found] of [
    ["", "it is empty"],
    ["secret", "it has 6 characters"],
    ["g".repeat(64), "it has a character other than 0 to 9 and a to f"],
    [`${digits}00`, "it has 66 characters"],
    [`${digits}, ${digits.slice(2)},${digits}`, "key 2 of 3 has 62 characters"],
    [Buffer.alloc(31).toString("base64"), "it is no base64 of 32 bytes"],
    [`${"A".repeat(42)}B=`, "it is no base64 of 32 bytes"]
  ] as const) {
    it.effect(`is refused, and not repeated, when it is ${JSON.stringify(text)}`, () =>
      Effect.gen(function* () {
        expect(yield* refusal(MasterKeyFile.parseMasterKey(Redacted.make(text)))).toEqual({
          file: null,
          reason: "malformed",
          message: `The master key is neither 64 hex digits nor 32 bytes in base64: ${found}. Correct it.`
        })
      })
    )
  }
})
