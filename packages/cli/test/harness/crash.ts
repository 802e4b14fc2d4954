import { type OpenOptions, Tollgate } from "@tollgate/node"
import { pkce } from "@tollgate/testing"
import { expect } from "vitest"
import { type Received, Wire } from "./http.js"

export const LANES = 8
const KEYS_PER_LANE = 3
const BETWEEN_EXCHANGES = 10

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

/** A write that was not acknowledged: by which server, and its reason, or the code of the error that broke the connection. */
export interface CutOff {
  readonly server: number
  readonly reason: string
}

/** A burst of writes at servers over one storage: at the `fatal`th acknowledgement `kill` is called, with the others in flight. */
export interface Burst {
  readonly urls: ReadonlyArray<string>
  readonly writes: number
  readonly fatal: number
  readonly kill: () => void
}

const named = (write: number) => ({ name: `Write ${write}`, limit: write })

/** The code of the error that broke a connection. Other errors are raised again. */
const brokenBy = (cause: unknown): string => {
  if (cause instanceof Error && "code" in cause) return String(cause.code)
  throw cause
}

/** Why a server that lost its storage has not done what it was asked for; undefined if it has. */
const refusalIn = ({ body, status }: Received): string | undefined =>
  status === 500 ? JSON.parse(body).error.metadata.reason : undefined

export class Client {
  acknowledged = 0
  exchanged: Array<Exchanged> = []
  #write = 0
  #wire = new Wire({ sockets: LANES })
  readonly #managementKey: string
  readonly #lanes: ReadonlyArray<ReadonlyArray<Known>>

  private constructor(managementKey: string, hashes: ReadonlyArray<string>) {
    this.#managementKey = managementKey
    const known = hashes.map((hash): Known => ({ hash, sent: 0, acknowledged: 0 }))
    this.#lanes = Array.from({ length: LANES }, (_, lane) => known.filter((_, i) => i % LANES === lane))
  }

  /** An account with keys to write to, in an empty storage. */
  static async open(storage: OpenOptions) {
    const gate = await Tollgate.open(storage)
    const { key, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "owner" })
    const account = gate.asOrganization(organization.id)
    const hashes: Array<string> = []
    for (let i = 0; i < LANES * KEYS_PER_LANE; i++) {
      hashes.push((await account.keys.create(named(0))).data.hash)
    }
    await gate.close()
    return new Client(key, hashes)
  }

  /** A socket that was kept for long may be closed by its server in the moment in which it is used. */
  #reconnect() {
    this.close()
    this.#wire = new Wire({ sockets: LANES })
  }

  async #codes(url: string, count: number) {
    const account = Tollgate.connect({ url }).withKey(this.#managementKey)
    const codes: Array<string> = []
    const fields = { callback_url: "https://app.example/callback", code_challenge: pkce.challenge }
    for (let i = 0; i < count; i++) codes.push((await account.oauth.createCode(fields)).id)
    return codes
  }

  #patch(url: string, hash: string, body: object) {
    return this.#wire.send(`${url}/keys/${hash}`, { method: "PATCH", key: this.#managementKey, body })
  }

  #exchange(url: string, code: string) {
    const body = { code, code_verifier: pkce.verifier }
    return this.#wire.send(`${url}/auth/keys`, { method: "POST", key: this.#managementKey, body })
  }

  /** The reason why a change of a key was not done; undefined if it was. */
  async #change(url: string, key: Known) {
    this.#write += 1
    const write = this.#write
    key.sent = write
    const received = await this.#patch(url, key.hash, named(write))
    const reason = refusalIn(received)
    if (reason === undefined) {
      expect(received).toMatchObject({ status: 200, body: expect.stringContaining(`"Write ${write}"`) })
      key.acknowledged = write
    }
    // What is refused for this reason is certainly not stored.
    if (reason === "storage_unavailable") key.sent = key.acknowledged
    return reason
  }

  /** The same for the exchange of a code. */
  async #redeem(url: string, code: string) {
    const received = await this.#exchange(url, code)
    const reason = refusalIn(received)
    if (reason === undefined) {
      expect(received.status).toBe(200)
      this.exchanged.push({ code, key: JSON.parse(received.body).key })
    }
    return reason
  }

  /** Writes on all lanes at once, the servers in turn. A lane ends with its first write that is not acknowledged. */
  async burst({ fatal, kill, urls, writes }: Burst): Promise<ReadonlyArray<CutOff>> {
    this.#reconnect()
    const codes = await this.#codes(urls[0] ?? "", Math.ceil(writes / BETWEEN_EXCHANGES))
    const before = this.acknowledged
    const cutOff: Array<CutOff> = []
    let begun = 0
    const run = async (keys: ReadonlyArray<Known>, lane: number) => {
      const server = lane % urls.length
      const url = urls[server] ?? ""
      for (let i = 0; begun < writes; i++) {
        begun += 1
        const code = begun % BETWEEN_EXCHANGES === 0 ? codes.pop() : undefined
        const key = keys[i % keys.length]
        if (key === undefined) return
        const write = code === undefined ? this.#change(url, key) : this.#redeem(url, code)
        const reason = await write.catch(brokenBy)
        if (reason !== undefined) {
          cutOff.push({ server, reason })
          return
        }
        this.acknowledged += 1
        if (this.acknowledged - before === fatal) kill()
      }
    }
    await Promise.all(this.#lanes.map(run))
    return cutOff
  }

  /** Everything acknowledged is there: the last write to each key, or one that was sent after it, and whole. */
  async verify(url: string) {
    this.#reconnect()
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
