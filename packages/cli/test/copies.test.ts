import {
  copyFileSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { Tollgate } from "@tollgate/node"
import { Effect } from "effect"
import { run, serving } from "./harness/command.js"
import { withDatabase } from "./harness/database.js"
import { contents } from "./harness/folder.js"
import { runHere } from "./harness/here.js"
import { temporaryFolder } from "./harness/stores.js"

const tollgate = (args: ReadonlyArray<string>) => Effect.promise(() => runHere(args))
const started = (args: ReadonlyArray<string>) => Effect.promise(() => run(args))

const account = (file: string) =>
  Effect.promise(async () => {
    await using gate = await Tollgate.open({ file })
    return (await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })).key
  })

const place = Effect.map(temporaryFolder, (folder) => ({
  folder,
  database: join(folder, "tollgate.db"),
  copy: join(folder, "copy.db")
}))

const header = (file: string) => withDatabase(file, (database) => database.value("PRAGMA user_version"))

describe("backup", () => {
  it.scopedLive("copies one state of a database that is written to all the time, and restore makes it one again", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      const key = yield* account(database)
      const server = yield* serving(["--database", database, "--log", "none"])
      const writes = { count: 0, on: true }
      const writing = Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: database })
        while (writes.on) {
          await gate.withKey(key).keys.create({ name: `Key ${writes.count}` })
          writes.count += 1
        }
      })
      const copying = Effect.gen(function* () {
        const made = yield* started(["backup", database, copy])
        expect(made).toEqual({
          code: 0,
          stdout: `Copied ${database} to ${copy}. Keep a copy of ${database}.key too, in another place.\n`,
          stderr: expect.stringMatching(/^(Copying: \d+0 %\n)*Copying: 100 %\n$/)
        })
      }).pipe(Effect.ensuring(Effect.sync(() => (writes.on = false))))
      yield* Effect.all([writing, copying], { concurrency: 2 })
      expect(writes.count).toBeGreaterThan(10)
      server.child.kill("SIGKILL")
      yield* Effect.promise(() => server.ended)
      expect(statSync(copy).mode & 0o777).toBe(0o600)
      expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"])

      const again = join(folder, "again.db")
      expect(yield* tollgate(["restore", copy, again])).toEqual({
        code: 0,
        stdout: `Restored ${again} from ${copy}. It needs the master key that it was created with: put that key at ${again}.key or in TOLLGATE_MASTER_KEY. If it is lost, \`tollgate vault abandon\` gives up the secrets.\n`,
        stderr: expect.stringMatching(/^(Restoring: \d+0 %\n)*Restoring: 100 %\n$/)
      })
      expect(statSync(again).mode & 0o777).toBe(0o600)
      expect(new Set([database, copy, again].map(header)).size).toBe(3)
      copyFileSync(`${database}.key`, `${again}.key`)
      yield* Effect.promise(async () => {
        await using gate = await Tollgate.open({ file: again })
        expect((await gate.withKey(key).workspaces.listMembers("default")).total_count).toBe(1)
      })
    })
  )

  it.scopedLive("writes over nothing, and leaves nothing behind where there is nothing to copy", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      yield* account(database)
      writeFileSync(join(folder, "diary"), "a diary\n".repeat(100))
      const before = contents(folder)
      const said = [
        [[database, database], `The file ${database} already exists and is not overwritten. Name another file.\n`],
        [
          [join(folder, "none"), copy],
          `The database ${join(folder, "none")} does not exist. Name an existing database.\n`
        ],
        [
          [join(folder, "diary"), copy],
          `The database ${join(folder, "diary")} is not an SQLite database. Name another file.\n`
        ],
        [
          [database, join(folder, "no", "copy")],
          `The file ${join(folder, "no", "copy")} cannot be created: its directory does not exist. Create the directory first.\n`
        ],
        [
          ["postgres://ada:secret@db/x", copy],
          "This command copies and restores SQLite files. For PostgreSQL, use pg_dump and pg_restore.\n"
        ],
        ...["-wal", "-shm", "-journal"].map(
          (suffix) =>
            [
              [database, database + suffix],
              `The file ${database}${suffix} cannot be a database: names that end in -wal, -shm or -journal belong to SQLite, which deletes them. Name another file.\n`
            ] as const
        ),
        ...[".key", ".key.new"].map(
          (suffix) =>
            [
              [database, copy + suffix],
              `The file ${copy}${suffix} cannot be a database: names that end in .key or .key.new belong to the master key. Name another file.\n`
            ] as const
        ),
        [
          [database, "mysql://ada:secret@db/x"],
          "This command copies and restores SQLite files. Name the path of a file.\n"
        ]
      ] as const
      for (const [args, stderr] of said) {
        expect(yield* tollgate(["backup", ...args])).toEqual({ code: 1, stdout: "", stderr })
      }
      expect(contents(folder)).toEqual(before)
    })
  )

  it.scopedLive("names the key file of the database, also through a link, and none if there is none", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      yield* account(database)
      const link = join(folder, "link.db")
      symlinkSync(database, link)
      const linked = yield* tollgate(["backup", link, copy])
      expect(linked.stdout).toBe(`Copied ${link} to ${copy}. Keep a copy of ${database}.key too, in another place.\n`)
      rmSync(`${database}.key`)
      const keyless = yield* tollgate(["backup", database, `${copy}2`])
      expect(keyless.stdout).toBe(
        `Copied ${database} to ${copy}2. Keep its master key too, in another place. It is not in a file next to the database.\n`
      )
    })
  )

  it.scopedLive("of a damaged database is not made", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      yield* account(database)
      const bytes = readFileSync(database)
      writeFileSync(database, bytes.fill(7, 30 * 4096, 31 * 4096))
      const { code, stderr } = yield* tollgate(["backup", database, copy])
      expect(code).toBe(1)
      expect(stderr).toMatch(/damaged[^\n]*\n$/)
      expect(readdirSync(folder).filter((name) => name.startsWith("copy"))).toEqual([])
    })
  )
})

