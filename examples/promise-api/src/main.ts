import { createHash, randomBytes } from "node:crypto"
import { CodeRefused, Tollgate } from "@tollgate/node"

// With `{ file: "./tollgate.db" }` the accounts are kept; these end with the gate.
await using gate = await Tollgate.open({ memory: true })

const { key: managementKey, organization } = await gate.createOrganization({ name: "Acme", owner_user_id: "ada" })
const account = gate.withKey(managementKey)

// A key that may spend five dollars a day, and then twenty-five.
const { data: key } = await account.keys.create({ name: "Docs assistant", limit: 5, limit_reset: "daily" })
await gate.asOrganization(organization.id).keys.recordUsage(key.hash, { usage: 1.25 }) // for the host alone
const raised = await account.keys.update(key.hash, { limit: 25 })
console.log(`${raised.name} has ${raised.limit_remaining} of ${raised.limit} dollars left today.`)

// An application shows a challenge, gets a code after its user's consent, and proves itself by the verifier (PKCE).
await account.organization.addMember({ user_id: "grace" })
const verifier = randomBytes(32).toString("base64url")
const { id: code } = await account.oauth.createCode({
  callback_url: "https://app.example/callback",
  code_challenge: createHash("sha256").update(verifier).digest("base64url"),
  user_id: "grace",
  limit: 10
})
const exchanged = await account.oauth.exchangeCode({ code, code_verifier: verifier })
console.log(`The application acts for ${exchanged.user_id} with a key of its own, ${exchanged.key.slice(0, 6)}…`)

// A refusal is the tagged error itself.
try {
  await account.oauth.exchangeCode({ code, code_verifier: verifier })
} catch (error) {
  if (!(error instanceof CodeRefused)) throw error
  console.log(`${error._tag}: ${error.message}`)
}
