import { BASE_PATH } from "@tollgate/http"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type { Values } from "./Account.js"
import { send } from "./send.js"

/** The base address is not an HTTP URL. It is not repeated, because it may contain a password. */
export class UrlRefused extends Data.TaggedError("UrlRefused") {
  override get message(): string {
    return "The server's address must be like http://127.0.0.1:8787/api/v1: plain HTTP, without a user, a query or a fragment."
  }
}

/** The server's address does not answer. */
export class ServerAway extends Data.TaggedError("ServerAway")<{ readonly url: string; readonly problem: string }> {
  override get message(): string {
    return `No server answers at ${this.url}: ${this.problem}. Start it, or correct the address.`
  }
}

/** The server does not accept the management key of the cases. */
export class KeyUnknown extends Data.TaggedError("KeyUnknown")<{ readonly url: string }> {
  override get message(): string {
    return `The server at ${this.url} does not know MGMT_KEY: it must serve the database that the account is of.`
  }
}

/** The server answers, but its operations are not below this address. */
export class OperationsElsewhere extends Data.TaggedError("OperationsElsewhere")<{ readonly at: string }> {
  override get message(): string {
    return `The operations of this server are at ${this.at}: name that.`
  }
}

const parse = (url: string) => {
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  const isPlain = parsed?.protocol === "http:" && parsed.username + parsed.password + parsed.search + parsed.hash === ""
  return isPlain ? Effect.succeed(parsed) : new UrlRefused()
}

/** Checks that the server answers and knows the account, so that one message reports it instead of every case. */
export const reach = Effect.fnUntraced(function* (url: string, account: Values) {
  const base = yield* parse(url)
  const key = account["MGMT_KEY"]
  const headers = key === undefined ? {} : { Authorization: `Bearer ${key}` }
  const ask = (at: URL) => Effect.promise(() => send(at, { method: "GET", path: "/presets", headers }))
  const { problem, status } = yield* ask(base)
  if (status === 0) return yield* new ServerAway({ url, problem: problem ?? "no answer" })
  if (status === 401 && key !== undefined) return yield* new KeyUnknown({ url })
  if (status !== 404 || base.pathname !== "/") return
  const usual = new URL(BASE_PATH, base)
  const found = yield* ask(usual)
  if (found.status !== 0 && found.status !== 404) return yield* new OperationsElsewhere({ at: usual.href })
})
