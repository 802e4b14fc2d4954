import type { Account } from "../Account.js"
import type { Fields } from "../Change.js"
import { badRequest } from "../Expectation.js"
import type { Cases } from "../Subject.js"
import { type Code, codes, minted, redeeming } from "./redemption.js"

/** Fields of exchanges, by what is unusual about them. */
type Redemptions = (account: Account, verifier: string) => Readonly<Record<string, Fields>>

type Kind = keyof typeof codes

/** Leaves the field out. */
const without = undefined
const method = (code_challenge_method: unknown) => ({ code_challenge_method })
const verifier = (code_verifier: unknown) => ({ code_verifier })
const chopped = (text: string) => text.slice(0, -1)
const swapped = (text: string) =>
  Array.from(text, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase())).join("")

const taken: Readonly<Record<Kind, Readonly<Record<string, Fields>>>> = {
  S256: { "method stated": method("S256"), "method null": method(null), "no method": {} },
  plain: { "method stated": method("plain"), "method null": method(null), "no method": {} },
  "no PKCE": { "the code alone": {}, "method null": method(null) }
}

const badS256: Redemptions = ({ CHALLENGE_S256: challenge, VERIFIER_OTHER: other }, right) => ({
  "no verifier": verifier(without),
  "verifier null": verifier(null),
  "verifier number": verifier(1),
  "verifier list": verifier([right]),
  "verifier object": verifier({}),
  "empty verifier": verifier(""),
  "wrong verifier": verifier(other),
  "wrong verifier, method stated": { ...verifier(other), ...method("S256") },
  "challenge sent as verifier": verifier(challenge),
  "challenge sent as verifier, method stated": { ...verifier(challenge), ...method("S256") },
  "challenge sent as verifier, method plain": { ...verifier(challenge), ...method("plain") },
  "right verifier, method plain": method("plain"),
  "verifier of 42 characters": verifier("a".repeat(42)),
  "verifier of 129 characters": verifier("a".repeat(129)),
  "verifier with a plus": verifier(`${"a".repeat(42)}+`),
  "verifier with padding": verifier(`${right}=`),
  "verifier with a leading space": verifier(` ${right}`),
  "verifier with a trailing space": verifier(`${right} `),
  "verifier with a newline": verifier(`${right}\n`),
  "verifier with a NUL": verifier(`${right}\0`),
  "verifier minus one character": verifier(chopped(right)),
  "verifier in another case": verifier(swapped(right)),
  "unknown method": method("S512"),
  "method in lower case": method("s256"),
  "method with a space": method("S256 "),
  "method empty": method(""),
  "method none": method("none"),
  "method number": method(256),
  "method list": method(["S256"]),
  "method false": method(false),
  "method object": method({})
})

const badPlain: Redemptions = ({ VERIFIER_OTHER: other }, right) => ({
  "no verifier": verifier(without),
  "no verifier, method stated": { ...verifier(without), ...method("plain") },
  "verifier null": verifier(null),
  "wrong verifier": { ...verifier(other), ...method("plain") },
  "verifier minus one character": verifier(chopped(right)),
  "verifier plus one character": verifier(`${right}a`),
  "verifier in another case": verifier(swapped(right)),
  "method S256": method("S256"),
  "method in capitals": method("PLAIN")
})

const badWithoutPkce: Redemptions = ({ VERIFIER_S256 }) => ({
  "a verifier": verifier(VERIFIER_S256),
  "verifier null": verifier(null),
  "empty verifier": verifier(""),
  "method S256": method("S256"),
  "method plain": method("plain")
})

const refused: Readonly<Record<Kind, Redemptions>> = { S256: badS256, plain: badPlain, "no PKCE": badWithoutPkce }

/** For the names alone. */
const named = { CHALLENGE_S256: "", VERIFIER_OTHER: "", VERIFIER_S256: "" } as Account

const kinds = ["S256", "plain", "no PKCE"] as const

/** RFC 7636: the method stored with the code decides, and the exchange requires the verifier. */
export const pkce: Cases<Code> = ({ testIdle }) =>
  kinds.flatMap((kind) => [
    ...Object.entries(taken[kind]).map(([name, fields]) =>
      testIdle(`${kind}: right verifier, ${name}`, async ({ api, request, run }) =>
        api.send(request(redeeming(await codes[kind](run), fields)), minted)
      )
    ),
    ...Object.keys(refused[kind](named, "")).map((name) =>
      testIdle(`${kind}: ${name} is refused`, async ({ account, api, request, run }) => {
        const code = await codes[kind](run)
        const fields = refused[kind](account, code.verifier ?? "")[name]
        await api.send(request(redeeming(code, fields)), badRequest)
        await api.send(request(redeeming(code)), minted)
      })
    )
  ])
