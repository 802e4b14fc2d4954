import { once } from "node:events"
import { Tollgate } from "@tollgate/node"
import { pkce } from "@tollgate/testing"
import { Effect } from "effect"
import { expect } from "vitest"
import { type Served, serving } from "./command.js"
import { Wire } from "./http.js"

const LANES = 8
const KEYS_PER_LANE = 3
const BETWEEN_EXCHANGES = 10

/** A number from 0 to below 1, the same sequence for the same seed (mulberry32). */
export const seeded = (seed: number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** What a client knows of a key: the last write that it sent, and the last that was acknowledged. */
interface Known {
  readonly hash: string
  sent: number
  acknowledged: number
}

interface Exchanged {
  readonly code: string
  readonly key: string
}

const named = (write: number) => ({ name: `Write ${write}`, limit: write })

export class Client {
  acknowledged = 0
  cutOff = 0
  exchanged: Array<Exchanged> = []
  #write = 0
  readonly #wire = new Wire({ sockets: LANES })
  readonly #managementKey: string
  readonly #lanes: ReadonlyArray<ReadonlyArray<Known>>

  private constructor(managementKey: string, hashes: ReadonlyArray<string>) {
    this.#managementKey = managementKey
    const known = hashes.map((hash): Known => ({ hash, sent: 0, acknowledged: 0 }))
    this.#lanes = Array.from({ length: LANES }, (_, lane) => known.filter((_, i) => i % LANES === lane))
  }

  /** An account with keys to write to, in a new file. */
  static async open(file: string) {
    const gate = await Tollgate.open({ file })
    const { key, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
    const account = gate.asOrganization(organization.id)
    const hashes: Array<string> = []
    for (let i = 0; i < LANES * KEYS_PER_LANE; i++) {
      hashes.push((await account.keys.create(named(0))).data.hash)
    }
    await gate.close()
    return new Client(key, hashes)
  }

  async #codes(file: string, count: number) {
    const gate = await Tollgate.open({ file })
    const account = gate.withKey(this.#managementKey)
    const codes: Array<string> = []
    const fields = { callback_url: "https://app.example/callback", code_challenge: pkce.challenge }
    for (let i = 0; i < count; i++) codes.push((await account.oauth.createCode(fields)).id)
    await gate.close()
    return codes
  }

  #patch(url: string, hash: string, body: object) {
    return this.#wire.send(`${url}/keys/${hash}`, { method: "PATCH", key: this.#managementKey, body })
  }

  #exchange(url: string, code: string) {
    const body = { code, code_verifier: pkce.verifier }
    return this.#wire.send(`${url}/auth/keys`, { method: "POST", key: this.#managementKey, body })
  }

  async #change(url: string, key: Known) {
    this.#write += 1
    const write = this.#write
    key.sent = write
    const { body, status } = await this.#patch(url, key.hash, named(write))
    expect({ status, body }).toEqual({ status: 200, body: expect.stringContaining(`"Write ${write}"`) })
    key.acknowledged = write
  }

  async #redeem(url: string, code: string) {
    const { body, status } = await this.#exchange(url, code)
    expect(status).toBe(200)
    this.exchanged.push({ code, key: JSON.parse(body).key })
  }

  /** Writes on all lanes at once; at the `fatal`th acknowledgement the server is killed, with the others in flight. */
  async burst({ child, url }: Served, file: string, writes: number, fatal: number) {
    const codes = await this.#codes(file, Math.ceil(writes / BETWEEN_EXCHANGES))
    const before = this.acknowledged
    let begun = 0
    const run = async (keys: ReadonlyArray<Known>) => {
      for (let i = 0; begun < writes; i++) {
        begun += 1
        const code = begun % BETWEEN_EXCHANGES === 0 ? codes.pop() : undefined
        const key = keys[i % keys.length]
        try {
          if (code !== undefined) await this.#redeem(url, code)
          else if (key !== undefined) await this.#change(url, key)
        } catch (cause) {
          if (!(cause instanceof Error && "code" in cause)) throw cause
          this.cutOff += 1
          return
        }
        this.acknowledged += 1
        if (this.acknowledged - before === fatal) child.kill("SIGKILL")
      }
    }
    await Promise.all(this.#lanes.map(run))
    if (child.signalCode === null && child.exitCode === null) await once(child, "exit")
    expect(child.signalCode).toBe("SIGKILL")
  }

  /** Everything acknowledged is there: the last write to each key, or one that was sent after it, and whole. */
  async verify(url: string) {
    for (const key of this.#lanes.flat()) {
      const { body, status } = await this.#patch(url, key.hash, {})
      expect(status).toBe(200)
      const { limit, name } = JSON.parse(body).data
      expect([key.acknowledged, key.sent].map(named)).toContainEqual({ limit, name })
      key.acknowledged = limit
      key.sent = limit
    }
    for (const { code, key } of this.exchanged) {
      expect((await this.#wire.send(`${url}/presets`, { key })).status).toBe(200)
      expect((await this.#exchange(url, code)).status).toBe(400)
    }
    this.exchanged = []
  }

  close() {
    this.#wire.close()
  }
}

/** Rounds of a burst of writes, a kill -9 somewhere within it, and a look at what is there after the next start. */
export const crashRounds = Effect.fnUntraced(function* (file: string, rounds: number, writes: number, seed: number) {
  const random = seeded(seed)
  const client = yield* Effect.acquireRelease(
    Effect.promise(() => Client.open(file)),
    (client) => Effect.sync(() => client.close())
  )
  const start = serving(["--database", file, "--log", "none", "--requests-per-minute", "0"])
  for (let round = 0; round < rounds; round++) {
    yield* Effect.scoped(
      Effect.gen(function* () {
        const server = yield* start
        yield* Effect.promise(() => client.verify(server.url))
        const fatal = 1 + Math.floor(random() * (writes - LANES))
        yield* Effect.promise(() => client.burst(server, file, writes, fatal))
      })
    )
  }
  const last = yield* start
  yield* Effect.promise(() => client.verify(last.url))
  return { acknowledged: client.acknowledged, cutOff: client.cutOff }
})
