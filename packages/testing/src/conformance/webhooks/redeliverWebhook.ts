import { is, notFound, record, refusedFor } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { LIMIT, limited } from "../families/rateLimit.js"
import { UNKNOWN_UUID } from "../Ids.js"
import type { Run } from "../Run.js"
import { about, type Cases } from "../Subject.js"
import { webhookId } from "./webhook.js"

interface Delivered {
  readonly own: string
  readonly delivery: string
}

const ofAccount = ({ account }: Run): Delivered => ({ own: account.WEBHOOK_ID, delivery: account.DELIVERY_ID })

const outcomes: Cases<Delivered> = ({ asks, testIdle }) => {
  const noDelivery = (name: string, delivery: (run: Run) => string) =>
    asks(
      `no delivery of the webhook: ${name}`,
      ({ own, run }) => ({ path: `/webhooks/${own}/deliveries/${delivery(run)}/redeliver` }),
      { ...notFound, json: { "error.metadata.reason": "delivery_not_found" } }
    )
  return [
    ...[UNKNOWN_UUID, "null", "abc"].map((id) => noDelivery(id, () => id)),
    noDelivery("another organization's", ({ account }) => account.OTHER_DELIVERY_ID),
    noDelivery("the webhook", ({ account }) => account.WEBHOOK_ID),
    testIdle("in upper case", async ({ api, of, own }) => {
      const path = `/webhooks/${own}/deliveries/${of.delivery.toUpperCase()}/redeliver`
      await api.post(path, undefined, record({ id: of.delivery, state: "pending" }))
    }),
    // On a server of its own.
    testIdle("rate limit: a request over the limit", async ({ run }) => {
      const own = await run.limited(LIMIT)
      const { delivery, own: id } = ofAccount(own)
      const { api } = own
      const path = `/webhooks/${id}/deliveries/${delivery}/redeliver`
      for (let n = 0; n < LIMIT; n++) await api.post(path, undefined, is(200))
      await api.post(path, undefined, limited)
    }),
    testIdle("none of a webhook that is disabled, for which nothing is pending any more", async ({ run }) => {
      const isolated = await run.isolated()
      const { delivery, own } = ofAccount(isolated)
      const { api } = isolated
      const path = `/webhooks/${own}/deliveries/${delivery}/redeliver`
      await api.post(path, undefined, record({ state: "pending" }))
      await api.patch(`/webhooks/${own}`, { disabled: true }, is(200))
      await api.post(path, undefined, refusedFor("webhook_disabled", "id"))
      await api.patch(`/webhooks/${own}`, { disabled: false }, is(200))
      await api.post(path, undefined, record({ state: "pending", attempts: 0, error: null }))
    })
  ]
}

export const redeliverWebhook = about<Delivered>(
  "redeliverWebhook",
  {
    ids: webhookId,
    given: ofAccount,
    path: ({ delivery }) => ({ delivery_id: delivery }),
    expect: ({ delivery }) => record({ id: delivery, state: "pending", ended_at: null })
  },
  general,
  ids,
  outcomes
)
