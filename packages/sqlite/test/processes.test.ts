import { execFile } from "node:child_process"
import { chmodSync, chownSync, mkdirSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { describe, expect, it } from "@effect/vitest"
import { OrganizationId } from "@tollgate/core"
import { OrganizationStore } from "@tollgate/core/storage"
import { Effect, Option } from "effect"
import { brief } from "../../../test/brief.js"
import { bundled } from "../../../test/bundled.js"
import { runs } from "../../../test/runs.js"
import { inFile, openAndClose, temporaryFile, temporaryFolder } from "./support/files.js"
import { picture } from "./support/folder.js"

const script = await bundled(fileURLToPath(new URL("support/createOrganization.mjs", import.meta.url)))
const nobody = 65_534

/** What a process of its own says that opens the file: the id of the organization it made there, or why it could not. */
const inProcess = (file: string, name: string, ...user: ReadonlyArray<string>) =>
  Effect.async<string, Error>((resume) => {
    const child = execFile(process.execPath, [...brief, script, file, name, ...user], (error, stdout) =>
      resume(error === null ? Effect.succeed(stdout) : Effect.fail(error))
    )
    return Effect.sync(() => child.kill())
  })

describe("Several processes", () => {
  it.scopedLive("that open a new file at the same moment all come up, and none loses what it wrote", () =>
    Effect.gen(function* () {
      const file = yield* temporaryFile
      const names = ["First", "Second", "Third", "Fourth"].slice(0, runs(2, 4))
      const ids = yield* Effect.forEach(names, (name) => inProcess(file, name), { concurrency: "unbounded" })
      const found = yield* Effect.flatMap(OrganizationStore, (organizations) =>
        Effect.forEach(ids, (id) => organizations.find(OrganizationId.make(id)))
      ).pipe(Effect.provide(inFile(file)))
      expect(found.map(Option.map(({ name }) => name))).toEqual(names.map(Option.some))
      expect(picture(dirname(file)).map(({ name }) => name)).toEqual(["tollgate.db"])
    })
  )
})

// Root may write everything, so as root the refused process becomes the user `nobody`.
const isRoot = process.getuid?.() === 0

describe.skipIf(process.platform === "win32")("Without the right to write", () => {
  const refused = (file: string, folderMode: number) =>
    Effect.gen(function* () {
      const folder = dirname(file)
      chmodSync(folder, folderMode)
      const before = picture(folder)
      expect(yield* inProcess(file, "Refused", ...(isRoot ? [String(nobody)] : []))).toBe("not_writable")
      expect(picture(folder)).toEqual(before)
    })

  const ownFolder = Effect.map(temporaryFolder, (folder) => {
    chmodSync(folder, 0o755)
    const own = join(folder, "own")
    mkdirSync(own)
    if (isRoot) chownSync(own, nobody, nobody)
    return own
  })

  it.scopedLive("to the file, it is not opened and nothing changes", () =>
    Effect.gen(function* () {
      const file = join(yield* ownFolder, "tollgate.db")
      yield* openAndClose(file)
      chmodSync(file, 0o444)
      yield* refused(file, 0o755)
    })
  )

  it.scopedLive("to its folder, it is not opened and nothing changes", () =>
    Effect.gen(function* () {
      const file = join(yield* ownFolder, "tollgate.db")
      yield* openAndClose(file)
      if (isRoot) chownSync(file, nobody, nobody)
      yield* refused(file, 0o555)
    })
  )

  it.scopedLive("to the folder, none is created", () =>
    Effect.flatMap(ownFolder, (folder) => refused(join(folder, "tollgate.db"), 0o555))
  )
})