describe("restore", () => {
  it.scopedLive("makes no database under a name of SQLite's or of a master key", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      yield* account(database)
      yield* tollgate(["backup", database, copy])
      const before = contents(folder)
      for (const name of ["other.db-wal", "other.db-SHM", "other.db.key", "other.db.key.new"]) {
        const { code, stderr } = yield* tollgate(["restore", copy, join(folder, name)])
        expect(code).toBe(1)
        expect(stderr).toContain(`The file ${join(folder, name)} cannot be a database: names that end in `)
      }
      expect(contents(folder)).toEqual(before)
    })
  )

  it.scopedLive("refuses a database that is there, or open, or whose log is left", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      yield* account(database)
      yield* tollgate(["backup", database, copy])
      const restoring = (sentence: string) =>
        Effect.gen(function* () {
          const before = contents(folder)
          const stderr = `The file ${database} ${sentence}\n`
          expect(yield* tollgate(["restore", copy, database])).toEqual({
            code: 1,
            stdout: "",
            stderr: expect.stringContaining(stderr)
          })
          expect(contents(folder)).toEqual(before)
        })
      yield* restoring("already exists and is not overwritten. Name another file.")
      const server = yield* serving(["--database", database, "--log", "none"])
      yield* restoring("already exists and is not overwritten. Name another file.")
      if (process.platform !== "win32") {
        rmSync(database)
        // The log of the server that still has the removed file open.
        yield* restoring("cannot be created: the log of an earlier database is in its place. Move that log away first.")
      }
      server.child.kill("SIGKILL")
      yield* Effect.promise(() => server.ended)
      rmSync(database, { force: true })
      yield* restoring("cannot be created: the log of an earlier database is in its place. Move that log away first.")
    })
  )

  it.scopedLive("tells whether the database opens with the key beside it", () =>
    Effect.gen(function* () {
      const { copy, folder, database: source } = yield* place
      yield* account(source)
      yield* tollgate(["backup", source, copy])
      const database = join(folder, "again.db")
      const restored = (key: string | null, said: string) =>
        Effect.gen(function* () {
          if (key !== null) writeFileSync(`${database}.key`, key, { mode: 0o600 })
          const { code, stdout } = yield* tollgate(["restore", copy, database])
          expect({ code, stdout }).toEqual({ code: 0, stdout: `Restored ${database} from ${copy}. ${said}\n` })
          expect(readdirSync(folder).filter((name) => /^again.db-/.test(name))).toEqual([])
          rmSync(database)
        })
      const key = `${database}.key`
      yield* restored(
        null,
        `It needs the master key that it was created with: put that key at ${key} or in TOLLGATE_MASTER_KEY. If it is lost, \`tollgate vault abandon\` gives up the secrets.`
      )
      yield* restored(readFileSync(`${source}.key`, "utf8"), `It opens with the master key at ${key}.`)
      yield* restored(
        `${"5".repeat(64)}\n`,
        `The master key at ${key} is not the one that it was created with: put that one there, or in TOLLGATE_MASTER_KEY. If it is lost, \`tollgate vault abandon\` gives up the secrets.`
      )
      yield* restored(
        "diary\n",
        `The master key file ${key} does not contain 64 hex digits in each line: line 1 has 5 characters. Put the right key there.`
      )
    })
  )

  it.scopedLive("refuses a copy that is truncated, unfinished, newer or not a Tollgate database", () =>
    Effect.gen(function* () {
      const { copy, database, folder } = yield* place
      const source = join(folder, "source.db")
      yield* account(source)
      const spoil = [
        [
          () => truncateSync(copy, 5 * 4096),
          /^The file \S+copy.db is a damaged or truncated copy\. Restore from another copy\. Cause: page \d+ of \d+ is missing\.$/
        ],
        [
          () => truncateSync(copy, 0),
          /^The file \S+copy.db is a damaged or truncated copy\. Restore from another copy\.$/
        ],
        [() => writeFileSync(`${copy}-wal`, "x"), /^The file \S+copy.db is open in another process, or a part of it /],
        [
          () =>
            withDatabase(copy, (other) =>
              other.exec("INSERT INTO tollgate_migrations (migration_id, name) VALUES (9999, 'x')")
            ),
          /^The database \S+copy.db was written by a newer version of Tollgate\. /
        ],
        [
          () => withDatabase(copy, (other) => other.exec("PRAGMA application_id = 1")),
          /is a database of another application\. /
        ]
      ] as const
      for (const [act, sentence] of spoil) {
        yield* tollgate(["backup", source, copy])
        act()
        const { code, stderr } = yield* tollgate(["restore", copy, database])
        expect(code).toBe(1)
        expect(stderr.split("\n").at(-2)).toMatch(sentence)
        expect(readdirSync(folder).filter((name) => name.startsWith("tollgate"))).toEqual([])
        for (const suffix of ["", "-wal"]) rmSync(copy + suffix, { force: true })
      }
    })
  )
})
