import { badRequest, unsupported } from "../Expectation.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { about, asking, type Cases } from "../Subject.js"
import { once } from "./once.js"
import { pkce } from "./pkce.js"
import { type Code, codes, minted, redeeming } from "./redemption.js"
import { clear, unredeemed } from "./unredeemed.js"

/** A token request of OAuth 2.0. This operation takes JSON instead. */
const form: Cases<Code> = ({ spares }) => [
  spares(
    "a token request in a form is 415",
    ({ of, run }) => ({
      headers: { ...run.manager, "Content-Type": "application/x-www-form-urlencoded" },
      body: `grant_type=authorization_code&code=${of.code}&code_verifier=${of.verifier}`
    }),
    unsupported
  )
]

const nothing = '{"code":"x"}'

export const exchangeCode = about<Code>(
  "exchangeCode",
  {
    given: () => ({ code: "x" }),
    fresh: codes.S256,
    body: (code) => redeeming(code).body,
    expect: () => minted,
    invalid: { body: '{"code":1}' }
  },
  general,
  wrongTypes("code", '"x"', '"null"'),
  badTexts("code"),
  asking({ body: () => nothing, expect: () => badRequest }, rateLimit),
  unknownFields({ redirect_uri: '"x"', client_id: '"x"', grant_type: '"x"', limit: '"x"', codeVerifier: '"x"' }),
  unredeemed,
  clear,
  pkce,
  once,
  form
)
