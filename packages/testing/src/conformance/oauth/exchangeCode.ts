import { about, asking } from "../about.js"
import { badRequest, unsupported } from "../answers.js"
import { wrongTypes } from "../families/fields.js"
import { general } from "../families/general.js"
import { rateLimit } from "../families/rateLimit.js"
import { badTexts } from "../families/texts.js"
import { unknownFields } from "../families/unknownFields.js"
import { asManager } from "../requests.js"
import type { Family } from "../Subject.js"
import { codes } from "./codes.js"
import { once } from "./once.js"
import { pkce } from "./pkce.js"
import { minted, redeeming, S256 } from "./redemption.js"

/** A token request of OAuth 2.0. This operation takes JSON instead. */
const form: Family = ({ spares }) => [
  spares(
    "a token request in a form is 415",
    {
      headers: { ...asManager, "Content-Type": "application/x-www-form-urlencoded" },
      body: "grant_type=authorization_code&code={CODE_S256}&code_verifier={VERIFIER_S256}"
    },
    unsupported
  )
]

export const exchangeCode = about(
  "exchangeCode",
  {
    success: { ...redeeming(S256), setup: S256.setup, expect: minted },
    body: '{"code":"x"}',
    invalid: { body: '{"code":1}' }
  },
  general,
  wrongTypes("code", '"x"', '"null"'),
  badTexts("code"),
  asking({ body: '{"code":"x"}', expect: badRequest }, rateLimit),
  unknownFields({ redirect_uri: '"x"', client_id: '"x"', grant_type: '"x"', limit: '"x"', codeVerifier: '"x"' }),
  codes,
  pkce,
  once,
  form
)
