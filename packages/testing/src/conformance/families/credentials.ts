import {
  apiKeysOnly,
  badRequest,
  gatewaysOnly,
  invalidCredential,
  missingCredential,
  readOnly,
  wrongKind
} from "../Expectation.js"
import { bearer, CLOSE, JSON_TYPE, raw, UNMINTED, withoutKey } from "../Sent.js"
import { all, type Family } from "../Subject.js"

const flipped = (key: string) => key.slice(0, -1) + (key.endsWith("A") ? "B" : "A")

/** Missing, malformed, unknown, disabled and expired keys. */
const keys: Family = ({ refuses, spares, takesBody }) => [
  refuses("no Authorization header", ({ by }) => by(withoutKey), missingCredential),
  refuses("well-formed but unknown key", ({ account, by }) => by(bearer(flipped(account.MGMT_KEY))), invalidCredential),
  refuses(
    "another scheme is a missing credential",
    ({ account, by }) => by({ Authorization: `Basic ${account.MGMT_KEY}` }),
    missingCredential
  ),
  refuses("a key with a valid checksum that was never minted", ({ by }) => by(bearer(UNMINTED)), invalidCredential),
  refuses("disabled key", ({ account, by }) => by(bearer(account.DISABLED_KEY)), invalidCredential),
  refuses("expired key", ({ account, by }) => by(bearer(account.EXPIRED_KEY)), invalidCredential),
  refuses(
    "a key's public hash is not a credential",
    ({ account, by }) => by(bearer(account.MGMT_KEY_HASH)),
    invalidCredential
  ),
  spares(
    "two Authorization headers, both good",
    ({ caller, operation: { method }, path }) => {
      const line = `Authorization: ${caller.Authorization}`
      return takesBody
        ? raw(method, path, [line, line, JSON_TYPE, "Content-Length: 2", CLOSE], "{}")
        : raw(method, path, [line, line, CLOSE])
    },
    badRequest,
    "socket"
  )
]

/** An ordinary key: it reads what it may, and is otherwise refused before its input is checked. */
const kinds: Family = ({ alike, operation, refuses, spares, test, way }) => {
  const refused = wrongKind(operation)
  const manager =
    operation.access === "gateway, else 403"
      ? [spares("a management key", ({ by, run }) => by(run.manager), gatewaysOnly)]
      : []
  const gateway =
    operation.access === "any key, else 403"
      ? [refuses("a gateway key", ({ by, run }) => by(run.gateway), apiKeysOnly)]
      : []
  if (refused === null) return [test("an ordinary key", ({ by, run, succeed }) => succeed(by(run.plain))), ...gateway]
  const ordinary = spares("an ordinary key", ({ by, run }) => by(run.plain), refused)
  if (way.invalid === undefined) return [ordinary, ...manager]
  return [
    ordinary,
    ...manager,
    alike(
      "an ordinary key with invalid input",
      ({ by, invalid, run }) => ({ ...invalid, ...by(run.plain) }),
      refused,
      ({ by, run }) => by(run.plain)
    )
  ]
}

/** A read-only key: it reads what a management key reads, and changes nothing. It is refused before its input is checked. */
const readers: Family = ({ alike, operation: { access, changes }, spares, test, way }) => {
  if (!access.includes("management")) return []
  if (!changes) return [test("a read-only key", ({ by, run, succeed }) => succeed(by(run.reader)))]
  const refused = spares("a read-only key", ({ by, run }) => by(run.reader), readOnly)
  if (way.invalid === undefined) return [refused]
  return [
    refused,
    alike(
      "a read-only key with invalid input",
      ({ by, invalid, run }) => ({ ...invalid, ...by(run.reader) }),
      readOnly,
      ({ by, run }) => by(run.reader)
    )
  ]
}

/** Refusals of unknown callers, which come before any check of the input. */
const input: Family = ({ refuses, way }) =>
  way.invalid === undefined
    ? []
    : [
        refuses(
          "invalid input without a credential is 401",
          ({ by, invalid }) => ({ ...invalid, ...by(withoutKey) }),
          missingCredential
        )
      ]

const bodies: Family = ({ operation, refuses, takesBody }) => {
  const broken = { body: '{"nope":' }
  const large = { body: `{"name":"${"a".repeat(operation.maxBodyBytes)}"}` }
  const text = { headers: { "Content-Type": "text/plain" }, body: "x" }
  if (!takesBody) return []
  return [
    refuses(
      "a bad body without a credential is 401",
      ({ by }) => ({ ...by(withoutKey), ...broken }),
      missingCredential
    ),
    refuses(
      "a bad body under an invalid credential is 401",
      ({ by }) => ({ ...by(bearer(UNMINTED)), ...broken }),
      invalidCredential
    ),
    refuses(
      "an oversized body without a credential is 401",
      ({ by }) => ({ ...by(withoutKey), ...large }),
      missingCredential
    ),
    refuses("another content type without a credential is 401", text, missingCredential)
  ]
}

/** The credential is checked before anything else in the request. */
export const credentials: Family = all(keys, kinds, readers, input, bodies)
