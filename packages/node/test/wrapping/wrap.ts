import type { Account, GatewayAccount } from "@tollgate/client"

/** The Promise API as a package would wrap and export it. Its declaration names every type that a method takes or answers. */
export const wrap = (account: Account, gateway: GatewayAccount) => ({
  account: {
    organization: { ...account.organization },
    workspaces: { ...account.workspaces },
    keys: { ...account.keys },
    oauth: { ...account.oauth },
    byok: { ...account.byok },
    guardrails: { ...account.guardrails },
    presets: { ...account.presets },
    images: { ...account.images },
    prices: { ...account.prices },
    spending: { ...account.spending },
    budgets: { ...account.budgets },
    activity: { ...account.activity },
    alerts: { ...account.alerts },
    audit: { ...account.audit },
    webhooks: { ...account.webhooks }
  } satisfies Account,
  gateway: { spending: { ...gateway.spending } } satisfies GatewayAccount
})
