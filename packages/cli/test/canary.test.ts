import { randomBytes, randomUUID } from "node:crypto"
import { join } from "node:path"
import { describe, expect, it } from "@effect/vitest"
import * as Core from "@tollgate/core"
import { operations } from "@tollgate/http"
import {
  aByokCredential,
  aKey,
  anAuthorizationCode,
  aTargetOf,
  aWebhook,
  openHoldOfAny,
  pkce,
  TestAccount
} from "@tollgate/testing"
import { type Context, Effect, Layer, Redacted } from "effect"
import { isNightly } from "../../../test/runs.js"
import { failingStores, storesThat } from "../src/conformance/failingStores.js"
import { withDatabase } from "./harness/database.js"
import { Wire } from "./harness/http.js"
import { type Keys, type Mischief, mischief, rawMischief, sendRaw, type Targets } from "./harness/mischief.js"
import { Observed } from "./harness/observed.js"
import { serverOver } from "./harness/server.js"
import { inFile, masterKey, temporaryFolder } from "./harness/stores.js"

const text = (size = 33) => randomBytes(size).toString("base64url")

/** An account whose every secret is known to the test. */
const openAccount = Effect.gen(function* () {
  const account = yield* TestAccount.make()
  const other = yield* TestAccount.make()
  const secret = `sk-proj-${text()}`
  return yield* Effect.gen(function* () {
    const code = Effect.map(
      Core.createAuthorizationCode(anAuthorizationCode({ code_challenge: pkce.challenge })),
      ({ id }) => Redacted.value(id)
    )
    yield* Core.createByokCredential(aByokCredential({ key: secret }))
    const held = `sk-held-${text()}`
    const credential = yield* Core.createByokCredential(aByokCredential({ key: held }))
    const hold = yield* openHoldOfAny
    const { key } = yield* Core.createKey(aKey())
    const { key: gatewayKey } = yield* Core.createGatewayKey({ organization_id: null })
    const webhook = yield* Core.createWebhook(aWebhook({ url: `https://hooks.example/${text()}` }))
    const redeemable = yield* code
    const unused = yield* code
    const named = operations.filter(({ path }) => path.includes("{"))
    const targets = yield* Effect.forEach(named, (operation) =>
      Effect.map(aTargetOf(operation), (target) => [operation.id, target] as const)
    )
    return {
      targets: Object.fromEntries(targets),
      managementKey: Redacted.value(account.managementKey),
      ordinaryHash: account.ordinaryHash,
      openable: { path: `/holds/${hold.id}/credentials/${credential.id}`, secret: held },
      redeemable,
      webhookPath: new URL(webhook.data.url).pathname.slice(1),
      secrets: {
        "a management key": Redacted.value(account.managementKey),
        "an ordinary key": Redacted.value(key),
        "a gateway key": Redacted.value(gatewayKey),
        "another organization's key": Redacted.value(other.managementKey),
        "a provider's secret": secret,
        "a secret that was opened": held,
        "a webhook's secret": Redacted.value(webhook.secret),
        "a used code": redeemable,
        "a code": unused
      }
    }
  }).pipe(Effect.provide(account.asManager))
})

/** Stores with a mistake in them, which no program foresees. */
const brokenStores = storesThat(Effect.die(new TypeError("undefined is not a function")))

/** Which of the requests about a secret are sent: all at night; by day each request with one of the secrets in turn. */
interface Share {
  readonly nth: number
  readonly of: number
}

/** By day, what is sent once two tables are lost: requests that read them. All others have been sent before. */
const readingLost = ({ path }: Mischief) => /^\/(byok|guardrails|holds)/.test(path)

/** By day, what is sent to the servers whose stores fail: what most often comes as far as a store. */
const reachingStores = ({ isOfField }: Mischief) => isOfField !== true

interface Sending {
  readonly wire: Wire
  readonly observed: Observed
  readonly keys: Keys
  readonly targets: Targets
}

const send = (
  { keys, observed, targets, wire }: Sending,
  url: string,
  secret: string,
  { nth, of }: Share,
  isWanted: (one: Mischief) => boolean = () => true
) =>
  Effect.promise(async () => {
    const statuses = new Set<number>()
    const all = mischief(secret, keys, targets).filter((one) => isNightly || isWanted(one))
    for (const { isOfField: _, path, ...sent } of isNightly ? all : all.filter((_, i) => i % of === nth % of)) {
      const { body, headers, status } = await wire.send(url + path, sent)
      observed.answers.push(`${status} ${JSON.stringify(headers)} ${body}`)
      statuses.add(status)
    }
    return statuses
  })

