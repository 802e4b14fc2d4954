import { badRequest, invalidCredential } from "../answers.js"
import { presets } from "../presets/listPresets.js"
import { bearer, get } from "../requests.js"
import type { Family } from "../Subject.js"
import { UNKNOWN_CODE } from "./codes.js"
import { minted, redeeming, S256 } from "./redemption.js"

const { setup } = S256
const right = redeeming(S256)
const wrong = redeeming(S256, { code_verifier: "{VERIFIER_OTHER}" })
const saved = { ...minted, save: { ISSUED: "key" } }
const issued = bearer("{ISSUED}")
const issuedWorks = { request: get("/presets", issued), expect: presets(50) }

/** A code works once, and its key is an ordinary one. */
export const once: Family = ({ asks, named, request }) => {
  const likeUnknown = { ...badRequest, sameAs: named(UNKNOWN_CODE) }
  const redeemed = { request: request(right), expect: saved }
  const failed = (repeat: number) => ({ request: { ...request(wrong), repeat }, expect: badRequest })
  return [
    asks("the key works but cannot manage", right, saved, {
      basis: "spec",
      setup,
      follow: [issuedWorks, { request: get("/byok/{BYOK_ID}", issued), expect: invalidCredential }]
    }),
    asks("a code and its verifier are in no log line", right, minted, {
      basis: "derived",
      setup,
      notLogged: ["{CODE_S256}", "{VERIFIER_S256}"]
    }),
    asks("a code works once", right, likeUnknown, {
      setup,
      before: [redeemed],
      follow: [issuedWorks],
      why: "the key of the first exchange still works: a repetition this soon is a retry"
    }),
    asks("a used code with a wrong verifier does not affect the first key", wrong, badRequest, {
      setup,
      before: [redeemed],
      follow: [issuedWorks]
    }),
    asks(
      "a code works once among concurrent exchanges",
      { ...right, concurrent: 20 },
      { ...minted, tally: { "200": 1, "400": 19 } },
      { setup }
    ),
    asks("five wrong verifiers burn a code", right, likeUnknown, { setup, before: [failed(5)] }),
    asks("four wrong verifiers do not burn a code", right, minted, { setup, before: [failed(4)] })
  ]
}
