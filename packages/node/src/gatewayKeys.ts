import type { CallOptions, Deleted, Page, Paged } from "@tollgate/client"
import * as Core from "@tollgate/core"
import * as Codec from "@tollgate/core/codec"
import * as Effect from "effect/Effect"
import type { CreatedGatewayKey, GatewayKey, NewGatewayKey } from "#models"
import type { Run } from "./CallScope.js"
import { inPlainValues } from "./inPlainValues.js"

/**
 * The gateway keys of an open store. A gateway key lets a gateway in another process spend for the API keys that it serves, and opens
 * nothing of an account. Only the host can create, list and delete them.
 */
export interface GatewayKeys {
  /**
   * Creates a gateway key for one organization, or for all of them. Its secret, `key`, is shown only in this result.
   *
   * @throws {InvalidInput} if `input` is invalid; its `issues` name each field.
   * @throws {OrganizationNotFound} if there is no organization with `organization_id`.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { data, key } = await gate.gatewayKeys.create({ organization_id: organizationId })
   */
  create(input?: NewGatewayKey, options?: CallOptions): Promise<CreatedGatewayKey>
  /**
   * Returns one page of the gateway keys of all organizations, newest first, without their secrets.
   *
   * @throws {InvalidInput} if `page` is invalid; its `issues` name each field.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * const { data, total_count } = await gate.gatewayKeys.list({ limit: 10 })
   */
  list(page?: Page, options?: CallOptions): Promise<Paged<GatewayKey>>
  /**
   * Deletes a gateway key. Requests with it are refused from then on; its holds stay.
   *
   * @throws {GatewayKeyNotFound} if there is no gateway key with this hash.
   * @throws {StorageFailure} if the storage failed.
   * @example
   * await gate.gatewayKeys.delete(hash)
   */
  delete(hash: string, options?: CallOptions): Promise<Deleted>
}

const PagedKeys = Core.Paged(Core.GatewayKey)

export const gatewayKeys = (run: Run<Core.Services>): GatewayKeys => ({
  create: (input = {}, options) =>
    run(inPlainValues(Core.NewGatewayKey, input, Core.createGatewayKey, Core.CreatedGatewayKey), options),
  list: (page = {}, options) => run(inPlainValues(Core.Page, page, Core.listGatewayKeys, PagedKeys), options),
  delete: (hash, options) =>
    run(
      Effect.flatMap(Core.deleteGatewayKey(String(hash)), (deleted) => Codec.encode(Core.Deleted, deleted)),
      options
    )
})
