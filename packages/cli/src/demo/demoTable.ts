import type { DemoAccount } from "./demoAccount.js"

const rows = ({ ours, theirs, vars }: DemoAccount): ReadonlyArray<readonly [string, string, string]> => [
  ["Northwind Labs", "organization", ours.organization.id],
  ["", "management key", vars.MGMT_KEY],
  ["", "read-only key", vars.READ_ONLY_KEY],
  ["", "workspace default", ours.workspace.id],
  ["", "workspace research", ours.research.id],
  ["Keys", "Research notebooks", vars.PLAIN_KEY],
  ["", "… its hash", vars.PLAIN_KEY_HASH],
  ["", "Support assistant", vars.KEY_HASH],
  ["", "disabled", vars.DISABLED_KEY],
  ["", "expired", vars.EXPIRED_KEY],
  ["Gateway", "gateway key", vars.GATEWAY_KEY],
  ["", "an open hold", vars.HOLD_ID],
  ["Runs", "a sub-agent", vars.RUN_PATH],
  ["Credentials", "OpenAI", vars.BYOK_ID],
  ["Guardrails", "Interns", vars.GUARDRAIL_ID],
  ["", "a member under it", vars.MEMBER_USER_ID],
  ["OAuth", "code (S256)", vars.CODE_S256],
  ["", "its verifier", vars.VERIFIER_S256],
  ["Contoso Media", "management key", vars.OTHER_MGMT_KEY],
  ["", "workspace studio", theirs.studio.id],
  ["", "guardrail", theirs.guardrail.id]
]

/** The ids and keys of the demo account in three columns, and the database that holds them. */
export const demoTable = (account: DemoAccount, database: string): string => {
  const lines = rows(account).map(([group, name, value]) => `${group.padEnd(16)}${name.padEnd(22)}${value}`)
  return [
    ...lines,
    "",
    `The data is in the database ${database}. Serve it with \`tollgate serve\` and the same database.`,
    "Codes expire after ten minutes. --json prints more ids and secrets."
  ].join("\n")
}
