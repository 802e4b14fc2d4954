import * as Schema from "effect/Schema"
import { ok, TIME, UUID } from "../Expectation.js"
import { general } from "../families/general.js"
import { ids } from "../families/ids.js"
import { rateLimit } from "../families/rateLimit.js"
import { about } from "../Subject.js"
import { given, webhookId } from "./webhook.js"

/** The whole record, as it must be whatever the contract's own schema says. */
const Whole = Schema.Struct({
  id: Schema.String.pipe(Schema.pattern(UUID)),
  name: Schema.NullOr(Schema.String),
  url: Schema.String.pipe(Schema.pattern(/^https:\/\//)),
  label: Schema.String.pipe(Schema.pattern(/^whsec_.{3}\.\.\..{4}$/)),
  kinds: Schema.NullOr(Schema.Array(Schema.Literal("crossing", "refused", "unknown", "request"))),
  scopes: Schema.NullOr(Schema.Array(Schema.String)),
  disabled: Schema.Boolean,
  created_at: Schema.String.pipe(Schema.pattern(TIME))
})

export const getWebhook = about(
  "getWebhook",
  {
    ids: webhookId,
    given,
    expect: ({ own }) => ({ ...ok({ data: Whole }), json: { "data.id": own }, absent: ["sealed", "secret"] })
  },
  general,
  ids,
  rateLimit
)
