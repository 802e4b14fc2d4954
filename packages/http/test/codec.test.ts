import { operations } from "@tollgate/http"
import { codecContract } from "@tollgate/testing/contracts"
import { Option, Schema } from "effect"

for (const { endpoint, id } of operations) {
  codecContract(`what ${id} answers`, endpoint.successSchema)
  const { payloadSchema } = endpoint
  if (Option.isSome(payloadSchema)) codecContract(`what ${id} takes`, Schema.make(payloadSchema.value.ast))
}
