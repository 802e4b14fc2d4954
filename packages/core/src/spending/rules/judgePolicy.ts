import * as Either from "effect/Either"
import { Provider } from "../../byok/Provider.js"
import type { Guardrail } from "../../guardrails/Guardrail.js"
import { plainName } from "../../prices/modelNames.js"
import type { ProviderRules } from "../model/HoldRecord.js"
import { PolicyRefused } from "../model/refusals.js"
import type { AppliedGuardrail } from "../model/Spender.js"

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

/** Whether a guardrail says which models a request may use. */
export const restrictsModels = ({ allowed_models, ignored_models }: Guardrail): boolean =>
  allowed_models !== null || (ignored_models !== null && ignored_models.length > 0)

/** A guardrail that restricts models refuses a request that names none: nobody knows what it uses. */
const allowsModels = (models: ReadonlyArray<JudgedModel>, guardrail: Guardrail): boolean =>
  !restrictsModels(guardrail) || (models.length > 0 && models.every((model) => isAllowed(model, guardrail)))

/** Whether a provider may serve a request. */
export const allowsProvider = ({ ignored_providers, providers }: ProviderRules, provider: string): boolean =>
  providers === null ? ignored_providers?.includes(provider) !== true : providers.includes(provider)

/**
 * The providers that bind a request that states none. Null means no restriction. If providers are only ignored, they are the others that
 * credentials can be stored for: nobody knows all that there are.
 */
export const listedProviders = (rules: ProviderRules): ReadonlyArray<string> | null =>
  rules.ignored_providers === undefined
    ? rules.providers
    : Provider.literals.filter((provider) => allowsProvider(rules, provider)).sort()

const rulesOf = (guardrails: ReadonlyArray<Guardrail>): ProviderRules => {
  const [first, ...others] = guardrails.flatMap(({ allowed_providers: allowed }) => (allowed === null ? [] : [allowed]))
  const ignored = new Set(guardrails.flatMap(({ ignored_providers }) => ignored_providers ?? []))
  if (first === undefined)
    return { providers: null, ignored_providers: ignored.size === 0 ? undefined : [...ignored].sort() }
  const isLeft = (provider: string) => !ignored.has(provider) && others.every((list) => list.includes(provider))
  return { providers: [...new Set(first)].filter(isLeft).sort() }
}

/**
 * Judges a request by every guardrail that applies to it: its models, its provider, and whether endpoints have zero data
 * retention. Returns the providers that all of them allow.
 */
export const judgePolicy = (
  applied: ReadonlyArray<AppliedGuardrail>,
  { models, provider, zdr }: JudgedRequest
): Either.Either<ProviderRules, PolicyRefused> => {
  let rules: ProviderRules = { providers: null }
  for (const [index, { guardrail, scope }] of applied.entries()) {
    const refuse = (reason: PolicyRefused["reason"]) =>
      Either.left(new PolicyRefused({ reason, guardrail_id: guardrail.id, scope }))
    if (!allowsModels(models, guardrail)) return refuse("model_not_allowed")
    if (guardrail.allowed_providers !== null || guardrail.ignored_providers !== null) {
      rules = rulesOf(applied.slice(0, index + 1).map((one) => one.guardrail))
      const isRefused = provider === null ? listedProviders(rules)?.length === 0 : !allowsProvider(rules, provider)
      if (isRefused) return refuse("provider_not_allowed")
    }
    if (guardrail.enforce_zdr === true && !zdr) return refuse("zdr_required")
  }
  return Either.right(rules)
}
