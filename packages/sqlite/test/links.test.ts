import { chmodSync, existsSync, lstatSync, mkdirSync, readlinkSync, statSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import { APPLICATION_ID, MasterKeyFile } from "@tollgate/sqlite"
import { Effect } from "effect"
import { connect, openAndClose, temporaryFolder } from "./support/files.js"

const arrange = Effect.map(temporaryFolder, (folder) => {
  const [links, data] = [join(folder, "links"), join(folder, "data")]
  for (const each of [links, data]) mkdirSync(each)
  return { link: join(links, "tollgate.db"), links, file: join(data, "accounts.db") }
})

describe.skipIf(process.platform === "win32")("A link in the place of a database", () => {
  it.scoped("that leads to nothing yet gets its target made, whole and for its owner alone", () =>
    Effect.gen(function* () {
      const { file, link } = yield* arrange
      symlinkSync("../data/accounts.db", link)
      const umask = process.umask(0)
      yield* Effect.ensuring(
        openAndClose(link),
        Effect.sync(() => process.umask(umask))
      )
      expect(readlinkSync(link)).toBe("../data/accounts.db")
      expect(lstatSync(file).isFile()).toBe(true)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect((yield* connect(file)).value("PRAGMA application_id")).toBe(APPLICATION_ID)
      yield* openAndClose(link)
      yield* openAndClose(file)
    })
  )

  it.scoped("has the key beside its target", () =>
    Effect.gen(function* () {
      const { file, link } = yield* arrange
      symlinkSync(file, link)
      yield* MasterKeyFile.openKeyBeside(link)
      expect(existsSync(`${file}.key`)).toBe(true)
      expect(MasterKeyFile.keyFileFor(link)).toBe(`${file}.key`)
    })
  )

  it.scoped("is refused for its target's folder, whatever its own is", () =>
    Effect.gen(function* () {
      const { file, link, links } = yield* arrange
      symlinkSync(join(dirname(file), "none", "accounts.db"), link)
      const refusal = yield* Effect.flip(openAndClose(link))
      expect(refusal.reason).toBe("directory_missing")
      expect(refusal.file).toBe(link)
      chmodSync(links, 0o700)
    })
  )

  it.scoped("that leads in a circle is refused", () =>
    Effect.gen(function* () {
      const { link, links } = yield* arrange
      symlinkSync(join(links, "other.db"), link)
      symlinkSync(link, join(links, "other.db"))
      expect((yield* Effect.flip(openAndClose(link))).reason).toBe("unreadable")
    })
  )
})
