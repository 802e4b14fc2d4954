import * as Either from "effect/Either"
import { Provider } from "../byok/Provider.js"
import type { Guardrail } from "../guardrails/Guardrail.js"
import { PolicyRefused } from "./PolicyRefused.js"

/** A guardrail that applies to a request, and to whom. */
export interface AppliedGuardrail {
  readonly guardrail: Guardrail
  readonly scope: "guardrail_key" | "guardrail_member"
}

/** The parts of a request that policies judge. */
export interface JudgedRequest {
  /** The names of each model that is judged: the text as sent, and the id that the price book resolves it to, if it has one. */
  readonly models: ReadonlyArray<ReadonlyArray<string>>
  readonly provider: Provider | null
  readonly zdr: boolean
}

type Names = ReadonlyArray<string>

/** Refused if any name is ignored, allowed if any name is allowed. Slugs are compared exactly. */
const isAllowed = (names: Names, allowed: Names | null, ignored: Names | null): boolean =>
  !names.some((name) => ignored?.includes(name)) && (allowed === null || names.some((name) => allowed.includes(name)))

/** The providers that a guardrail leaves of those that are allowed so far. Null means all. */
const allowedBy = (
  { allowed_providers, ignored_providers }: Guardrail,
  before: ReadonlyArray<Provider> | null
): ReadonlyArray<Provider> | null =>
  allowed_providers === null && (ignored_providers ?? []).length === 0
    ? before
    : (before ?? Provider.literals).filter((provider) => isAllowed([provider], allowed_providers, ignored_providers))

/**
 * Judges a request by every guardrail that applies to it: its models, its provider, and whether endpoints have zero data
 * retention. Returns the providers that all of them allow, which bind a caller that names none; null means no restriction.
 */
export const judgePolicy = (
  applied: ReadonlyArray<AppliedGuardrail>,
  { models, provider, zdr }: JudgedRequest
): Either.Either<ReadonlyArray<Provider> | null, PolicyRefused> => {
  let providers: ReadonlyArray<Provider> | null = null
  for (const { guardrail, scope } of applied) {
    const refuse = (reason: PolicyRefused["reason"]) =>
      Either.left(new PolicyRefused({ reason, guardrail_id: guardrail.id, scope }))
    const { allowed_models, ignored_models } = guardrail
    if (models.some((names) => !isAllowed(names, allowed_models, ignored_models))) return refuse("model_not_allowed")
    providers = allowedBy(guardrail, providers)
    const isRefused = provider === null ? providers?.length === 0 : providers?.includes(provider) === false
    if (isRefused) return refuse("provider_not_allowed")
    if (guardrail.enforce_zdr === true && !zdr) return refuse("zdr_required")
  }
  return Either.right(providers)
}
