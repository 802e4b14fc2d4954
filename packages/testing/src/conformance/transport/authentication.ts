import { type Draft, transport } from "../Case.js"
import { badRequest, type Expectation, invalidCredential, missingCredential } from "../Expectation.js"
import { presets } from "../presets/listPresets.js"
import type { Run } from "../Run.js"
import { bearer, CLOSE, get, type Headers, raw, withoutKey } from "../Sent.js"

// The notation of credentials is the same for every operation, so one that any key may call stands for all.
const PATH = "/presets"

/** Well formed, never minted, and used in no other case. */
const LOGGED = "tg_mk_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ2jYyLi"

const unauthorized: Expectation = { status: 401, headers: { "www-authenticate": "Bearer" } }

type Values = Readonly<Record<string, (key: string) => string>>

/** Header values without a credential. */
const missing: Values = {
  "empty value": () => "",
  "scheme without a space": () => "Bearer",
  "scheme and one space": () => "Bearer ",
  "no space after the scheme": (key) => `Bearer${key}`,
  "colon after the scheme": (key) => `Bearer: ${key}`,
  "key without a scheme": (key) => key,
  "Basic, two spaces, key": (key) => `Basic  ${key}`,
  "Token scheme": (key) => `Token ${key}`,
  "Digest scheme": (key) => `Digest username="${key}"`,
  // A decoder that slices seven characters takes any six-letter scheme.
  "six-letter scheme sliced at seven": (key) => `ABCDEF ${key}`
}

