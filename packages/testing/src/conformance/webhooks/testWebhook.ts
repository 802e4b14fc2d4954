import * as Schema from "effect/Schema"
import { ok, record } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"
import { given, webhookId } from "./webhook.js"

/** No one answers at the address of the account's webhook. */
const unanswered = ok({
  data: Schema.Struct({ delivered: Schema.Literal(false), status: Schema.Null, error: Schema.String })
})

export const testWebhook = about(
  "testWebhook",
  {
    ids: webhookId,
    given,
    expect: () => ({ ...unanswered, absent: ["hooks.", "whsec_"] }),
    reading: ({ own, run }) => ({
      sent: { method: "GET", path: `/webhooks/${own}/deliveries`, headers: run.manager }
    })
  },
  general,
  ids,
  rateLimit,
  ({ test }) => [
    test("also of a webhook that is disabled", async ({ api, made }) => {
      const id = await made.webhook({ disabled: true })
      await api.post(`/webhooks/${id}/test`, undefined, unanswered)
      await api.get(`/webhooks/${id}`, record({ disabled: true }))
      await api.delete(`/webhooks/${id}`, { status: 200 })
    })
  ]
)
