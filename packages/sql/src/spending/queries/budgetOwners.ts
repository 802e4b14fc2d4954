import type { ScopeKind } from "@tollgate/core/storage"

/** What has budgets of a kind, as the tables of its records say. */
export interface BudgetOwner {
  readonly kind: ScopeKind
  /** The tables, in the order in which a row of each is looked up by those before it, by a condition if it is not that of the scope. */
  readonly tables: ReadonlyArray<readonly [table: string, where?: string]>
  readonly organization: string
  readonly subject: string
  readonly guardrail: string
  readonly workspace: string
  readonly name: string
  /** Conditions on which its budgets are in force at an instant, for which `?` stands. */
  readonly inForce: string | null
  /** Of records that state the limit, which is then in one window. Null if the scope alone has limits. */
  readonly terms: { readonly limit: string; readonly reset: string } | null
}

const isPresent = (key: string) => `(${key}.expires_at IS NULL OR ${key}.expires_at > ?)`

const guardrailTerms = { limit: "g.limit_usd", reset: "g.reset_interval" }

/** From keys to the organization. */
export const budgetOwners: ReadonlyArray<BudgetOwner> = [
  {
    kind: "key",
    tables: [["api_keys AS k"]],
    organization: "k.organization_id",
    subject: "k.hash",
    guardrail: "''",
    workspace: "k.workspace_id",
    name: "k.name",
    inForce: isPresent("k"),
    terms: { limit: 'k."limit"', reset: "k.limit_reset" }
  },
  {
    kind: "guardrail_key",
    tables: [
      ["guardrails AS g"],
      ["guardrail_key_assignments AS a", "a.guardrail_id = g.id"],
      ["api_keys AS k", "k.hash = a.key_hash"]
    ],
    organization: "g.organization_id",
    subject: "a.key_hash",
    guardrail: "g.id",
    workspace: "g.workspace_id",
    name: "g.name",
    inForce: isPresent("k"),
    terms: guardrailTerms
  },
  {
    kind: "guardrail_member",
    tables: [["guardrails AS g"], ["guardrail_members AS a", "a.guardrail_id = g.id"]],
    organization: "g.organization_id",
    subject: "a.user_id",
    guardrail: "g.id",
    workspace: "g.workspace_id",
    name: "g.name",
    inForce: null,
    terms: guardrailTerms
  },
  {
    kind: "run",
    tables: [["workspaces AS w", "w.id = substr(t.subject, 1, 36)"]],
    organization: "w.organization_id",
    subject: "t.subject",
    guardrail: "''",
    workspace: "w.id",
    name: "substr(t.subject, 38)",
    inForce: "t.stopped = FALSE AND (t.ends_at IS NULL OR t.ends_at > ?)",
    terms: null
  },
  {
    kind: "workspace",
    tables: [["workspaces AS w"]],
    organization: "w.organization_id",
    subject: "w.id",
    guardrail: "''",
    workspace: "w.id",
    name: "w.name",
    inForce: null,
    terms: null
  },
  {
    kind: "organization",
    tables: [["organizations AS o"]],
    organization: "o.id",
    subject: "o.id",
    guardrail: "''",
    workspace: "NULL",
    name: "o.name",
    inForce: null,
    terms: null
  }
]
