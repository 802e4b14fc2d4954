import * as Schema from "effect/Schema"
import { amounts } from "../families/amounts.js"
import { flag, interval, openHolds } from "../families/choices.js"
import { text } from "../families/texts.js"
import { hash } from "../Ids.js"
import { patches } from "../patches.js"
import { given, updatedKey } from "./apiKey.js"
import { bodies } from "./bodies.js"
import { changes } from "./changes.js"
import { details } from "./details.js"
import { lastManagementKey } from "./lastManagementKey.js"
import { otherKeys } from "./otherKeys.js"

export const updateKey = patches(
  "updateKey",
  {
    ids: hash,
    given,
    shows: (fields, { own }) =>
      updatedKey({
        hash: own,
        ...fields,
        ...(typeof fields["limit"] === "number" && { limit_remaining: Schema.Number })
      }),
    invalid: { disabled: true, limit: -1 },
    fields: ["name", "disabled", "limit", "limit_reset", "include_byok_in_limit", "max_in_flight", "expires_at"],
    unknown: {
      ...{ limt: "5", Limit: "1", "limit ": "1", include_byok: '"x"' },
      ...{
        is_management_key: "true",
        read_only: "false",
        is_read_only: "false",
        created_by: '"root"',
        last_used_at: "null"
      }
    },
    // A change of nothing reads the key.
    reading: ({ at, by, operation, own, run }) => ({
      sent: { method: operation.method, ...at(own), ...by(run.manager), body: "{}" },
      besides: "updated_at"
    })
  },
  text("name"),
  flag("disabled"),
  flag("include_byok_in_limit"),
  openHolds,
  interval("limit_reset"),
  amounts("limit"),
  details,
  bodies,
  changes,
  otherKeys,
  lastManagementKey
)
