import type { Account } from "../Account.js"
import type { Fields } from "../Change.js"
import { newRecord } from "../Expectation.js"

/** The body of a request of the account's ordinary key for a small amount, with other fields. */
export const newHold = ({ PLAIN_KEY }: Account, fields: object = {}): { readonly body: string } => ({
  body: JSON.stringify({ key: PLAIN_KEY, amount: 0.001, models: ["acme/writer"], ...fields })
})

/** The answer to an admitted request, some of whose hold's fields are given. */
export const admitted = (fields: Fields = {}, repeated = false) => {
  const { json, status } = newRecord({ state: "open", cost: null, ...fields })
  return {
    status,
    json: { ...json, repeated, "key_holder.kind": "ordinary", "key_holder.key.is_management_key": false }
  }
}
