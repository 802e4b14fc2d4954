import { randomBytes, randomUUID } from "node:crypto"
import { holdIdAt } from "@tollgate/core/storage"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import type { Account } from "./Account.js"
import { json as jsonOf } from "./Answer.js"
import type { Api } from "./Api.js"
import { imageModel } from "./images/imageEndpoint.js"
import { bearer, json } from "./Sent.js"
import { Unavailable } from "./Unavailable.js"

const Anything = Schema.Struct({})
/** A new object. */
export const WithId = Schema.Struct({ data: Schema.Struct({ id: Schema.String }) })
/** A new key. */
export const Minted = Schema.Struct({ key: Schema.String, data: Schema.Struct({ hash: Schema.String }) })
const MintedFor = Schema.Struct({
  key: Schema.String,
  data: Schema.Struct({ hash: Schema.String, creator_user_id: Schema.String })
})
const WithOwner = Schema.Struct({ data: Schema.Struct({ id: Schema.String, created_by: Schema.String }) })

const Webhooks = Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.String, url: Schema.String })) })

/** A key with its secret. */
export interface MadeKey {
  readonly key: string
  readonly hash: string
}

/** A key that spends, in a workspace that has no other. */
export interface Spender extends MadeKey {
  readonly workspace: string
}

/** A hold of a key that has no other. */
export interface HoldOf extends Spender {
  readonly hold: string
}

/** A hold whose plan has a credential, with its secret. */
export interface CredentialedHold extends MadeKey {
  readonly hold: string
  readonly credential: string
  readonly secret: string
}

/** Valid both as a slug and as a user's name. */
export const freshName = () => `new-${randomUUID()}`

/** The id of a hold that does not exist. */
export const newHoldId = (): string => holdIdAt(Date.now(), randomBytes(10))

/** Makes, by requests, what cases are about or use up. A case is skipped if the server refuses. */
export class Made {
  readonly #api: Api
  readonly #account: Account
  readonly #spenders: Map<string, string>

  constructor(api: Api, account: Account, spenders: Map<string, string>) {
    this.#api = api
    this.#account = account
    this.#spenders = spenders
  }

