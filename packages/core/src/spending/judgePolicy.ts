import * as Either from "effect/Either"
import { Provider } from "../byok/Provider.js"
import type { Guardrail } from "../guardrails/Guardrail.js"
import { PolicyRefused } from "./PolicyRefused.js"

/** A guardrail that applies to a request, and to whom. */
export interface AppliedGuardrail {
  readonly guardrail: Guardrail
  readonly scope: "guardrail_key" | "guardrail_member"
}

/** A model of a request, by its names. */
export interface JudgedModel {
  /** For each model that it may be the text as sent, and the id of its card, if it has one. What is allowed is compared with them exactly. */
  readonly meant: ReadonlyArray<ReadonlyArray<string>>
  /**
   * Every name that it falls under, in lower case: the text as sent, and the ids and aliases that the price book knows for it, with and
   * without variants and dates. What is ignored is compared with them.
   */
  readonly names: ReadonlySet<string>
}

/** The parts of a request that policies judge. */
export interface JudgedRequest {
  /** Not read if no guardrail restricts models. */
  readonly models: ReadonlyArray<JudgedModel>
  readonly provider: Provider | null
  readonly zdr: boolean
}

const isAllowed = (
  { meant, names }: JudgedModel,
  { allowed_models: allowed, ignored_models: ignored }: Guardrail
): boolean =>
  !ignored?.some((name) => names.has(name.toLowerCase())) &&
  (allowed === null || meant.every((ids) => ids.some((id) => allowed.includes(id))))

/** The providers that a guardrail leaves of those that are allowed so far. Null means all. */
const allowedBy = (
  { allowed_providers, ignored_providers }: Guardrail,
  before: ReadonlyArray<Provider> | null
): ReadonlyArray<Provider> | null =>
  allowed_providers === null && (ignored_providers ?? []).length === 0
    ? before
    : (before ?? Provider.literals).filter(
        (slug) => !ignored_providers?.includes(slug) && (allowed_providers === null || allowed_providers.includes(slug))
      )

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
    if (!models.every((model) => isAllowed(model, guardrail))) return refuse("model_not_allowed")
    providers = allowedBy(guardrail, providers)
    const isRefused = provider === null ? providers?.length === 0 : providers?.includes(provider) === false
    if (isRefused) return refuse("provider_not_allowed")
    if (guardrail.enforce_zdr === true && !zdr) return refuse("zdr_required")
  }
  return Either.right(providers)
}
