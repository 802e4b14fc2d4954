import * as Context from "effect/Context"

interface Rules {
  /** Whether webhooks may also have http URLs and private addresses, for tests and inner networks. */
  readonly isPrivateAllowed: boolean
  /** Whether an IP address is one of the public internet. It judges addresses in URLs: those of names are judged at each connection. */
  readonly isGlobalUnicast: (address: string) => boolean
}

/**
 * The URLs that webhooks may have. By default https URLs only. Packages that send (`@tollgate/http`, `@tollgate/node`) provide the check of
 * addresses as well.
 */
export class WebhookRules extends Context.Reference<WebhookRules>()("@tollgate/core/WebhookRules", {
  defaultValue: (): Rules => ({ isPrivateAllowed: false, isGlobalUnicast: () => true })
}) {}
