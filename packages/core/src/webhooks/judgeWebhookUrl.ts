import type * as Context from "effect/Context"
import type { WebhookRules } from "./WebhookRules.js"

/** The longest URL of a webhook, in characters. */
export const MAX_WEBHOOK_URL = 2048

/** What the URL of a webhook is. */
export const WEBHOOK_URL = `an https URL of at most ${MAX_WEBHOOK_URL} visible ASCII characters, with a host and without a user, a password or a fragment`

const PRIVATE_URL = WEBHOOK_URL.replace("an https URL", "an http or https URL")

const OTHERS =
  "A server takes others with --webhook-private, and a command on a database with TOLLGATE_WEBHOOK_PRIVATE=true"

const PUBLIC = `a URL whose address is one of the public internet: this one is private, local or reserved. ${OTHERS}`

const SECURE = `an https URL: this one is http. ${OTHERS}`

// A host without /, ?, #, \ and @, and what follows without # and \. The parser would take tabs and backslashes as well, and make a host of what
// follows a single slash.
const form = /^(https?):\/\/([\x21\x22\x24-\x2e\x30-\x3e\x41-\x5b\x5d-\x7e]+)(?:[/?][\x21\x22\x24-\x5b\x5d-\x7e]*)?$/i

/** The IP address that a URL names; null if it names a host. */
const addressOf = ({ hostname }: URL): string | null => {
  if (hostname.startsWith("[")) return hostname.slice(1, -1)
  // The parser writes every form of an IPv4 address as four numbers.
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) ? hostname : null
}

/**
 * Judges the URL of a webhook. Names are not looked up: what they resolve to is judged at each connection.
 *
 * @returns What is expected in place of the URL; null if it is accepted.
 * @example
 * import { judgeWebhookUrl } from "@tollgate/core"
 *
 * export const problem = judgeWebhookUrl("https://hooks.example.com/a", {
 *   isPrivateAllowed: false,
 *   isGlobalUnicast: () => false
 * }) // null
 */
export const judgeWebhookUrl = (
  url: string,
  { isGlobalUnicast, isPrivateAllowed }: Context.Tag.Service<WebhookRules>
): string | null => {
  const parts = url.length <= MAX_WEBHOOK_URL ? form.exec(url) : null
  if (parts === null || !URL.canParse(url)) return isPrivateAllowed ? PRIVATE_URL : WEBHOOK_URL
  if (parts[1]?.toLowerCase() !== "https" && !isPrivateAllowed) return SECURE
  const address = addressOf(new URL(url))
  return address === null || isPrivateAllowed || isGlobalUnicast(address) ? null : PUBLIC
}

/** What logs and the audit log show of a URL: its path may be a secret. */
export const originOf = (url: string): string => new URL(url).origin
