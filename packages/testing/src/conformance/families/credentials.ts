import { apiKeysOnly, badRequest, gatewaysOnly, invalidCredential, missingCredential, wrongKind } from "../answers.js"
import {
  asGateway,
  asManager,
  asPlain,
  authorization,
  bearer,
  CLOSE,
  JSON_TYPE,
  raw,
  repeated,
  UNMINTED,
  withoutKey
} from "../requests.js"
import type { Family } from "../Subject.js"

/** The name of the case with a valid ordinary key. */
export const ORDINARY = "an ordinary key"

const unminted = bearer(UNMINTED)
const basic = { Authorization: "Basic {MGMT_KEY}" }

/** Missing, malformed, unknown, disabled and expired keys. */
const keys: Family = ({ by, caller, operation, path, refuses, spares, takesBody }) => [
  refuses("no Authorization header", by(withoutKey), missingCredential, { basis: "spec" }),
  refuses("well-formed but unknown key", by(bearer("{MGMT_KEY|flip}")), invalidCredential, { basis: "spec" }),
  refuses("another scheme is a missing credential", by(basic), missingCredential),
  refuses("a key with a valid checksum that was never minted", by(unminted), invalidCredential),
  refuses("disabled key", by(bearer("{DISABLED_KEY}")), invalidCredential, { setup: ["key:disabled"] }),
  refuses("expired key", by(bearer("{EXPIRED_KEY}")), invalidCredential, { setup: ["key:expired"] }),
  refuses("a key's public hash is not a credential", by(bearer("{MGMT_KEY_HASH}")), invalidCredential, {
    basis: "derived"
  }),
  spares(
    "two Authorization headers, both good",
    takesBody
      ? raw(
          operation.method,
          path,
          [authorization(caller), authorization(caller), JSON_TYPE, "Content-Length: 2", CLOSE],
          "{}"
        )
      : raw(operation.method, path, [authorization(caller), authorization(caller), CLOSE]),
    badRequest
  )
]

/** An ordinary key: it reads what it may, and is otherwise refused before its input is checked. */
const kinds: Family = ({ asks, by, good, invalid, named, operation, refuses, spares, success }) => {
  const refused = wrongKind(operation)
  const { expect, setup } = success
  const manager =
    operation.access === "gateway, else 403" ? [spares("a management key", by(asManager), gatewaysOnly)] : []
  const gateway =
    operation.access === "any key, else 403"
      ? [refuses("a gateway key", by(asGateway), apiKeysOnly, { basis: "decision" })]
      : []
  if (refused === null)
    return [asks(ORDINARY, { ...good, ...by(asPlain) }, expect, { ...(setup && { setup }) }), ...gateway]
  const ordinary = spares(ORDINARY, by(asPlain), refused, { basis: refused.status === 403 ? "spec" : "decision" })
  if (invalid === undefined) return [ordinary, ...manager]
  const alike = { ...refused, sameAs: named(ORDINARY) }
  return [ordinary, ...manager, refuses("an ordinary key with invalid input", { ...invalid, ...by(asPlain) }, alike)]
}

/** Refusals of unknown callers, which come before any check of the input. */
const input: Family = ({ by, invalid, refuses }) =>
  invalid === undefined
    ? []
    : [refuses("invalid input without a credential is 401", { ...invalid, ...by(withoutKey) }, missingCredential)]

const bodies: Family = ({ by, operation, refuses, takesBody }) => {
  const broken = { body: '{"nope":' }
  const large = repeated('{"name":"', "a", operation.maxBodyBytes, '"}')
  const text = { headers: { "Content-Type": "text/plain" }, body: "x" }
  if (!takesBody) return []
  return [
    refuses("a bad body without a credential is 401", { ...by(withoutKey), ...broken }, missingCredential),
    refuses("a bad body under an invalid credential is 401", { ...by(unminted), ...broken }, invalidCredential),
    refuses("an oversized body without a credential is 401", { ...by(withoutKey), ...large }, missingCredential),
    refuses("another content type without a credential is 401", text, missingCredential)
  ]
}

/** The credential is checked before anything else in the request. */
export const credentials: Family = (subject) => [keys, kinds, input, bodies].flatMap((family) => family(subject))
