import { createHash } from "node:crypto"
import { join } from "node:path"
import {
  HashTaken,
  InvalidCredential,
  InvalidInput,
  KeyRefused,
  OrganizationNotFound,
  Tollgate,
  type WebHandler
} from "@tollgate/node"
import { describe, expect, it } from "vitest"
import { bothWays, inFolder, openAccount, rejection } from "./gates.js"

const ABSENT = "3f0e3a4e-52d8-4f5b-8a55-6d3f2f1d9f10"
const PREFIX = "sk-or-v1-"
const keyOf = (secret: string) => ({ secret_hash: createHash("sha256").update(secret).digest("hex"), name: secret })

describe("keys.import", () => {
  bothWays("imports keys that are accepted by their own secrets from then on", async ({ created, gate, host }) => {
    const { id } = created.organization
    const [alice, bob] = [`${PREFIX}alice`, `${PREFIX}bob`]
    expect(await rejection(gate.authenticate(alice))).toEqual(new InvalidCredential())
    const keys = [{ ...keyOf(alice), limit: 5 }, keyOf(bob)]
    expect(await gate.keys.import(id, { prefix: PREFIX, keys, dry_run: true })).toEqual({
      imported_count: 0,
      hashes: []
    })
    expect(await rejection(gate.authenticate(alice))).toEqual(new InvalidCredential())
    const { hashes, imported_count } = await gate.keys.import(id, { prefix: PREFIX, keys })
    expect(imported_count).toBe(2)
    const { key, organization_id } = await gate.authenticate(alice)
    expect({ hash: key.hash, limit: key.limit, organization_id }).toEqual({
      hash: hashes[0],
      limit: 5,
      organization_id: id
    })
    const hold = await gate.spending.authorize({ key: alice, amount: 0.25, model: "acme/writer" })
    expect(hold.data.key_hash).toBe(hashes[0])
    const foreign = gate.spending.authorize({ key: "sk-other-alice", amount: 0.25, model: "acme/writer" })
    expect(await rejection(foreign)).toEqual(new KeyRefused({ key_state: "unknown" }))
    expect((await host.keys.list({ limit: 1 })).total_count).toBe(4)
    expect((await gate.withKey(bob).keys.current()).hash).toBe(hashes[1])
    expect(await rejection(gate.keys.import(id, { prefix: PREFIX, keys }))).toEqual(new HashTaken({ places: [0, 1] }))
    const { data } = await host.audit.list({ action: "keys.importKeys" })
    expect(data.map(({ actor_kind, changes }) => ({ actor_kind, changes }))).toEqual([
      { actor_kind: "host", changes: { prefix: PREFIX, imported_count: 2, hashes } }
    ])
  })

  bothWays("names what to correct", async ({ created, gate }) => {
    const { id } = created.organization
    const keys = [keyOf("a"), { ...keyOf("b"), secret_hash: "b" }]
    const refused = await rejection(gate.keys.import(id, { keys }))
    const expected = "the SHA-256 of the secret in 64 lowercase hexadecimal digits"
    expect(refused).toEqual(new InvalidInput({ issues: [{ path: ["keys", 1, "secret_hash"], expected }] }))
    const absent = await rejection(gate.keys.import(ABSENT, { keys: keys.slice(0, 1) }))
    expect(absent).toEqual(new OrganizationNotFound({ short_id: ABSENT.slice(0, 8) }))
  })

  it("is served by a handler only if the host allows it, and a thousand keys at once", async () => {
    const { created, gate } = await openAccount(await Tollgate.open({ memory: true }))
    const [usual, allowing] = [gate.webHandler(), gate.webHandler({ allowImport: true })]
    const headers = { Authorization: `Bearer ${created.key}`, "Content-Type": "application/json" }
    const keys = Array.from({ length: 1000 }, (_, at) => keyOf(`${PREFIX}${at}`))
    const body = JSON.stringify({ prefix: PREFIX, keys })
    const post = async (handle: WebHandler, path: string) => {
      const response = await handle(
        new Request(`http://localhost/api/v1/keys/${path}`, { method: "POST", headers, body })
      )
      return { status: response.status, allow: response.headers.get("allow"), body: await response.json() }
    }
    const unknown = await post(usual, "importing")
    expect(unknown.status).toBe(405)
    expect(await post(usual, "import")).toEqual(unknown)
    expect(await post(allowing, "importing")).toEqual(unknown)
    expect(await post(allowing, "import")).toMatchObject({ status: 201, body: { imported_count: 1000 } })
    // @ts-expect-error: it is no text.
    expect(() => gate.nodeHandler({ allowImport: "false" })).toThrow(TypeError)
    await gate.close()
  })

  it("is known to others that have the same file open", () =>
    inFolder(async (folder) => {
      const file = join(folder, "tollgate.db")
      const { created, gate } = await openAccount(await Tollgate.open({ file }))
      const other = await Tollgate.open({ file })
      const first = { prefix: PREFIX, keys: [keyOf(`${PREFIX}alice`)] }
      const { hashes } = await gate.keys.import(created.organization.id, first)
      expect((await other.authenticate(`${PREFIX}alice`)).key.hash).toBe(hashes[0])
      const second = await gate.keys.import(created.organization.id, { ...first, keys: [keyOf(`${PREFIX}bob`)] })
      expect((await other.authenticate(`${PREFIX}bob`)).key.hash).toBe(second.hashes[0])
      await Promise.all([gate.close(), other.close()])
    }))
})
