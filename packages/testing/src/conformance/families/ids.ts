import { badRequest, notFound, tooLarge, unsupported, wrongKind } from "../answers.js"
import type { Expectation, Step } from "../Case.js"
import { asManager, asOther, asPlain, repeated } from "../requests.js"
import type { Family } from "../Subject.js"
import { ORDINARY } from "./credentials.js"

export interface Ids {
  /** The id in the path. */
  readonly own: string
  /** The other organization's. */
  readonly theirs: string
  /** A well-formed id that does not exist. */
  readonly nobodys: string
  /** One that was there once, and the state that says so. */
  readonly deleted?: { readonly id: string; readonly setup: string }
  /** What the other organization asks afterwards to see that its own was let alone. */
  readonly untouched?: Step
  /** What an id that is none reads: by default what an unknown one does. */
  readonly malformed?: Expectation
  /** More segments that are no ids, separated by spaces; `$` is the id. */
  readonly more?: ReadonlyArray<string>
}

const asText = { ...asManager, "Content-Type": "text/plain" }

export const UNKNOWN = "unknown id"
export const UNKNOWN_INVALID = "unknown id with invalid input"

/** An id of another organization answers like one that does not exist. */
const owners =
  ({ deleted, nobodys, own, theirs, untouched }: Ids): Family =>
  ({ by, named, operation, path, refuses, spares }) => {
    const at = (id: string) => ({ path: path.replace(own, id) })
    const unknown = { ...notFound, json: { user_id: { $type: "string" } }, absent: [nobodys] }
    const likeUnknown = { ...notFound, sameAs: named(UNKNOWN) }
    const derived = { basis: "derived" } as const
    const gone = deleted && refuses("deleted", at(deleted.id), likeUnknown, { ...derived, setup: [deleted.setup] })
    const head = refuses("HEAD of an unknown id", { ...at(nobodys), method: "HEAD" }, { status: 404 })
    return [
      refuses(UNKNOWN, at(nobodys), unknown, { basis: "spec" }),
      refuses("another organization's", at(theirs), likeUnknown, {
        ...derived,
        ...(untouched && { follow: [untouched] })
      }),
      spares("the other organization's manager asks for ours", by(asOther), notFound, derived),
      ...(gone === undefined ? [] : [gone]),
      ...(operation.method === "GET" ? [head] : [])
    ]
  }

/** The kind of key is judged before anything is looked for. */
const kinds =
  ({ nobodys, own }: Ids): Family =>
  ({ by, named, operation, path, refuses }) => {
    const refused = wrongKind(operation)
    const at = (id: string) => ({ path: path.replace(own, id), ...by(asPlain) })
    if (refused === null) return []
    const alike = { ...refused, sameAs: named(ORDINARY) }
    return [
      refuses("an ordinary key names an unknown id", at(nobodys), alike),
      refuses("an ordinary key names what is no id", at("abc"), alike)
    ]
  }

/** The input is checked first, so that the answer does not depend on what exists. */
const input =
  ({ nobodys, own, theirs }: Ids): Family =>
  ({ invalid, named, path, refuses }) => {
    const at = (id: string) => ({ ...invalid, path: (invalid?.path ?? path).replace(own, id) })
    if (invalid === undefined) return []
    const alike = { ...badRequest, sameAs: named(UNKNOWN_INVALID) }
    return [
      refuses(UNKNOWN_INVALID, at(nobodys), badRequest),
      refuses("another organization's with invalid input", at(theirs), alike)
    ]
  }

/** Segments that a careless lookup would find something by; `$` is an id that exists. */
const tempting = ["constructor __proto__ %25 * $%20 {PLAIN_KEY}", "1'%20OR%20'1'='1 x'%20OR%20'1'='1 x'%20OR%201=1--"]

/** Segments that do not have the form of an id. */
const misshapen = [
  "$0 %20$ $%0A $%00 %7B$%7D %22$%22 $,$ $;x=1 $%2F $%2F..%2Fx $%0d%0aX-Injected:%201",
  "abc 0 -1 _ null undefined %20 %2e%2e%2fkeys ..%2F..%2Fpresets {a*10000}",
  // Digits of other scripts and none; UTF-8 that is too long; escapes twice over and broken ones.
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
  ({ operation, path, refuses, takesBody }) => {
    const change = { path: path.replace(own, "abc") }
    if (!takesBody) return []
    return [
      refuses("what is no id, with a wrong content type", { ...change, headers: asText }, unsupported),
      refuses(
        "what is no id, with an oversized body",
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
