import { badRequest, invalidCredential, missingCredential, wrongKind } from "../answers.js"
import { asNobody, asPlain, bearer, CLOSE, JSON_TYPE, MANAGER, raw, repeated, UNMINTED } from "../requests.js"
import type { Family } from "../Subject.js"

/** The name of the case of a valid key that is no management key. */
export const ORDINARY = "an ordinary key"

const unminted = bearer(UNMINTED)
const basic = { Authorization: "Basic {MGMT_KEY}" }

/** Keys that are none, or no more. */
const keys: Family = ({ by, operation, path, refuses, spares, takesBody }) => [
  refuses("no Authorization header", by(asNobody), missingCredential, { basis: "spec" }),
  refuses("well-formed but unknown key", by(bearer("{MGMT_KEY|flip}")), invalidCredential, { basis: "spec" }),
  refuses("another scheme is a missing credential", by(basic), missingCredential),
  refuses("a key with a right checksum that was never minted", by(unminted), invalidCredential),
  refuses("disabled key", by(bearer("{DISABLED_KEY}")), invalidCredential, { setup: ["key:disabled"] }),
  refuses("expired key", by(bearer("{EXPIRED_KEY}")), invalidCredential, { setup: ["key:expired"] }),
  refuses("the public hash is no credential", by(bearer("{MGMT_KEY_HASH}")), invalidCredential, { basis: "derived" }),
  spares(
    "two Authorization headers, both good",
    takesBody
      ? raw(operation.method, path, [MANAGER, MANAGER, JSON_TYPE, "Content-Length: 2", CLOSE], "{}")
      : raw(operation.method, path, [MANAGER, MANAGER, CLOSE]),
    badRequest
  )
]

/** An ordinary key: it reads what it may, and is otherwise refused before its input is checked. */
const kinds: Family = ({ asks, by, good, invalid, named, operation, refuses, spares, success }) => {
  const refused = wrongKind(operation)
  const { expect, setup } = success
  if (refused === null) return [asks(ORDINARY, { ...good, ...by(asPlain) }, expect, { ...(setup && { setup }) })]
  const ordinary = spares(ORDINARY, by(asPlain), refused, { basis: refused.status === 403 ? "spec" : "decision" })
  if (invalid === undefined) return [ordinary]
  const alike = { ...refused, sameAs: named(ORDINARY) }
  return [ordinary, refuses("invalid input of an ordinary key", { ...invalid, ...by(asPlain) }, alike)]
}

/** Refusals of unknown callers, which come before any check of the input. */
const input: Family = ({ by, invalid, refuses }) =>
  invalid === undefined
    ? []
    : [refuses("invalid input without a credential is 401", { ...invalid, ...by(asNobody) }, missingCredential)]

const bodies: Family = ({ by, operation, refuses, takesBody }) => {
  const broken = { body: '{"nope":' }
  const large = repeated('{"name":"', "a", operation.maxBodyBytes, '"}')
  const text = { headers: { "Content-Type": "text/plain" }, body: "x" }
  if (!takesBody) return []
  return [
    refuses("a bad body without a credential is 401", { ...by(asNobody), ...broken }, missingCredential),
    refuses("a bad body under an invalid credential is 401", { ...by(unminted), ...broken }, invalidCredential),
    refuses("an oversized body without a credential is 401", { ...by(asNobody), ...large }, missingCredential),
    refuses("another content type without a credential is 401", text, missingCredential)
  ]
}

/** Whose request is heard, before anything else of it is looked at. */
export const credentials: Family = (subject) => [keys, kinds, input, bodies].flatMap((family) => family(subject))
