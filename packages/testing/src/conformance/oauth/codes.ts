import { badRequest } from "../answers.js"
import type { Step } from "../Case.js"
import { each } from "../each.js"
import { asManager, asOther, json, post } from "../requests.js"
import type { Family } from "../Subject.js"
import { type Code, redeeming, S256 } from "./redemption.js"

/** The name of the case whose answer every other refusal of a code must repeat. */
export const UNKNOWN_CODE = "code: unknown"

/** Codes similar to the valid one. */
const close = {
  "in another case": "{CODE_S256|swapcase}",
  "minus one character": "{CODE_S256|chop}",
  "plus one character": "{CODE_S256}a",
  "with a trailing space": "{CODE_S256} ",
  "in a list": ["{CODE_S256}"]
}

/** Codes that no server issues. */
const strange: Readonly<Record<string, string>> = {
  SQL: "' OR 1=1 --",
  "a LIKE wildcard": "%",
  spaces: "   ",
  ["__proto__"]: "__proto__",
  "50,000 characters": "{a*50000}"
}

const theirs: Code = { kind: "no PKCE", setup: [], code: "{CODE_THEIRS}" }
const newCode = JSON.stringify({ callback_url: "https://app.example/callback", user_id: "{FRESH_USER_ID}" })

/** Issues a code for a user, who then leaves. */
const departed: ReadonlyArray<Step> = [
  { request: post("/auth/keys/code", newCode), expect: { status: 201, save: { CODE_THEIRS: "data.id" } } },
  {
    request: { method: "DELETE", path: "/organization/members/{FRESH_USER_ID}", headers: asManager },
    expect: { status: 200 }
  }
]

/** Codes that cannot be redeemed. The answer does not say why. */
const unredeemed: Family = ({ asks, named, refuses, spares }) => {
  const { setup } = S256
  const alike = { ...badRequest, sameAs: named(UNKNOWN_CODE) }
  const used = redeeming(S256, { code: "{CODE_USED}" })
  const expired = redeeming(S256, { code: "{CODE_EXPIRED}" })
  const wrongVerifier = redeeming(S256, { code_verifier: "{VERIFIER_OTHER}" })
  const misstated = redeeming(S256, { code_challenge_method: "plain" })
  return [
    refuses(UNKNOWN_CODE, redeeming(S256, { code: "nope" }), badRequest),
    // RFC 6749, section 4.1.2: a code used twice is denied.
    asks("code: already used", used, alike, { setup: ["code:used"] }),
    asks("code: expired", expired, alike, { setup: ["code:expired"] }),
    asks("code: of a user who has left", redeeming(theirs), alike, { setup: ["member-fresh"], before: departed }),
    asks("a wrong verifier is answered like an unknown code", wrongVerifier, alike, { setup }),
    asks("a wrong method is answered like an unknown code", misstated, alike, { setup }),
    spares("code: another organization's", { headers: { ...asOther, ...json } }, badRequest),
    ...each(close, (name, code) => spares(`code: ${name}`, redeeming(S256, { code }), badRequest)),
    ...each(strange, (name, code) => refuses(`code: ${name}`, { body: JSON.stringify({ code }) }, badRequest))
  ]
}

/** Bodies without a code, or with more than one. */
const unclear: Family = ({ path, refuses, spares }) => {
  const inQuery = { path: `${path}?code={CODE_S256}&code_verifier={VERIFIER_S256}`, body: "{}" }
  const twice = { body: '{"code":"nope","code":"{CODE_S256}","code_verifier":"{VERIFIER_S256}"}' }
  const canary = { body: '{"code":"canary-5b0e-not-a-code","code_verifier":"canary-verifier"}' }
  const issues = { $min: 1, $each: { path: { $type: "array" }, expected: { $type: "string" } } }
  const misspelt = { ...badRequest, json: { "error.metadata.issues": issues } }
  return [
    spares("code: in the query, not in the body", inQuery, badRequest, { basis: "derived" }),
    spares("code: given twice", twice, badRequest),
    refuses("code: missing", { body: "{}" }, badRequest, { basis: "spec" }),
    refuses("code: misspelt", { body: '{"Code":"x"}' }, misspelt),
    refuses("code: not repeated in the refusal", canary, { ...badRequest, absent: ["canary"] })
  ]
}

export const codes: Family = (subject) => [...unredeemed(subject), ...unclear(subject)]
