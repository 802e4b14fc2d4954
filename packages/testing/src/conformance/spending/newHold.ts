import type { Expectation } from "../Case.js"

/** Fields of a valid request for a small amount. */
export const FIELDS = { key: "{PLAIN_KEY}", amount: 0.001, models: ["acme/writer"] }

/** The body of a request with other fields. */
export const body = (fields: object) => ({ body: JSON.stringify({ ...FIELDS, ...fields }) })

/** The answer to an admitted request, some of whose hold's fields are given. */
export const admitted = (fields: Readonly<Record<string, unknown>> = {}, repeated = false): Expectation => ({
  status: 201,
  body: {
    data: { $shape: "Hold", $with: { state: "open", cost: null, ...fields } },
    repeated,
    plan: { $shape: "CredentialPlan" },
    providers: { $nullOr: { $each: { $type: "string" } } },
    key_holder: { $shape: "KeyHolder" },
    budgets: { $each: { $shape: "Budget" } }
  }
})