  async #ask<A, I>(
    method: "DELETE" | "GET" | "POST" | "PUT",
    path: string,
    fields: object | undefined,
    schema: Schema.Schema<A, I>,
    key = this.#account.MGMT_KEY
  ): Promise<A> {
    const sent = { method, path, headers: { ...bearer(key), ...json } }
    const answer = await this.#api.exchange(fields === undefined ? sent : { ...sent, body: JSON.stringify(fields) })
    this.#api.unlimited([answer])
    const read = Schema.decodeUnknownEither(schema)(jsonOf(answer))
    if (answer.status >= 300 || Either.isLeft(read))
      throw new Unavailable({ reason: `cannot be made: ${method} ${path.split("/", 2)[1]} ${answer.status}` })
    return read.right
  }

  async #created(path: string, fields: object = {}): Promise<string> {
    return (await this.#ask("POST", path, { name: "Temporary", ...fields }, WithId)).data.id
  }

  #asGateway<A, I>(path: string, fields: object | undefined, schema: Schema.Schema<A, I>): Promise<A> {
    return this.#ask("POST", path, fields, schema, this.#account.GATEWAY_KEY)
  }

  async key(fields: object = {}): Promise<MadeKey> {
    const { data, key } = await this.#ask("POST", "/keys", { name: "Temporary", ...fields }, Minted)
    return { key: this.#api.keep(key, "a made key"), hash: data.hash }
  }

  /** A key that spends up to a limit. Other keys may have budgets that other cases have set. */
  async spender(limit: number | null = null): Promise<Spender> {
    const workspace = await this.workspace()
    const fields = { name: "Temporary", limit, workspace_id: workspace }
    const { data, key } = await this.#ask("POST", "/keys", fields, MintedFor)
    const users = { user_ids: [data.creator_user_id] }
    await this.#ask("POST", `/workspaces/${workspace}/members/add`, users, Anything)
    return { key: this.#api.keep(key, "a made key"), hash: data.hash, workspace }
  }

  /** A user of the organization. */
  async member(): Promise<string> {
    const user_id = freshName()
    await this.#ask("POST", "/organization/members", { user_id, role: "member" }, Anything)
    return user_id
  }

  async leaves(user: string): Promise<void> {
    await this.#ask("DELETE", `/organization/members/${user}`, undefined, Anything)
  }

  guardrail(fields: object = {}): Promise<string> {
    return this.#created("/guardrails", fields)
  }

  async deletedGuardrail(): Promise<string> {
    const id = await this.guardrail()
    await this.#ask("DELETE", `/guardrails/${id}`, undefined, Anything)
    return id
  }

  /** A guardrail with a key. */
  async guardrailOfKey(fields: object = {}): Promise<{ readonly guardrail: string; readonly hash: string }> {
    const { hash } = await this.key()
    const guardrail = await this.guardrail(fields)
    await this.#ask("POST", `/guardrails/${guardrail}/assignments/keys`, { key_hashes: [hash] }, Anything)
    return { guardrail, hash }
  }

  /** A guardrail with a user. */
  async guardrailOfMember(fields: object = {}): Promise<{ readonly guardrail: string; readonly user: string }> {
    const [guardrail, user] = [await this.guardrail(fields), await this.member()]
    await this.#ask("POST", `/guardrails/${guardrail}/assignments/members`, { member_user_ids: [user] }, Anything)
    return { guardrail, user }
  }

  workspace(): Promise<string> {
    return this.#created("/workspaces", { slug: freshName() })
  }

  /** The organization's default workspace, and the owner of the organization. */
  async defaultWorkspace(): Promise<{ readonly id: string; readonly owner: string }> {
    const { data } = await this.#ask("GET", "/workspaces/default", undefined, WithOwner)
    return { id: data.id, owner: data.created_by }
  }

  /** A workspace with a user. */
  async workspaceOfMember(): Promise<{ readonly workspace: string; readonly user: string }> {
    const [workspace, user] = [await this.workspace(), await this.member()]
    await this.#ask("POST", `/workspaces/${workspace}/members/add`, { user_ids: [user] }, Anything)
    return { workspace, user }
  }

  /** A workspace with a budget of 100 USD a month. */
  async workspaceOfBudget(): Promise<string> {
    const id = await this.workspace()
    await this.#ask("PUT", `/workspaces/${id}/budgets/monthly`, { limit_usd: 100 }, Anything)
    return id
  }

  /** A boost of 3 USD of a key with a limit for each day, by default of a new one. */
  async boost(of?: string): Promise<string> {
    const id = of ?? (await this.key({ limit: 5, limit_reset: "daily" })).hash
    const boost = { scope: "key", id, window: "daily", usd: 3, reason: "A test" }
    return (await this.#ask("POST", "/budgets/boosts", boost, WithId)).data.id
  }

  /** A request of a key with a limit for 3 USD more. */
  async moreAsked(key: string): Promise<string> {
    return (await this.#ask("POST", "/key/requests", { usd: 3, reason: "A test" }, WithId, key)).data.id
  }

  async preset(fields: object = {}): Promise<string> {
    const slug = freshName()
    await this.#created("/presets", { slug, ...fields })
    return slug
  }

  /** A credential of OpenAI. */
  credential(): Promise<string> {
    return this.#created("/byok", { provider: "openai", key: "temporary" })
  }

  async webhook(fields: object = {}): Promise<string> {
    const named = { name: "Temporary", url: "https://hooks.example/temporary", ...fields }
    return (await this.#ask("POST", "/webhooks", named, WithId)).data.id
  }

  /** Deletes webhooks with this URL if there is room for few more, as far as the server lets it. */
  async roomForWebhooks(url: string): Promise<void> {
    try {
      const { data } = await this.#ask("GET", "/webhooks?limit=100", undefined, Webhooks)
      const own = data.length < 10 ? [] : data.filter((webhook) => webhook.url === url)
      for (const { id } of own) await this.#ask("DELETE", `/webhooks/${id}`, undefined, Anything)
    } catch (refusal) {
      if (!(refusal instanceof Unavailable)) throw refusal
    }
  }

  /** A catalogue of one image model with one endpoint. */
  async imageModel(): Promise<void> {
    await this.#ask("PUT", "/images/models", { models: [imageModel] }, Anything)
  }

  /** A code of OAuth. */
  async code(fields: object = {}): Promise<string> {
    const url = { callback_url: "https://app.example/callback" }
    const { data } = await this.#ask("POST", "/auth/keys/code", { ...url, ...fields }, WithId)
    return this.#api.keep(data.id, "a made code")
  }

  /** A code with the challenge of the account's verifier. */
  codeS256(): Promise<string> {
    return this.code({ code_challenge: this.#account.CHALLENGE_S256, limit: 5 })
  }

  async usedCode(): Promise<string> {
    const code = await this.codeS256()
    await this.#ask("POST", "/auth/keys", { code, code_verifier: this.#account.VERIFIER_S256 }, Anything)
    return code
  }

  /** An open hold of a key. */
  async #open(key: string, credential = "own"): Promise<string> {
    const fields = { key, credential, amount: 0.25, models: ["acme/writer"], lease_seconds: 86_400 }
    return (await this.#asGateway("/holds", fields, WithId)).data.id
  }

  /** An open hold of the key that all such holds share, which spends without a limit. */
  async hold(): Promise<string> {
    const account = `${this.#api.url.href} ${this.#account.MGMT_KEY}`
    const key = this.#spenders.get(account) ?? (await this.spender()).key
    this.#spenders.set(account, key)
    return this.#open(key)
  }

  async holdAlone(): Promise<HoldOf> {
    const spender = await this.spender(5)
    return { ...spender, hold: await this.#open(spender.key) }
  }

  async settledHold(): Promise<string> {
    const hold = await this.hold()
    await this.#asGateway(`/holds/${hold}/settle`, { cost: 0.125, credential_id: null }, Anything)
    return hold
  }

  async unknownHold(): Promise<string> {
    const hold = await this.hold()
    await this.#asGateway(`/holds/${hold}/unknown`, undefined, Anything)
    return hold
  }

  async releasedHold(): Promise<string> {
    const hold = await this.hold()
    await this.#asGateway(`/holds/${hold}/release`, undefined, Anything)
    return hold
  }

  /**
   * An open hold whose plan has a credential. A server that does not serve secrets cannot have this state, so its operation for
   * them is not checked there. Its secret is one that an answer may contain.
   */
  async credentialedHold(): Promise<CredentialedHold> {
    const { hash, key, workspace } = await this.spender(5)
    const secret = `sk-${randomUUID()}`
    const credential = await this.#created("/byok", { provider: "openai", key: secret, workspace_id: workspace })
    const hold = await this.#open(key, "any")
    await this.#asGateway(`/holds/${hold}/credentials/${credential}`, undefined, Anything)
    return { hold, key, hash, credential, secret }
  }

  /** A run, with a name that no other has. Returns its path, which is also its segment in a URL. */
  async run(terms: object = {}): Promise<string> {
    const path = freshName()
    await this.#ask("PUT", `/runs/${path}`, terms, Anything)
    return path
  }

  /** A run of this name below another one, as its segment in a URL. */
  async runBelow(outer: string, name: string, terms: object = {}): Promise<string> {
    const path = `${outer}%2F${name}`
    await this.#ask("PUT", `/runs/${path}`, terms, Anything)
    return path
  }

  /** Leaves less than a quarter of a dollar of room in the counters of the organization: half of an amount follows where it does not fit. */
  async fullCounters(): Promise<void> {
    const { hash } = await this.spender()
    for (let cost = 1e9; cost > 0.1; ) {
      const usage = { id: newHoldId(), key_hash: hash, cost }
      const fits = await this.#asGateway("/usage", usage, Anything).then(
        () => true,
        (refusal: unknown) => {
          if (refusal instanceof Unavailable) return false
          throw refusal
        }
      )
      if (!fits) cost /= 2
    }
  }
}
