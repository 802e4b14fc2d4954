import { copyFileSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseRefused, MasterKeyRefused, Tollgate } from "@tollgate/node"
import { afterAll, expect, it } from "vitest"
import { runHere } from "../packages/cli/test/harness/here.js"

const directory = mkdtempSync(join(tmpdir(), "tollgate-backup-"))
afterAll(() => rmSync(directory, { recursive: true }))

const tollgate = async (...args: ReadonlyArray<string>) => {
  const { code, stderr, stdout } = await runHere(args)
  return { code, said: code === 0 ? stdout : stderr }
}
const backup = (from: string, to: string) => tollgate("backup", from, to)

const credential = { provider: "openai", key: "sk-proj-0123456789abcdefghijklmnop" } as const
const database = join(directory, "tollgate.db")
const copy = join(directory, "copy.db")

it("copies a database that is open, with what was written last; what is restored opens with the same key", async () => {
  await using gate = await Tollgate.open({ file: database })
  const { key } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
  const { id } = await gate.withKey(key).byok.create(credential)

  const said = `Copied ${database} to ${copy}. Keep a copy of ${database}.key too, in another place.\n`
  expect(await backup(database, copy)).toEqual({ code: 0, said })
  expect(readdirSync(directory).filter((name) => name.startsWith("copy"))).toEqual(["copy.db"])
  if (process.platform !== "win32") expect(statSync(copy).mode & 0o777).toBe(0o600)

  const again = join(directory, "again.db")
  expect((await tollgate("restore", copy, again)).code).toBe(0)
  copyFileSync(`${database}.key`, `${again}.key`)
  await using restored = await Tollgate.open({ file: again })
  expect(await restored.withKey(key).byok.get(id)).toEqual(await gate.withKey(key).byok.get(id))
})

it("makes copies that do not open without their key, or with another", async () => {
  const lonely = join(directory, "lonely.db")
  expect((await backup(database, lonely)).code).toBe(0)
  await expect(Tollgate.open({ file: lonely })).rejects.toBeInstanceOf(MasterKeyRefused)
  await expect(Tollgate.open({ file: lonely, masterKey: "0".repeat(64) })).rejects.toBeInstanceOf(DatabaseRefused)
})

it("writes over nothing, and leaves nothing behind where there is nothing to copy", async () => {
  expect(await backup(database, database)).toEqual({
    code: 1,
    said: `The file ${database} already exists and is not overwritten. Name another file.\n`
  })
  const nowhere = join(directory, "nowhere.db")
  const fresh = join(directory, "fresh.db")
  expect((await backup(nowhere, fresh)).code).toBe(1)
  expect(readdirSync(directory).filter((name) => /^(fresh|nowhere)/.test(name))).toEqual([])
})
