import { badRequest, invalidCredential, missingCredential, notFound, tooMany, wrongKind } from "../answers.js"
import type { Expectation } from "../Case.js"
import { asManager, asNobody, asOther, asPlain, bearer, get, repeated, UNMINTED } from "../requests.js"
import type { Change, Family } from "../Subject.js"
import type { Ids } from "./ids.js"

/** Requests per minute that the setup of a limited server allows each key. */
export const LIMIT = 2
const setup = [`rate-limit:${LIMIT}`]

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

interface Limited {
  /** The ids in the path, if the path has one. */
  readonly ids?: Pick<Ids, "own" | "theirs" | "nobodys">
  /** The other organization's answer for its own object. */
  readonly theirsRead: Expectation
}

/** The rate limit of each key: which requests count, which do not, and what is checked before it. */
export const rateLimit =
  ({ ids, theirsRead }: Limited): Family =>
  ({ asks, by, good, invalid, operation, path, request, success, takesBody }) => {
    const at = (id: string) => ({ ...good, path: path.replace(ids?.own ?? "", id) })
    const repeat = (change: Change, expect: Expectation, times = LIMIT) => ({
      request: { ...request({ ...good, ...change }), repeat: times },
      expect
    })
    const { status } = success.expect
    const after = (before = [repeat({}, { status })]) => ({ setup, before })
    const refused = wrongKind(operation)
    const nobody = { ...good, ...by(asNobody) }
    const ordinary = { ...good, ...by(asPlain) }
    const other = { headers: { ...asManager, "Content-Type": "text/plain" } }
    const large = repeated('{"name":"', "a", 70_000, '"}')
    const strangers = [
      repeat(nobody, missingCredential, 5),
      ...(refused === null ? [] : [repeat(ordinary, refused, 5)]),
      repeat(by(bearer(UNMINTED)), invalidCredential, 5)
    ]
    const others = ["/presets", "/images/models", "/workspaces"]
      .filter((other) => other !== operation.path)
      .map((path) => ({ request: get(path), expect: { status: 200 } }))
    return [
      asks("rate limit: one too many", good, limited, { ...after(), basis: "spec" }),
      asks("rate limit: one too many changes nothing, and reading goes on", {}, limited, {
        ...after(),
        follow: [...others, { request: request(good), expect: tooMany }]
      }),
      ...(ids === undefined
        ? []
        : [
            asks(
              "rate limit: an unknown id counts",
              at(ids.nobodys),
              limited,
              after([repeat(at(ids.nobodys), notFound)])
            )
          ]),
      ...(invalid === undefined
        ? []
        : [asks("rate limit: invalid input counts", invalid, limited, after([repeat(invalid, badRequest)]))]),
      ...(takesBody
        ? [
            asks("rate limit: it comes before the body is read", { body: '{"limit":' }, limited, after()),
            asks("rate limit: it comes before the content type", { ...good, ...other }, limited, after()),
            asks("rate limit: it comes before the size", large, limited, after())
          ]
        : []),
      asks("rate limit: who may not call is not counted", good, success.expect, after(strangers)),
      asks("rate limit: a missing credential is 401 all the same", nobody, missingCredential, after()),
      ...(refused === null
        ? []
        : [asks("rate limit: an ordinary key is refused all the same", ordinary, refused, after())]),
      asks(
        "rate limit: each management key has its own",
        { ...(ids === undefined ? good : at(ids.theirs)), ...by(asOther) },
        theirsRead,
        {
          ...after([repeat({}, { status }), repeat({}, tooMany, 1)])
        }
      ),
      asks(
        "rate limit: requests at once are counted exactly",
        { ...good, concurrent: 6 },
        { status, tally: { [status]: LIMIT, "429": 6 - LIMIT } },
        { setup }
      )
    ]
  }
