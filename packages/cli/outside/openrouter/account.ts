import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { servingHere } from "../../test/harness/here.js"
import { temporaryFolder } from "../../test/harness/stores.js"

/** A server of its own on a new SQLite file, and the keys that it has printed. */
export interface Account {
  /** The address that the client is given. */
  readonly url: string
  readonly management: string
  readonly gateway: string
  /** Asks the server without the client, and returns the body of the answer. */
  readonly ask: (method: string, path: string, body?: object, key?: string) => Promise<Asked>
}

/** An answer, whose body is JSON. */
export interface Asked {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests compare what it is.
  readonly body: any
}

/** The user beside the owner. */
export const MEMBER = "grace"
export const PRESET = "support"
export const IMAGE_MODEL = "acme/painter"

/** A version-7 UUID of this moment. */
const uuid7 = (): string => {
  const hex = Date.now().toString(16).padStart(12, "0") + randomBytes(10).toString("hex")
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** Records a request of a key, as a gateway does. */
export const spend = ({ ask, gateway }: Account, key_hash: string, request: object) =>
  ask("POST", "/usage", { id: uuid7(), key_hash, ...request }, gateway)

const keyIn = (text: string, prefix: string): string => {
  const [key] = new RegExp(`${prefix}_[0-9A-Za-z]{49}`).exec(text) ?? []
  if (key === undefined) throw new Error(`The server has printed no key that begins with ${prefix}.`)
  return key
}

/** What the client has no method for, and the contract has: a second user, a preset and the catalogue of image models. */
const prepare = async ({ ask }: Account) => {
  await ask("POST", "/organization/members", { user_id: MEMBER })
  await ask("POST", "/presets", { slug: PRESET, name: "Support", config: { temperature: 0.2 } })
  await ask("PUT", "/images/models", {
    models: [
      {
        id: IMAGE_MODEL,
        name: "Painter",
        description: "Paints from a prompt",
        created: 1_772_625_600,
        architecture: { input_modalities: ["text"], output_modalities: ["image"] },
        supported_parameters: {
          quality: { type: "enum", values: ["low", "high"] },
          steps: { type: "range", min: 1, max: 9 }
        },
        supports_streaming: false,
        endpoints: [
          {
            provider_name: "Acme",
            provider_slug: "acme",
            supported_parameters: { transparent: { type: "boolean" } },
            supports_streaming: true,
            pricing: [{ billable: "output_image", unit: "image", cost_usd: 0.04 }]
          }
        ]
      }
    ]
  })
}

/** Starts `tollgate serve` with some flags, and opens its account. */
export const openAccount = (flags: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const cwd = yield* temporaryFolder
    const { url, written } = yield* servingHere(["--log", "none", "--requests-per-minute", "0", ...flags], { cwd })
    const management = keyIn(written.stdout, "tg_mk")
    const ask: Account["ask"] = async (method, path, body, key = management) => {
      const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" }
      const answer = await fetch(url + path, {
        method,
        headers,
        body: body === undefined ? null : JSON.stringify(body)
      })
      return { status: answer.status, body: await answer.json() }
    }
    const account: Account = { url, management, gateway: keyIn(written.stdout, "tg_gk"), ask }
    yield* Effect.promise(() => prepare(account))
    return account
  })