describe("with every log line, span, answer and byte of the files looked at", () => {
  it.scopedLive("no secret is anywhere, whatever was done with it", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const file = join(folder, "tollgate.db")
      const observed = new Observed(folder)
      const wire = yield* Effect.acquireRelease(
        // Sockets of their own: an idle one that the server closes would look like a refusal.
        Effect.sync(() => new Wire({ keepAlive: false })),
        (wire) => Effect.sync(() => wire.close())
      )
      const stores = yield* Effect.provide(Layer.build(inFile(file)), observed.layer)
      const { managementKey, openable, ordinaryHash, redeemable, secrets, targets, webhookPath } =
        yield* openAccount.pipe(Effect.provide(stores), Effect.provide(observed.layer))
      const over = (layer: typeof brokenStores) => Layer.build(Layer.provideMerge(layer, Layer.succeedContext(stores)))
      const serve = (services: Context.Context<Core.Services>) => serverOver(services, observed.layer)
      const url = yield* serve(stores)
      const urls = [url, yield* serve(yield* over(failingStores)), yield* serve(yield* over(brokenStores))]

      // An answer that shows a key is not searched.
      const body = { code: redeemable, code_verifier: pkce.verifier }
      const bought = yield* Effect.promise(() =>
        wire.send(`${url}/auth/keys`, { method: "POST", key: managementKey, body })
      )
      expect(bought.status).toBe(200)
      // Nor is that of the operation for secrets.
      const opened = yield* Effect.promise(() =>
        wire.send(url + openable.path, { method: "POST", key: secrets["a gateway key"] })
      )
      expect({ status: opened.status, body: JSON.parse(opened.body) }).toEqual({
        status: 200,
        body: { data: { key: openable.secret } }
      })
      const all: Record<string, string> = {
        ...secrets,
        "a bought key": JSON.parse(bought.body).key,
        "a verifier": pkce.verifier,
        "the master key": Buffer.from(masterKey).toString("latin1"),
        "the master key in hex": Buffer.from(masterKey).toString("hex"),
        "the master key in base64": Buffer.from(masterKey).toString("base64"),
        "another service's token": text(),
        "another service's token in hex, as a hash is": randomBytes(32).toString("hex"),
        "another service's token as a UUID": randomUUID()
      }

      const statuses = new Set<number>()
      const printable = Object.values(all).filter((secret) => /^[\x21-\x7e]+$/.test(secret))
      const keys = { management: managementKey, gateway: secrets["a gateway key"] }
      const sending = { wire, observed, keys, targets }
      for (const [index, secret] of printable.entries()) {
        for (const [shift, at] of urls.entries()) {
          // By day each request goes to one of the two servers that fail.
          const { length } = printable
          const share = shift === 0 ? { nth: index, of: length } : { nth: index + shift * length, of: 2 * length }
          const wanted = shift === 0 ? undefined : reachingStores
          for (const status of yield* send(sending, at, secret, share, wanted)) statuses.add(status)
        }
        for (const bytes of rawMischief(secret)) {
          observed.answers.push(yield* Effect.promise(() => sendRaw(url, bytes)))
        }
      }
      // Real failures of real storage, last.
      withDatabase(file, (database) => database.exec("DROP TABLE guardrail_members; DROP TABLE byok_credentials"))
      for (const [nth, secret] of printable.entries()) {
        yield* send(sending, url, secret, { nth, of: printable.length }, readingLost)
      }
      // By day, chance decides whether an amount that no counter has room for is among them, which is a 402.
      const reached = [200, 201, 400, 401, 403, 404, 405, 415, 500]
      expect(reached.filter((status) => !statuses.has(status))).toEqual([])

      expect(observed.where(all)).toEqual([])
      // The path of a webhook's URL may be a secret, too. Answers to management keys show it.
      expect(observed.where({ webhookPath }).filter((place) => /logs|spans/.test(place))).toEqual([])

      // The search finds what is there, in every place and however it is written.
      const planted = text()
      yield* Effect.logTrace(Buffer.from(planted).toString("hex")).pipe(
        Effect.withSpan("planted", { attributes: { planted: Buffer.from(planted).toString("base64") } }),
        Effect.provide(observed.layer)
      )
      const renamed = yield* Effect.promise(() =>
        wire.send(`${url}/keys/${ordinaryHash}`, { method: "PATCH", key: managementKey, body: { name: planted } })
      )
      observed.answers.push(renamed.body)
      expect(observed.where({ planted })).toEqual([
        "planted in the logs",
        "planted in the spans",
        "planted in the answers",
        "planted in the files"
      ])
      expect(observed.spans.some((heard) => heard.startsWith("span oauth.exchangeCode"))).toBe(true)
    })
  )
})
