import { badRequest, invalidCredential, missingCredential } from "../answers.js"
import type { Expectation } from "../Case.js"
import type { CaseRequest } from "../CaseRequest.js"
import { type Details, type Draft, draft } from "../Draft.js"
import { each } from "../each.js"
import { presets } from "../presets/listPresets.js"
import { bearer, CLOSE, get, raw, withoutKey } from "../requests.js"

// The notation of credentials is the same for every operation, so one that any key may call stands for all.
const path = "/presets"
const key = "{MGMT_KEY}"

/** Well formed, never minted, and used in no other case. */
const LOGGED = "tg_mk_ZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZZ2jYyLi"

const unauthorized: Expectation = { status: 401, headers: { "www-authenticate": "Bearer" } }

/** Header values without a credential. */
const missing: Readonly<Record<string, string>> = {
  "empty value": "",
  "scheme without a space": "Bearer",
  "scheme and one space": "Bearer ",
  "no space after the scheme": `Bearer${key}`,
  "colon after the scheme": `Bearer: ${key}`,
  "key without a scheme": key,
  "Basic, two spaces, key": `Basic  ${key}`,
  "Token scheme": `Token ${key}`,
  "Digest scheme": `Digest username="${key}"`,
  // A decoder that slices seven characters takes any six-letter scheme.
  "six-letter scheme sliced at seven": `ABCDEF ${key}`
}

/** Header values with an invalid credential. */
const invalid: Readonly<Record<string, string>> = {
  "literal undefined": "Bearer undefined",
  "literal null": "Bearer null",
  "prefix only": "Bearer tg_mk_",
  "key of another prefix": `Bearer sk-or-v1-${"0".repeat(64)}`,
  "ordinary key with a right checksum that was never minted":
    "Bearer tg_sk_00000000000000000000000000000000000000000000Cw3aE",
  "gateway key with a right checksum that was never created":
    "Bearer tg_gk_00000000000000000000000000000000000000000003UDOxv",
  "key plus one character": `Bearer ${key}x`,
  "key minus one character": "Bearer {MGMT_KEY|chop}",
  "key in upper case": "Bearer {MGMT_KEY|upper}",
  "key in swapped case": "Bearer {MGMT_KEY|swapcase}",
  "key in quotes": `Bearer "${key}"`,
  "key in angle brackets": `Bearer <${key}>`,
  "two keys with a comma": `Bearer ${key},${key}`,
  "percent-encoded key": `Bearer %7B${key}%7D`,
  "LIKE wildcard": "Bearer %",
  "JSON in the token": 'Bearer {"$ne":null}',
  "path in the token": "Bearer ../../etc/passwd"
}

/** Header values that may count as either. */
const either: Readonly<Record<string, string>> = {
  "literal [object Object]": "Bearer [object Object]",
  "key then another word": `Bearer ${key} x`,
  "doubled scheme": `Bearer Bearer ${key}`,
  "tab after the scheme": `Bearer\t${key}`,
  "SQL in the token": "Bearer ' OR '1'='1",
  "300-character token": "Bearer {a*300}"
}

/** RFC 9110: 11.1, scheme names are case-insensitive; 11.4, one or more spaces; 5.5, none around a value. */
const valid: Readonly<Record<string, string>> = {
  "scheme in lower case": `bearer ${key}`,
  "scheme in capitals": `BEARER ${key}`,
  "several spaces after the scheme": `Bearer   ${key}`,
  "spaces around the value": `   Bearer ${key}  `,
  "the other organization's key": "Bearer {OTHER_MGMT_KEY}"
}

const inQuery = get(`${path}?access_token=${key}&api_key=${key}`, withoutKey)

/** A key in a place that is not read. */
const elsewhere: Readonly<Record<string, CaseRequest>> = {
  "the query string": inQuery,
  "X-Api-Key": get(path, { "X-Api-Key": key }),
  "a cookie": get(path, { Cookie: `token=${key}` }),
  "Proxy-Authorization": get(path, { "Proxy-Authorization": `Bearer ${key}` }),
  "X-Forwarded-Authorization": get(path, { "X-Forwarded-Authorization": `Bearer ${key}` })
}

/** Heads that no client library writes. */
const heads: ReadonlyArray<readonly [name: string, expect: Expectation, ...lines: ReadonlyArray<string>]> = [
  ["bad header then good header", badRequest, "Authorization: Bearer nope", `Authorization: Bearer ${key}`],
  ["good header then bad header", badRequest, `Authorization: Bearer ${key}`, "Authorization: Bearer nope"],
  ["a good header and an empty one", badRequest, `Authorization: Bearer ${key}`, "Authorization:"],
  ["two bad headers", badRequest, "Authorization: Basic x", "Authorization: Basic y"],
  [
    "three headers in different case",
    badRequest,
    `Authorization: Bearer ${key}`,
    `AUTHORIZATION: Bearer ${key}`,
    "authorization: Basic x"
  ],
  ["header name in capitals", presets(50), `AUTHORIZATION: Bearer ${key}`],
  ["NUL byte in the key", badRequest, `Authorization: Bearer ${key}\0`],
  // As the bytes of UTF-8, one character each.
  ["UTF-8 in the key", unauthorized, `Authorization: Bearer \u00c3\u00a9${key}`],
  ["byte 0xFF in the key", { ...unauthorized, alt: [400] }, "Authorization: Bearer \u00ff\u00fe"]
]

const named = (name: string, request: CaseRequest, expect: Expectation, details: Details = {}): Draft =>
  draft(null, `authentication: ${name}`, request, expect, { basis: "derived", ...details })

const values = (header: Readonly<Record<string, string>>, expect: Expectation, details?: Details) =>
  each(header, (name, Authorization) => named(name, get(path, { Authorization }), expect, details))

const quiet = (expect: Expectation): Expectation => ({ ...expect, absent: [key] })

/** The notation and place of a credential, which no log line repeats. */
export const authentication: ReadonlyArray<Draft> = [
  ...values(missing, quiet(missingCredential)),
  ...values(invalid, quiet(invalidCredential)),
  ...values(either, quiet(unauthorized)),
  ...values({ "12,000-character token": "Bearer {A*12000}" }, { ...unauthorized, alt: [431] }),
  ...values(valid, presets(50), { basis: "http" }),
  ...each(elsewhere, (name, request) => named(`key in ${name}`, request, missingCredential)),
  ...heads.map(([name, expect, ...lines]) =>
    named(name, raw("GET", path, [...lines, CLOSE]), expect, { basis: expect.status === 400 ? "decision" : "http" })
  ),
  // Web requests join repeated headers, so a server cannot distinguish two headers from such a list.
  named("a list of two credentials", get(path, { Authorization: `Bearer nope, Bearer ${key}` }), quiet(badRequest)),
  named("key in the query string is in no log line", inQuery, missingCredential, { notLogged: [key] }),
  named("an invalid credential is in no log line", get(path, bearer(LOGGED)), invalidCredential, {
    notLogged: [LOGGED]
  })
]
