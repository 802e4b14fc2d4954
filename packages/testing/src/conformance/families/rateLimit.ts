import type { Change, Target } from "../Change.js"
import {
  badRequest,
  type Expectation,
  invalidCredential,
  is,
  missingCredential,
  notFound,
  tooMany,
  wrongKind
} from "../Expectation.js"
import type { Given } from "../Given.js"
import { bearer, UNMINTED, withoutKey } from "../Sent.js"
import type { Family, Of } from "../Subject.js"

/** Requests per minute that a limited server allows each key. */
export const LIMIT = 2

/** The answer to a request over the limit. */
export const limited: Expectation = {
  ...tooMany,
  headers: {
    "retry-after": /^[1-9][0-9]*$/,
    "x-ratelimit-limit": new RegExp(`^${LIMIT}$`),
    "x-ratelimit-remaining": /^0$/,
    "x-ratelimit-reset": /./
  }
}

/** The rate limit per key: which requests count, which do not, and what is checked before it. */
export const rateLimit: Family = ({ idle, testIdle, operation, takesBody, way }) => {
  const { ids } = way
  const refused = wrongKind(operation)

  /** A case on a limited server, where the valid request was sent as often as it may be. */
  const reached = (name: string, then: (given: Given<Target>) => Promise<unknown>) =>
    testIdle(`rate limit: ${name}`, async ({ run }) => {
      const given = await idle(await run.limited(LIMIT))
      for (let n = 0; n < LIMIT; n++) await given.ask({}, is(given.expect.status))
      await then(given)
    })
  const over = (name: string, change: Of<Target, Change>, expect = limited) =>
    reached(name, (given) => given.ask(typeof change === "function" ? change(given) : change, expect))

  /** A case on a limited server, of which a request that is refused for another reason counts, too. */
  const counts = (name: string, change: (given: Given<Target>) => Change, expect: Expectation) =>
    testIdle(`rate limit: ${name}`, async ({ run }) => {
      const given = await idle(await run.limited(LIMIT))
      const sent = given.request({ ...given.good, ...change(given) })
      await given.api.repeat(LIMIT, sent, expect)
      await given.api.send(sent, limited)
    })

  return [
    over("a request over the limit", {}),
    reached("a request over the limit changes nothing, and other operations answer", async (given) => {
      await given.api.send(given.request(), limited)
      for (const path of ["/presets", "/images/models", "/workspaces"]) {
        if (path !== operation.path) await given.api.get(path, is(200))
      }
      await given.ask({}, tooMany)
    }),
    ...(ids === undefined ? [] : [counts("an unknown id counts", ({ at }) => at(ids.unknownId), notFound)]),
    ...(way.invalid === undefined ? [] : [counts("invalid input counts", ({ invalid }) => invalid, badRequest)]),
    ...(takesBody
      ? [
          over("checked before the body is read", { body: '{"limit":' }),
          over("checked before the content type", ({ caller }) => ({
            headers: { ...caller, "Content-Type": "text/plain" }
          })),
          over("checked before the body size", { body: `{"name":"${"a".repeat(70_000)}"}` })
        ]
      : []),
    testIdle("rate limit: requests that may not call the operation do not count", async ({ run }) => {
      const given = await idle(await run.limited(LIMIT))
      const { by } = given
      for (let n = 0; n < LIMIT; n++) {
        await given.ask(by(withoutKey), missingCredential)
        if (refused !== null) await given.ask(by(given.run.plain), refused)
        await given.ask(by(bearer(UNMINTED)), invalidCredential)
      }
      await given.succeed()
    }),
    over("a missing credential is still 401", ({ by }) => by(withoutKey), missingCredential),
    ...(refused === null ? [] : [over("an ordinary key is still refused", ({ by, run }) => by(run.plain), refused)]),
    reached("each management key has its own limit", async (given) => {
      await given.ask({}, tooMany)
      const { account, at, by, run, theirs } = given
      await given.ask({ ...(ids && at(ids.theirs(account))), ...by(run.other) }, theirs)
    }),
    testIdle("rate limit: concurrent requests are counted exactly", async ({ run }) => {
      const { api, expect, good, request } = await idle(await run.limited(LIMIT))
      await api.together(6, request(good), is(expect.status), { [expect.status]: LIMIT, 429: 6 - LIMIT })
    })
  ]
}
