// What a client knows of the service: the contract, how it is asked and what it refuses. It imports nothing of Node.js.

import "./checkEffect.js"

export { BASE_PATH } from "./BASE_PATH.js"
export type { Client } from "./Client.js"
export { RateLimited } from "./client/RateLimited.js"
export { RequestFailed } from "./client/RequestFailed.js"
export type { Answer, Asked, Endpoint, OperationName, Refused, Resource } from "./Endpoint.js"
export { operations } from "./operations.js"
export type { Operation } from "./operationsOf.js"
export { TollgateApi } from "./TollgateApi.js"
export * as TollgateClient from "./TollgateClient.js"
export { reasonOf } from "./toWire.js"
export {
  BadRequest,
  Forbidden,
  InternalError,
  NotFound,
  TooManyRequests,
  Unauthorized,
  type WireError
} from "./WireError.js"
