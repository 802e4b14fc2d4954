import type {
  ApiKey,
  ApiKeyPage,
  ApiKeyPatch,
  CreatedApiKey,
  CurrentApiKey,
  Deleted,
  KeyRotation,
  NamedBudget,
  NewApiKey,
  Paged,
  UpdatedApiKey
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** API keys. Amounts are in USD. */
export interface Keys {
  /**
   * Returns the API key used for this call, with its limit and usage.
   *
   * @throws {InvalidCredential} if the key is unknown, malformed, disabled or expired, and for a host, which has no
   *   key.
   * @example
   * const { limit_remaining } = await account.keys.current()
   */
  current(options?: CallOptions): Promise<CurrentApiKey>
  /**
   * Returns one page of the organization's API keys, newest first by default. `q` searches names, labels and external ids; `hash_prefix` and
   * `name` find a key by the beginning of its hash or its whole name.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data, total_count } = await account.keys.list({ q: "build", sort: "name", include_disabled: false })
   */
  list(page?: ApiKeyPage, options?: CallOptions): Promise<Paged<ApiKey>>
  /**
   * Creates an API key. Its secret, `key`, is shown only in this result. A management key with `read_only` reads what a management key
   * reads and changes nothing, for its whole life.
   *
   * @throws {ExpiryInThePast} if `expires_at` is not in the future.
   * @throws {ExternalIdTaken} if another key of the organization has this `external_id`.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {UserNotInOrganization} if `creator_user_id` is not a member of the organization.
   * @throws {WorkspaceNotFound} if the organization has no workspace with `workspace_id`.
   * @example
   * const { data, key } = await account.keys.create({ name: "Docs assistant", limit: 5, limit_reset: "daily" })
   */
  create(input: NewApiKey, options?: CallOptions): Promise<CreatedApiKey>
  /**
   * Returns an API key, with its limit and usage.
   *
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @example
   * const { usage_daily } = await account.keys.get(hash)
   */
  get(hash: string, options?: CallOptions): Promise<ApiKey>
  /**
   * Returns every budget that limits what an API key spends, from the narrowest to the widest: its own, those of its guardrail, of the
   * guardrail of its user, of its workspace and of its organization. `id` and `name` are those of what has the budget. Amounts of a shared
   * budget are those of all who spend from it.
   *
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @example
   * const budgets = await account.keys.budgets(hash)
   * const [least] = budgets.toSorted((one, other) => one.remaining - other.remaining)
   */
  budgets(hash: string, options?: CallOptions): Promise<ReadonlyArray<NamedBudget>>
  /**
   * Changes an API key. Omitted fields keep their values; null clears a field.
   *
   * @throws {CreatorLeft} if it would enable a key whose user is not a member of its workspace.
   * @throws {ExpiryInThePast} if `expires_at` is not in the future.
   * @throws {ExternalIdTaken} if another key of the organization has this `external_id`.
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @throws {LastManagementKey} if the organization would be left without an enabled management key that does not
   *   expire.
   * @example
   * const { limit_remaining } = await account.keys.update(hash, { limit: 25, limit_reset: "monthly" })
   */
  update(hash: string, patch: ApiKeyPatch, options?: CallOptions): Promise<UpdatedApiKey>
  /**
   * Gives an API key a new secret under the same hash. `key` in the result is the secret, which is shown only there. The old
   * secret works for `grace_seconds`, by default not at all, and never longer than the key.
   *
   * @throws {CreatorLeft} if the user of the key is not a member of its workspace.
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @example
   * const { key } = await account.keys.rotate(hash, { grace_seconds: 3600 })
   */
  rotate(hash: string, input?: KeyRotation, options?: CallOptions): Promise<CreatedApiKey>
  /**
   * Deletes an API key. Requests with it are refused from then on.
   *
   * @throws {KeyNotFound} if the organization has no API key with this hash.
   * @throws {LastManagementKey} if the organization would be left without an enabled management key that does not
   *   expire.
   * @example
   * await account.keys.delete(hash)
   */
  delete(hash: string, options?: CallOptions): Promise<Deleted>
}

export const keys = (transport: Transport): Keys => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    current: reads("getCurrentKey"),
    list: mayTake("listKeys"),
    create: takes("createKey"),
    get: reads("getKey"),
    update: takes("updateKey"),
    budgets: reads("listKeyBudgets"),
    rotate: mayTake("rotateKey"),
    delete: reads("deleteKey")
  }
}
