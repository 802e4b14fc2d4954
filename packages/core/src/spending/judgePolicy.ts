import * as Either from "effect/Either"
import { Provider } from "../byok/Provider.js"
import type { Guardrail } from "../guardrails/Guardrail.js"
import { plainName } from "../prices/modelNames.js"
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
   * Every name that it falls under, as `plainName` has it: the text as sent, and the ids and aliases that the price book knows for it, with
   * and without dates and the variants that are asked for. What is ignored is compared with them.
   */
  readonly names: ReadonlySet<string>
}

/** The parts of a request that policies judge. */
export interface JudgedRequest {
  /** Not read if no guardrail restricts models. */
  readonly models: ReadonlyArray<JudgedModel>
  readonly provider: string | null
  readonly zdr: boolean
}

const isAllowed = (
  { meant, names }: JudgedModel,
  { allowed_models: allowed, ignored_models: ignored }: Guardrail
): boolean =>
  !ignored?.some((name) => names.has(plainName(name))) &&
  (allowed === null || meant.every((ids) => ids.some((id) => allowed.includes(id))))

/** The providers that guardrails leave to a request. */
export interface AllowedProviders {
  /**
   * Those that bind a request that states none. Null means no restriction. If providers are only ignored, they are the others that
   * credentials can be stored for: nobody knows all that there are.
   */
  readonly listed: ReadonlyArray<string> | null
  /** Whether a request that states the provider is allowed. */
  readonly allows: (provider: string) => boolean
}

const allowedProviders = (guardrails: ReadonlyArray<Guardrail>): AllowedProviders => {
  const lists = guardrails.flatMap(({ allowed_providers }) => (allowed_providers === null ? [] : [allowed_providers]))
  const ignored = new Set(guardrails.flatMap(({ ignored_providers }) => ignored_providers ?? []))
  const allows = (provider: string) => !ignored.has(provider) && lists.every((list) => list.includes(provider))
  if (lists.length === 0 && ignored.size === 0) return { listed: null, allows }
  return { listed: [...new Set(lists[0] ?? Provider.literals)].filter(allows).sort(), allows }
}

/**
 * Judges a request by every guardrail that applies to it: its models, its provider, and whether endpoints have zero data
 * retention. Returns the providers that all of them allow.
 */
export const judgePolicy = (
  applied: ReadonlyArray<AppliedGuardrail>,
  { models, provider, zdr }: JudgedRequest
): Either.Either<AllowedProviders, PolicyRefused> => {
  let providers = allowedProviders([])
  for (const [index, { guardrail, scope }] of applied.entries()) {
    const refuse = (reason: PolicyRefused["reason"]) =>
      Either.left(new PolicyRefused({ reason, guardrail_id: guardrail.id, scope }))
    if (!models.every((model) => isAllowed(model, guardrail))) return refuse("model_not_allowed")
    if (guardrail.allowed_providers !== null || guardrail.ignored_providers !== null) {
      providers = allowedProviders(applied.slice(0, index + 1).map((one) => one.guardrail))
      const isRefused = provider === null ? providers.listed?.length === 0 : !providers.allows(provider)
      if (isRefused) return refuse("provider_not_allowed")
    }
    if (guardrail.enforce_zdr === true && !zdr) return refuse("zdr_required")
  }
  return Either.right(providers)
}
