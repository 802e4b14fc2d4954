import { counting } from "./counting.js"
import type { Dialect } from "./dialects.js"

/** Webhooks, and the deliveries of alerts to each. */
export const webhooks = (dialect: Dialect) => {
  const { bytes, count, flag, jsonArrayOrNull, oneOf, table, text, textOf, time, uuid } = dialect
  return [
    table(
      "webhooks",
      uuid("id"),
      uuid("organization_id"),
      textOf(255)("name", "NULL"),
      textOf(2048)("url"),
      text("label"),
      jsonArrayOrNull("kinds"),
      jsonArrayOrNull("scopes"),
      flag("disabled"),
      time("created_at"),
      bytes("sealed"),
      "PRIMARY KEY (id)",
      "UNIQUE (organization_id, id)",
      "FOREIGN KEY (organization_id) REFERENCES organizations (id)"
    ),
    "CREATE INDEX webhooks_newest_first ON webhooks (organization_id, created_at DESC, id)",
    ...counting(dialect, { table: "webhooks", lists: [{ name: "'webhooks'" }] }),
    table(
      "webhook_deliveries",
      uuid("id"),
      uuid("organization_id"),
      uuid("webhook_id"),
      // Of an alert: 32 hexadecimal digits.
      textOf(32, 32)("alert_id"),
      oneOf("pending", "delivered", "failed")("state"),
      count("attempts"),
      time("next_at", "NULL"),
      time("leased_until", "NULL"),
      time("created_at"),
      time("ended_at", "NULL"),
      count("status", "NULL"),
      textOf(200)("error", "NULL"),
      "PRIMARY KEY (id)",
      // An alert is sent to a webhook once, whoever finds it first.
      "UNIQUE (organization_id, webhook_id, alert_id)",
      // Without a foreign key: deliveries of a deleted webhook are deleted a few at a time, and may be hundreds of thousands.
      "CHECK ((state = 'pending') = (next_at IS NOT NULL) AND (state = 'pending') = (ended_at IS NULL))"
    ),
    `CREATE INDEX webhook_deliveries_newest_first
  ON webhook_deliveries (organization_id, webhook_id, created_at DESC, id)`,
    `CREATE INDEX webhook_deliveries_of_state_newest_first
  ON webhook_deliveries (organization_id, webhook_id, state, created_at DESC, id)`,
    // What is due, and what retention deletes, of all organizations.
    "CREATE INDEX webhook_deliveries_due ON webhook_deliveries (next_at) WHERE state = 'pending'",
    // What is due of one webhook, and from each webhook to the next one that has something.
    "CREATE INDEX webhook_deliveries_pending ON webhook_deliveries (webhook_id, next_at) WHERE state = 'pending'",
    "CREATE INDEX webhook_deliveries_ended ON webhook_deliveries (ended_at) WHERE ended_at IS NOT NULL",
    ...counting(dialect, {
      table: "webhook_deliveries",
      changing: "state",
      lists: [
        { name: "'deliveries of ' || ROW.webhook_id" },
        { name: "ROW.state || ' deliveries of ' || ROW.webhook_id" }
      ]
    })
  ]
}
