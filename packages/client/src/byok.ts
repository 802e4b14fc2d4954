import type {
  ByokCredential,
  ByokCredentialPage,
  ByokCredentialPatch,
  Deleted,
  NewByokCredential,
  Paged
} from "#models"
import { methodsOf } from "./methodsOf.js"
import type { CallOptions, Transport } from "./Transport.js"

/** Credentials of the organization's own at model providers (bring your own key). */
export interface Byok {
  /**
   * Returns one page of the organization's provider credentials, by provider and then by `sort_order`, without their
   * secrets.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @example
   * const { data } = await account.byok.list({ provider: "openai" })
   */
  list(page?: ByokCredentialPage, options?: CallOptions): Promise<Paged<ByokCredential>>
  /**
   * Stores a provider credential. Its secret is encrypted and never returned.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {WorkspaceNotFound} if the organization has no workspace with `workspace_id`.
   * @example
   * const { id, label } = await account.byok.create({ provider: "openai", key: "sk-proj-…" })
   */
  create(input: NewByokCredential, options?: CallOptions): Promise<ByokCredential>
  /**
   * Returns a provider credential, without its secret.
   *
   * @throws {ByokNotFound} if the organization has no provider credential with this id.
   * @example
   * const { label } = await account.byok.get(id)
   */
  get(id: string, options?: CallOptions): Promise<ByokCredential>
  /**
   * Changes a provider credential. Omitted fields keep their values; null clears a field. A new `key` replaces the
   * secret.
   *
   * @throws {ByokNotFound} if the organization has no provider credential with this id.
   * @throws {InvalidInput} if `patch` is invalid; its `issues` name each field.
   * @example
   * await account.byok.update(id, { name: "Production", is_fallback: true })
   */
  update(id: string, patch: ByokCredentialPatch, options?: CallOptions): Promise<ByokCredential>
  /**
   * Deletes a provider credential and erases its encrypted secret.
   *
   * @throws {ByokNotFound} if the organization has no provider credential with this id.
   * @example
   * await account.byok.delete(id)
   */
  delete(id: string, options?: CallOptions): Promise<Deleted>
}

export const byok = (transport: Transport): Byok => {
  const { mayTake, reads, takes } = methodsOf(transport)
  return {
    list: mayTake("listByokCredentials"),
    create: takes("createByokCredential"),
    get: reads("getByokCredential"),
    update: takes("updateByokCredential"),
    delete: reads("deleteByokCredential")
  }
}
