import { record } from "../Expectation.js"
import { patches } from "../patches.js"
import { body } from "../Sent.js"
import type { Family } from "../Subject.js"
import { fields, given, webhookId } from "./webhook.js"

const set = {
  url: "https://hooks.example/changed",
  name: "Night shift",
  kinds: ["refused", "unknown"],
  scopes: ["key"],
  disabled: true
}
const cleared = { name: null, kinds: null, scopes: null, disabled: false }

const changes: Family = ({ keeps, test }) => [
  test("every field at once, then cleared", async ({ ask, shows }) => {
    await ask(body(set), shows(set))
    await ask(body(cleared), shows({ ...set, ...cleared }))
  }),
  keeps("the secret stays", body({ url: "https://hooks.example/other" }), ({ shows }) =>
    shows({ url: "https://hooks.example/other", label: /^whsec_/ })
  ),
  test("of another one, nothing changes", async ({ api, account, made }) => {
    const id = await made.webhook()
    await api.patch(`/webhooks/${id}`, { name: "Other" }, record({ id, name: "Other" }))
    await api.get(`/webhooks/${account.WEBHOOK_ID}`, record({ id: account.WEBHOOK_ID }))
    await api.delete(`/webhooks/${id}`, { status: 200 })
  })
]

export const updateWebhook = patches(
  "updateWebhook",
  {
    ids: webhookId,
    given,
    invalid: { disabled: true, url: "http://hooks.example/a" },
    fields: Object.keys(set),
    unknown: { secret: '"whsec_x"', sealed: '"x"' }
  },
  fields,
  changes
)
