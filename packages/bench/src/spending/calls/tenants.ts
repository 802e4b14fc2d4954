import type { Account } from "@tollgate/client"
import type { Tollgate } from "@tollgate/node"
import { byCallers } from "../groupCommit.js"

/** A key whose requests are charged to five scopes: itself, a guardrail for it, one for its member, its workspace and its organization. */
export interface Spender {
  /** The text of the key. */
  readonly secret: string
  readonly hash: string
  readonly organization: string
  readonly workspace: string
  readonly user: string
  /** The guardrail that is assigned to the key and to its member. */
  readonly guardrail: string
}

/** How many organizations there are, and how many keys each has. */
export interface Tenants {
  readonly organizations: number
  readonly keys: number
  /** The most open holds of each key, guardrail and workspace. @default null, no limit */
  readonly max_in_flight?: number | null
  /** Which of the five scopes have a limit, which no run reaches. @default those of the key and of guardrails */
  readonly limited?: "all" | "none"
}

/** An organization without keys that spend, and its account. */
export interface OpenedTenant {
  readonly id: string
  readonly account: Pick<Account, "byok" | "guardrails" | "keys" | "workspaces">
}

/** Slug of the provider of every request. */
export const PROVIDER = "openai"
/** Credentials that each workspace stores for it. They are in the plan of `any`, and not in that of `own`. */
export const STORED = 3
/** A limit in USD that no run reaches. */
const NO_LIMIT = 1_000_000
const USER = "ada"
/** How many keys are created at the same time in an organization, and in how many organizations. */
const [CALLERS, OPENED] = [64, 8]
/** How many keys one call assigns. */
const ASSIGNED = 1_000

/** Fills an organization of `ada` with keys, a guardrail for each and their member, and stored credentials. */
const fill = async (
  { account, id: organization }: OpenedTenant,
  { keys: count, limited, max_in_flight = null }: Tenants
) => {
  const { byok, guardrails, keys, workspaces } = account
  const limit = limited === "none" ? null : NO_LIMIT
  const limits = { limit_usd: limit, reset_interval: limit === null ? null : ("daily" as const), max_in_flight }
  const guardrail = (await guardrails.create({ name: "Limit", ...limits })).id
  const spenders: Array<Spender> = []
  await byCallers(CALLERS, count, async () => {
    const { data, key } = await keys.create({ name: "Spender", limit, max_in_flight })
    const { hash, workspace_id: workspace } = data
    spenders.push({ secret: key, hash, organization, workspace, user: USER, guardrail })
  })
  const hashes = spenders.map(({ hash }) => hash)
  for (let from = 0; from < count; from += ASSIGNED) {
    await guardrails.assignKeys(guardrail, { key_hashes: hashes.slice(from, from + ASSIGNED) })
  }
  await guardrails.assignMembers(guardrail, { member_user_ids: [USER] })
  if (limited === "all") await workspaces.setBudget("default", "monthly", { limit_usd: NO_LIMIT })
  if (max_in_flight !== null) await workspaces.update("default", { max_in_flight })
  for (let stored = 0; stored < STORED; stored++) await byok.create({ provider: PROVIDER, key: `sk-${stored}` })
  return spenders
}

/** Creates organizations with keys that spend. Neighbours in the list are of different organizations. */
export const createTenants = async (
  open: (owner: string) => Promise<OpenedTenant>,
  tenants: Tenants
): Promise<ReadonlyArray<Spender>> => {
  const filled: Array<ReadonlyArray<Spender>> = []
  await byCallers(OPENED, tenants.organizations, async () => {
    filled.push(await fill(await open(USER), tenants))
  })
  return Array.from({ length: tenants.keys }, (_, key) => filled.flatMap((of) => of.slice(key, key + 1))).flat()
}

/** The same in an open gate. */
export const tenantsOf = (gate: Tollgate, tenants: Tenants): Promise<ReadonlyArray<Spender>> =>
  createTenants(async (owner_user_id) => {
    const { organization } = await gate.createOrganization({ name: "Tenant", owner_user_id })
    if (tenants.limited === "all") {
      await gate.organizations.setBudget(organization.id, "monthly", { limit_usd: NO_LIMIT })
    }
    return { id: organization.id, account: gate.asOrganization(organization.id) }
  }, tenants)
