import { badRequest, invalidCredential, missingCredential, notFound, tooMany, wrongKind } from "../answers.js"
import type { Expectation } from "../Case.js"
import { asManager, asOther, asPlain, bearer, get, repeated, UNMINTED, withoutKey } from "../requests.js"
import type { Change, Family } from "../Subject.js"

/** Requests per minute that the setup of a limited server allows each key. */
export const LIMIT = 2
const setup = [`rate-limit:${LIMIT}`] as const

/** The answer to a request over the limit. */
export const limited: Expectation = {
  ...tooMany,
  headers: {
    "retry-after": { $matches: "^[1-9][0-9]*$" },
    "x-ratelimit-limit": { $matches: `^${LIMIT}$` },
    "x-ratelimit-remaining": { $matches: "^0$" },
    "x-ratelimit-reset": "*"
  }
}

/** The rate limit per key: which requests count, which do not, and what is checked before it. */
export const rateLimit: Family = ({ asks, at, by, good, ids, invalid, operation, request, success, takesBody }) => {
  const repeat = (change: Change, expect: Expectation, times = LIMIT) => ({
    request: { ...request({ ...good, ...change }), repeat: times },
    expect
  })
  // The other organization's answer for its own object.
  const theirsRead: Expectation =
    ids === undefined ? success.expect : JSON.parse(JSON.stringify(success.expect).replaceAll(ids.own, ids.theirs))
  const { status } = success.expect
  const after = (before = [repeat({}, { status })]) => ({ setup, before })
  const refused = wrongKind(operation)
  const keyless = { ...good, ...by(withoutKey) }
  const ordinary = { ...good, ...by(asPlain) }
  const other = { headers: { ...asManager, "Content-Type": "text/plain" } }
  const large = repeated('{"name":"', "a", 70_000, '"}')
  const strangers = [
    repeat(keyless, missingCredential),
    ...(refused === null ? [] : [repeat(ordinary, refused)]),
    repeat(by(bearer(UNMINTED)), invalidCredential)
  ]
  const others = ["/presets", "/images/models", "/workspaces"]
    .filter((other) => other !== operation.path)
    .map((path) => ({ request: get(path), expect: { status: 200 } }))
  return [
    asks("rate limit: a request over the limit", good, limited, { ...after(), basis: "spec" }),
    asks("rate limit: a request over the limit changes nothing, and other operations answer", {}, limited, {
      ...after(),
      follow: [...others, { request: request(good), expect: tooMany }]
    }),
    ...(ids === undefined
      ? []
      : [
          asks(
            "rate limit: an unknown id counts",
            { ...good, ...at(ids.unknownId) },
            limited,
            after([repeat(at(ids.unknownId), notFound)])
          )
        ]),
    ...(invalid === undefined
      ? []
      : [asks("rate limit: invalid input counts", invalid, limited, after([repeat(invalid, badRequest)]))]),
    ...(takesBody
      ? [
          asks("rate limit: checked before the body is read", { body: '{"limit":' }, limited, after()),
          asks("rate limit: checked before the content type", { ...good, ...other }, limited, after()),
          asks("rate limit: checked before the body size", large, limited, after())
        ]
      : []),
    asks("rate limit: requests that may not call the operation do not count", good, success.expect, after(strangers)),
    asks("rate limit: a missing credential is still 401", keyless, missingCredential, after()),
    ...(refused === null ? [] : [asks("rate limit: an ordinary key is still refused", ordinary, refused, after())]),
    asks(
      "rate limit: each management key has its own limit",
      { ...good, ...(ids && at(ids.theirs)), ...by(asOther) },
      theirsRead,
      {
        ...after([repeat({}, { status }), repeat({}, tooMany, 1)])
      }
    ),
    asks(
      "rate limit: concurrent requests are counted exactly",
      { ...good, concurrent: 6 },
      { status, tally: { [status]: LIMIT, "429": 6 - LIMIT } },
      { setup }
    )
  ]
}
