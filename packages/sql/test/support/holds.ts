import { KeyHash, OrganizationId, Usd, UserId, WorkspaceId } from "@tollgate/core"
import { type Admission, holdIdAt, type ScopeRef, type ScopeTerms, unlimited } from "@tollgate/core/storage"

export const own = OrganizationId.make("11111111-1111-4111-8111-111111111111")
export const other = OrganizationId.make("33333333-3333-4333-8333-333333333333")
const workspace_id = WorkspaceId.make("22222222-2222-4222-8222-222222222222")

/** 2026-05-31T12:00:00Z */
export const START = Date.UTC(2026, 4, 31, 12)

const ref = (organization_id: OrganizationId, kind: ScopeRef["kind"], subject: string): ScopeRef => ({
  organization_id,
  kind,
  guardrail_id: null,
  subject
})

/** The scopes of a hold: the key's, and the organization's. */
export const refsOf = (organization: OrganizationId, letter = "a") =>
  [ref(organization, "key", letter.repeat(64)), ref(organization, "organization", organization)] as const

/** An id that differs for each number of an organization. */
export const idOf = (organization: OrganizationId, number: number, at = START) =>
  holdIdAt(at, Uint8Array.of(0, 0, 0, 0, 0, organization === own ? 1 : 2, number >> 16, number >> 8, number, 0))

export const limited = (dollars: number): ScopeTerms => ({
  ...unlimited,
  limits: { ...unlimited.limits, lifetime: Usd.fromNumber(dollars) }
})

interface Asked {
  readonly amount?: number
  readonly now?: number
  readonly lease_seconds?: number
  readonly key?: string
}

/** An admission of $1 to a key and its organization. */
export const admission = (
  organization_id: OrganizationId,
  number: number,
  { amount = 1, key = "a", lease_seconds = 600, now = START }: Asked = {}
): Admission => ({
  terms: {
    id: idOf(organization_id, number),
    organization_id,
    workspace_id,
    key_hash: KeyHash.make(key.repeat(64)),
    user_id: UserId.make("ada"),
    models: ["acme/writer"],
    provider: null,
    instance: null,
    labels: {},
    asked: Usd.fromNumber(amount),
    lease_seconds,
    variant: 0
  },
  scopes: refsOf(organization_id, key).map((ref) => ({ ref, terms: unlimited, version: null })),
  charge: "own",
  plan: [null],
  providers: null,
  now,
  dry_run: false
})
