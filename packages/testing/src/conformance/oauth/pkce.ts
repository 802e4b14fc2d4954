import { badRequest } from "../answers.js"
import { each } from "../each.js"
import type { Family } from "../Subject.js"
import { type Code, minted, NO_PKCE, PLAIN, redeeming, S256 } from "./redemption.js"

/** Fields of exchanges, by what is unusual about them. */
type Redemptions = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Leaves the field out. */
const without = undefined
const other = "{VERIFIER_OTHER}"
const method = (code_challenge_method: unknown) => ({ code_challenge_method })
const verifier = (code_verifier: unknown) => ({ code_verifier })

const taken: ReadonlyArray<readonly [Code, Redemptions]> = [
  [S256, { "method stated": method("S256"), "method null": method(null), "no method": {} }],
  [PLAIN, { "method stated": method("plain"), "method null": method(null), "no method": {} }],
  [NO_PKCE, { "the code alone": {}, "method null": method(null) }]
]

const badS256: Redemptions = {
  "no verifier": verifier(without),
  "verifier null": verifier(null),
  "verifier number": verifier(1),
  "verifier list": verifier(["{VERIFIER_S256}"]),
  "verifier object": verifier({}),
  "empty verifier": verifier(""),
  "wrong verifier": verifier(other),
  "wrong verifier, method stated": { ...verifier(other), ...method("S256") },
  "challenge sent as verifier": verifier("{CHALLENGE_S256}"),
  "challenge sent as verifier, method stated": { ...verifier("{CHALLENGE_S256}"), ...method("S256") },
  "challenge sent as verifier, method plain": { ...verifier("{CHALLENGE_S256}"), ...method("plain") },
  "right verifier, method plain": method("plain"),
  "verifier of 42 characters": verifier("{a*42}"),
  "verifier of 129 characters": verifier("{a*129}"),
  "verifier with a plus": verifier("{a*42}+"),
  "verifier with padding": verifier("{VERIFIER_S256}="),
  "verifier with a leading space": verifier(" {VERIFIER_S256}"),
  "verifier with a trailing space": verifier("{VERIFIER_S256} "),
  "verifier with a newline": verifier("{VERIFIER_S256}\n"),
  "verifier with a NUL": verifier("{VERIFIER_S256}\0"),
  "verifier minus one character": verifier("{VERIFIER_S256|chop}"),
  "verifier in another case": verifier("{VERIFIER_S256|swapcase}"),
  "unknown method": method("S512"),
  "method in lower case": method("s256"),
  "method with a space": method("S256 "),
  "method empty": method(""),
  "method none": method("none"),
  "method number": method(256),
  "method list": method(["S256"]),
  "method false": method(false),
  "method object": method({})
}

const badPlain: Redemptions = {
  "no verifier": verifier(without),
  "no verifier, method stated": { ...verifier(without), ...method("plain") },
  "verifier null": verifier(null),
  "wrong verifier": { ...verifier(other), ...method("plain") },
  "verifier minus one character": verifier("{VERIFIER_PLAIN|chop}"),
  "verifier plus one character": verifier("{VERIFIER_PLAIN}a"),
  "verifier in another case": verifier("{VERIFIER_PLAIN|swapcase}"),
  "method S256": method("S256"),
  "method in capitals": method("PLAIN")
}

const badWithoutPkce: Redemptions = {
  "a verifier": verifier("{VERIFIER_S256}"),
  "verifier null": verifier(null),
  "empty verifier": verifier(""),
  "method S256": method("S256"),
  "method plain": method("plain")
}

const refused = [
  [S256, badS256],
  [PLAIN, badPlain],
  [NO_PKCE, badWithoutPkce]
] as const

/** RFC 7636: the method stored with the code decides, and the exchange requires the verifier. */
export const pkce: Family = ({ asks, request }) => [
  ...taken.flatMap(([code, redemptions]) =>
    each(redemptions, (name, fields) =>
      asks(`${code.kind}: right verifier, ${name}`, redeeming(code, fields), minted, {
        basis: "spec",
        setup: code.setup
      })
    )
  ),
  ...refused.flatMap(([code, redemptions]) =>
    each(redemptions, (name, fields) =>
      asks(`${code.kind}: ${name} is refused`, redeeming(code, fields), badRequest, {
        setup: code.setup,
        follow: [{ request: request(redeeming(code)), expect: minted }]
      })
    )
  )
]
