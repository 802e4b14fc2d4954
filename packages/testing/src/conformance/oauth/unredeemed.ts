import * as Schema from "effect/Schema"
import type { Fields } from "../Change.js"
import { badRequest } from "../Expectation.js"
import type { Given } from "../Given.js"
import { json } from "../Sent.js"
import type { Cases } from "../Subject.js"
import { type Code, redeeming } from "./redemption.js"

const swapped = (text: string) =>
  Array.from(text, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("")

/** Codes similar to the valid one. */
const close: Readonly<Record<string, (code: string) => unknown>> = {
  "in another case": swapped,
  "minus one character": (code) => code.slice(0, -1),
  "plus one character": (code) => `${code}a`,
  "with a trailing space": (code) => `${code} `,
  "in a list": (code) => [code]
}

/** Codes that no server issues. */
const strange: Readonly<Record<string, string>> = {
  SQL: "' OR 1=1 --",
  "a LIKE wildcard": "%",
  spaces: "   ",
  ["__proto__"]: "__proto__",
  "50,000 characters": "a".repeat(50_000)
}

/** Codes that cannot be redeemed. The answer does not say why. */
export const unredeemed: Cases<Code> = (subject) => {
  const { alike, refuses, spares, test } = subject
  const unknown = ({ of }: Given<Code>) => redeeming(of, { code: "nope" })
  /** A refusal that answers like that of an unknown code. */
  const likeUnknown = (name: string, change: (given: Given<Code>) => Promise<Fields>) =>
    test(name, async (given) => {
      const fields = await change(given)
      await alike("", redeeming(given.of, fields), badRequest, unknown).run(given.run)
    })
  return [
    refuses("code: unknown", unknown, badRequest),
    // RFC 6749, section 4.1.2: a code used twice is denied.
    likeUnknown("code: already used", async ({ made }) => ({ code: await made.usedCode() })),
    likeUnknown("code: expired", async ({ account }) => ({ code: account.CODE_EXPIRED })),
    likeUnknown("code: of a user who has left", async ({ made }) => {
      const user_id = await made.member()
      const code = await made.code({ user_id })
      await made.leaves(user_id)
      return { code, code_verifier: undefined }
    }),
    likeUnknown("a wrong verifier is answered like an unknown code", async ({ account }) => ({
      code_verifier: account.VERIFIER_OTHER
    })),
    likeUnknown("a wrong method is answered like an unknown code", async () => ({ code_challenge_method: "plain" })),
    spares("code: another organization's", ({ run }) => ({ headers: { ...run.other, ...json } }), badRequest),
    ...Object.entries(close).map(([name, changed]) =>
      spares(`code: ${name}`, ({ of }) => redeeming(of, { code: changed(of.code) }), badRequest)
    ),
    ...Object.entries(strange).map(([name, code]) =>
      refuses(`code: ${name}`, { body: JSON.stringify({ code }) }, badRequest)
    )
  ]
}

const issues = Schema.NonEmptyArray(Schema.Struct({ path: Schema.Array(Schema.Unknown), expected: Schema.String }))

/** Bodies without a code, or with more than one. */
export const clear: Cases<Code> = ({ refuses, spares }) => [
  spares(
    "code: in the query, not in the body",
    ({ of, path }) => ({ path: `${path}?code=${of.code}&code_verifier=${of.verifier}`, body: "{}" }),
    badRequest
  ),
  spares(
    "code: given twice",
    ({ of }) => ({ body: `{"code":"nope","code":"${of.code}","code_verifier":"${of.verifier}"}` }),
    badRequest
  ),
  refuses("code: missing", { body: "{}" }, badRequest),
  refuses("code: misspelt", { body: '{"Code":"x"}' }, { ...badRequest, json: { "error.metadata.issues": issues } }),
  refuses(
    "code: not repeated in the refusal",
    { body: '{"code":"canary-5b0e-not-a-code","code_verifier":"canary-verifier"}' },
    { ...badRequest, absent: ["canary"] }
  )
]
