import { operations } from "@tollgate/http"
import { codecContract } from "@tollgate/testing/contracts"
import { Option, Schema } from "effect"
import { runs } from "../../../test/runs.js"

const numRuns = runs(10, 40)

for (const { endpoint, id } of operations) {
  codecContract(`what ${id} answers`, endpoint.successSchema, { numRuns })
  const { payloadSchema } = endpoint
  if (Option.isSome(payloadSchema)) codecContract(`what ${id} takes`, Schema.make(payloadSchema.value.ast), { numRuns })
}