const swapped = (text: string) =>
  Array.from(text, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("")

/** Header values with an invalid credential. */
const invalid: Values = {
  "literal undefined": () => "Bearer undefined",
  "literal null": () => "Bearer null",
  "prefix only": () => "Bearer tg_mk_",
  "key of another prefix": () => `Bearer sk-or-v1-${"0".repeat(64)}`,
  "ordinary key with a right checksum that was never minted": () =>
    "Bearer tg_sk_00000000000000000000000000000000000000000000Cw3aE",
  "gateway key with a right checksum that was never created": () =>
    "Bearer tg_gk_00000000000000000000000000000000000000000003UDOxv",
  "key plus one character": (key) => `Bearer ${key}x`,
  "key minus one character": (key) => `Bearer ${key.slice(0, -1)}`,
  "key in upper case": (key) => `Bearer ${key.toUpperCase()}`,
  "key in swapped case": (key) => `Bearer ${swapped(key)}`,
  "key in quotes": (key) => `Bearer "${key}"`,
  "key in angle brackets": (key) => `Bearer <${key}>`,
  "two keys with a comma": (key) => `Bearer ${key},${key}`,
  "percent-encoded key": (key) => `Bearer %7B${key}%7D`,
  "LIKE wildcard": () => "Bearer %",
  "JSON in the token": () => 'Bearer {"$ne":null}',
  "path in the token": () => "Bearer ../../etc/passwd"
}

/** Header values that may count as either. */
const either: Values = {
  "literal [object Object]": () => "Bearer [object Object]",
  "key then another word": (key) => `Bearer ${key} x`,
  "doubled scheme": (key) => `Bearer Bearer ${key}`,
  "tab after the scheme": (key) => `Bearer\t${key}`,
  "SQL in the token": () => "Bearer ' OR '1'='1",
  "300-character token": () => `Bearer ${"a".repeat(300)}`
}

/** RFC 9110: 11.1, scheme names are case-insensitive; 11.4, one or more spaces; 5.5, none around a value. */
const valid: Values = {
  "scheme in lower case": (key) => `bearer ${key}`,
  "scheme in capitals": (key) => `BEARER ${key}`,
  "several spaces after the scheme": (key) => `Bearer   ${key}`,
  "spaces around the value": (key) => `   Bearer ${key}  `
}

const inQuery = (key: string) => get(`${PATH}?access_token=${key}&api_key=${key}`, withoutKey)

/** A key in a header that is not read. */
const elsewhere: Readonly<Record<string, (key: string) => Headers>> = {
  "X-Api-Key": (key) => ({ "X-Api-Key": key }),
  "a cookie": (key) => ({ Cookie: `token=${key}` }),
  "Proxy-Authorization": (key) => ({ "Proxy-Authorization": `Bearer ${key}` }),
  "X-Forwarded-Authorization": (key) => ({ "X-Forwarded-Authorization": `Bearer ${key}` })
}

/** Heads that no client library writes. */
const heads: Readonly<Record<string, readonly [Expectation, (key: string) => ReadonlyArray<string>]>> = {
  "bad header then good header": [badRequest, (key) => ["Authorization: Bearer nope", `Authorization: Bearer ${key}`]],
  "good header then bad header": [badRequest, (key) => [`Authorization: Bearer ${key}`, "Authorization: Bearer nope"]],
  "a good header and an empty one": [badRequest, (key) => [`Authorization: Bearer ${key}`, "Authorization:"]],
  "two bad headers": [badRequest, () => ["Authorization: Basic x", "Authorization: Basic y"]],
  "three headers in different case": [
    badRequest,
    (key) => [`Authorization: Bearer ${key}`, `AUTHORIZATION: Bearer ${key}`, "authorization: Basic x"]
  ],
  "header name in capitals": [presets(50), (key) => [`AUTHORIZATION: Bearer ${key}`]],
  "NUL byte in the key": [badRequest, (key) => [`Authorization: Bearer ${key}\0`]],
  // As the bytes of UTF-8, one character each.
  "UTF-8 in the key": [unauthorized, (key) => [`Authorization: Bearer \u00c3\u00a9${key}`]],
  "byte 0xFF in the key": [{ ...unauthorized, alt: [400] }, () => ["Authorization: Bearer \u00ff\u00fe"]]
}

const named = (name: string, run: (run: Run) => Promise<unknown>, needs?: "socket") =>
  transport(`authentication: ${name}`, run, needs)

const quiet = (expect: Expectation, { account }: Run): Expectation => ({ ...expect, absent: [account.MGMT_KEY] })

const values = (header: Values, expect: Expectation) =>
  Object.entries(header).map(([name, of]) =>
    named(name, (run) => run.api.get(PATH, quiet(expect, run), { Authorization: of(run.account.MGMT_KEY) }))
  )

/** The notation and place of a credential, which no log line repeats. */
export const authentication: ReadonlyArray<Draft> = [
  ...values(missing, missingCredential),
  ...values(invalid, invalidCredential),
  ...values(either, unauthorized),
  ...values({ "12,000-character token": () => `Bearer ${"A".repeat(12_000)}` }, { ...unauthorized, alt: [431] }),
  ...values(valid, presets(50)),
  named("the other organization's key", ({ api, other }) => api.get(PATH, presets(50), other)),
  named("key in the query string", ({ account, api }) => api.send(inQuery(account.MGMT_KEY), missingCredential)),
  ...Object.entries(elsewhere).map(([name, of]) =>
    named(`key in ${name}`, ({ account, api }) => api.get(PATH, missingCredential, of(account.MGMT_KEY)))
  ),
  ...Object.entries(heads).map(([name, [expect, lines]]) =>
    named(name, ({ account, api }) => api.send(raw("GET", PATH, [...lines(account.MGMT_KEY), CLOSE]), expect), "socket")
  ),
  // Web requests join repeated headers, so a server cannot distinguish two headers from such a list.
  named("a list of two credentials", (run) =>
    run.api.get(PATH, quiet(badRequest, run), { Authorization: `Bearer nope, Bearer ${run.account.MGMT_KEY}` })
  ),
  named("key in the query string is in no log line", async ({ account, api, log }) => {
    const notLogged = log()
    await api.send(inQuery(account.MGMT_KEY), missingCredential)
    await notLogged(account.MGMT_KEY)
  }),
  named("an invalid credential is in no log line", async ({ api, log }) => {
    const notLogged = log()
    await api.get(PATH, invalidCredential, bearer(LOGGED))
    await notLogged(LOGGED)
  })
]
