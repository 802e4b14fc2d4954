import { WebhookSenderHttp, webhookRules } from "@tollgate/http"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { databaseLayer, toChange, toRead } from "../database/databaseLayer.js"
import { requireExisting } from "../database/requireExisting.js"
import { logging } from "../settings/logging.js"
import { read } from "../settings/Setting.js"
import { webhookPrivate } from "../settings/settings.js"
import type { AnyAccount } from "./AnyAccount.js"
import { databaseAccount } from "./databaseAccount.js"
import type { Place } from "./Place.js"

// Logged to standard error, as the variables of the log say.
const log = logging({ log: Option.none(), logFormat: Option.none() })

/** Where webhooks may be sent, and what sends the message of a test. Alerts are delivered by servers and open gates. */
const webhooks = Layer.unwrapEffect(
  Effect.map(read(webhookPrivate, Option.none()), (isAllowed) =>
    Layer.provideMerge(WebhookSenderHttp.layer(), webhookRules(isAllowed))
  )
)

/** Uses the account in the database that the flags name. */
export const inDatabase = <A>(
  place: Place,
  isReading: boolean,
  use: (account: AnyAccount) => Effect.Effect<A, Error>
) =>
  requireExisting(
    Effect.flatMap(databaseAccount(place), use).pipe(
      Effect.provide(webhooks),
      Effect.provide(databaseLayer(place, isReading ? toRead : toChange))
    )
  ).pipe(Effect.provide(log))
