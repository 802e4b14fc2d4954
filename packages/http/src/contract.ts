// Entry point for clients: the contract, the client and its errors. It imports nothing from Node.js.

import "./checkEffect.js"

export { CallKey } from "./api/CallKey.js"
export type { Client } from "./api/Client.js"
export type {
  Endpoint,
  OperationInput,
  OperationName,
  OperationOutput,
  OperationRefusal,
  Resource
} from "./api/Endpoint.js"
export type { Operation } from "./api/Operation.js"
export { operations } from "./api/operations.js"
export { BASE_PATH } from "./api/paths.js"
export { TollgateApi } from "./api/TollgateApi.js"
export {
  BadRequest,
  Conflict,
  Forbidden,
  InternalError,
  NotFound,
  PaymentRequired,
  SpendingForbidden,
  SpendingTooMany,
  TooManyRequests,
  Unauthorized,
  type WireError
} from "./api/WireError.js"
export { RateLimited } from "./client/RateLimited.js"
export { RequestFailed } from "./client/RequestFailed.js"
export * as TollgateClient from "./client/TollgateClient.js"
export { keepWireForm, wireFormOf } from "./client/wireForm.js"
export { toResponse } from "./toResponse.js"
