import { badRequest, notFound, tooLarge, unsupported, wrongKind } from "../answers.js"
import type { Expectation, Step } from "../Case.js"
import { asPlain, repeated } from "../requests.js"
import type { Family } from "../Subject.js"
import type { State } from "../states.js"
import { ORDINARY } from "./credentials.js"

export interface Ids {
  /** The id in the path. */
  readonly own: string
  /** The same kind of id, of the other organization. */
  readonly theirs: string
  /** A well-formed id that does not exist. */
  readonly unknownId: string
  /** An id of something deleted, and the state that provides it. */
  readonly deleted?: { readonly id: string; readonly setup: State }
  /** The other organization's request afterwards, which shows that its own object is unchanged. */
  readonly untouched?: Step
  /** The answer to a malformed id. @default the answer to an unknown one */
  readonly malformed?: Expectation
  /** More malformed segments, separated by spaces; `$` is the id. */
  readonly more?: ReadonlyArray<string>
}

export const UNKNOWN = "unknown id"
export const UNKNOWN_INVALID = "unknown id with invalid input"

/** An id of another organization answers like one that does not exist. */
const owners =
  ({ deleted, unknownId, own, theirs, untouched }: Ids): Family =>
  ({ by, named, operation, path, refuses, spares, stranger }) => {
    const at = (id: string) => ({ path: path.replace(own, id) })
    // A gateway key has no user.
    const isOfGateways = operation.access === "gateway, else 403"
    const unknown = {
      ...notFound,
      json: { user_id: isOfGateways ? undefined : { $type: "string" } },
      absent: [unknownId]
    }
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const derived = { basis: "derived" } as const
    const gone = deleted && refuses("deleted id", at(deleted.id), likeUnknown, { ...derived, setup: [deleted.setup] })
    const head = refuses("HEAD of an unknown id", { ...at(unknownId), method: "HEAD" }, { status: 404 })
    return [
      refuses(UNKNOWN, at(unknownId), unknown, { basis: "spec" }),
      refuses("another organization's id", at(theirs), likeUnknown, {
        ...derived,
        ...(untouched && { follow: [untouched] })
      }),
      spares(
        `the other organization's ${isOfGateways ? "gateway" : "management"} key`,
        by(stranger),
        notFound,
        derived
      ),
      ...(gone === undefined ? [] : [gone]),
      ...(operation.method === "GET" ? [head] : [])
    ]
  }

/** The kind of key is checked before the id is looked up. */
const kinds =
  ({ unknownId, own }: Ids): Family =>
  ({ by, named, operation, path, refuses }) => {
    const refused = wrongKind(operation)
    const at = (id: string) => ({ path: path.replace(own, id), ...by(asPlain) })
    if (refused === null) return []
    const alike = { ...refused, sameAs: named(ORDINARY) }
    return [
      refuses("an ordinary key with an unknown id", at(unknownId), alike),
      refuses("an ordinary key with a malformed id", at("abc"), alike)
    ]
  }

/** The input is checked first, so that the answer does not depend on what exists. */
const input =
  ({ unknownId, own, theirs }: Ids): Family =>
  ({ invalid, named, path, refuses }) => {
    const at = (id: string) => ({ ...invalid, path: (invalid?.path ?? path).replace(own, id) })
    if (invalid === undefined) return []
    const alike = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
    return [
      refuses(UNKNOWN_INVALID, at(unknownId), badRequest),
      refuses("another organization's id with invalid input", at(theirs), alike)
    ]
  }

/** Segments that a careless lookup would match; `$` is an id that exists. */
const tempting = ["constructor __proto__ %25 * $%20 {PLAIN_KEY}", "1'%20OR%20'1'='1 x'%20OR%20'1'='1 x'%20OR%201=1--"]

/** Segments that do not have the form of an id. */
const misshapen = [
  "$0 %20$ $%0A $%00 %7B$%7D %22$%22 $,$ $;x=1 $%2F $%2F..%2Fx $%0d%0aX-Injected:%201",
  "abc 0 -1 _ null undefined %20 %2e%2e%2fkeys ..%2F..%2Fpresets {a*10000}",
  // Digits of other scripts, an emoji, overlong UTF-8, double escapes and broken ones.
  "%D9%A1%D9%A2 %EF%BC%91 %F0%9F%94%91 %C0%AF %2525 %zz %"
]

const malformed =
  ({ malformed = notFound, more = [], own }: Ids): Family =>
  ({ path, refuses }) => {
    const expect = { ...malformed, headers: { "x-injected": null } }
    const tolerant = { ...expect, alt: [malformed.status === 404 ? 400 : 404] }
    const ask = (segments: ReadonlyArray<string>, expect: Expectation) =>
      segments
        .flatMap((line) => line.split(" "))
        .map((segment) => segment.replaceAll("$", own))
        .map((segment) => refuses(`id: ${segment}`, { path: path.replace(own, segment) }, expect))
    return [...ask(tempting, expect), ...ask([...misshapen, ...more], tolerant)]
  }

/** The content type and the size of a body are checked before the path. */
const bodies =
  ({ own }: Ids): Family =>
  ({ caller, operation, path, refuses, takesBody }) => {
    const asText = { ...caller, "Content-Type": "text/plain" }
    const change = { path: path.replace(own, "abc") }
    if (!takesBody) return []
    return [
      refuses("a malformed id with a wrong content type", { ...change, headers: asText }, unsupported),
      refuses(
        "a malformed id with an oversized body",
        { ...change, ...repeated("", "{", operation.maxBodyBytes + 1, "") },
        tooLarge
      )
    ]
  }

/** Ids in the path: unknown, of another organization, and malformed. */
export const ids =
  (given: Ids): Family =>
  (subject) =>
    [owners, kinds, input, bodies, malformed].flatMap((family) => family(given)(subject))
